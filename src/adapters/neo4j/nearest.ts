import type { Transaction } from './connection.ts'

/** Up to here every fact is compared; above, the index nominates and the nominated are compared. */
const EXACT_UP_TO = 3_000
/** The index knows all tenants: it is asked for so many more as the namespace's share is smaller, within reason. */
const OVERFETCH = { least: 200, most: 5_000, factor: 3 }

interface Wanted {
  readonly personas: readonly string[] | null
  readonly vector: readonly number[]
  readonly limit: number
}

/** The nearest facts of a namespace by meaning, nearest first: a small tenant is never crowded out by a large one. */
export async function nearestFacts(tx: Transaction, ns: string, wanted: Wanted): Promise<number[]> {
  if (wanted.limit === 0) return []
  const [size] = await tx.run<{ facts: number }>('MATCH (n:Namespace { id: $ns }) RETURN n.facts AS facts', { ns })
  const facts = size?.facts ?? 0
  if (facts <= 0) return []
  const given = { ns, ...wanted }
  const inSight = '($personas IS NULL OR r.persona IN $personas)'
  if (facts > EXACT_UP_TO) {
    const [all] = await tx.run<{ n: number }>('MATCH ()-[r:FACT]->() RETURN count(r) AS n', {})
    const share = Math.max(1e-6, facts / Math.max(1, all!.n))
    const k = Math.min(OVERFETCH.most, Math.max(OVERFETCH.least, Math.ceil((wanted.limit * OVERFETCH.factor) / share)))
    const nominated = await tx.run<{ id: number }>(
      `CALL db.index.vector.queryRelationships('brain_fact_meaning', toInteger($k), $vector) YIELD relationship AS r
       WITH r WHERE r.namespace = $ns AND ${inSight}
       WITH r, vector.similarity.cosine(r.vector, $vector) AS nearness
       RETURN r.id AS id ORDER BY nearness DESC, id LIMIT toInteger($limit)`,
      { ...given, k },
    )
    // Neighbours crowd it out, or the index is not built yet: then all of them are compared after all.
    if (nominated.length >= wanted.limit) return nominated.map(({ id }) => id)
  }
  const exact = await tx.run<{ id: number }>(
    `MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND ${inSight} AND size(r.vector) = size($vector)
     WITH r, vector.similarity.cosine(r.vector, $vector) AS nearness
     RETURN r.id AS id ORDER BY nearness DESC, id LIMIT toInteger($limit)`,
    given,
  )
  return exact.map(({ id }) => id)
}
