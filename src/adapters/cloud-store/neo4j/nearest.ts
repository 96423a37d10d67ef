import type { Transaction } from './connection.ts'
import { FACT_VECTOR } from './current-vector.ts'
import { inSight } from './in-sight.ts'
import { VECTOR_INDEX } from './schema.ts'

/** Up to here every fact is compared: exact, and cheaper than an index would be to keep. */
const EXACT_UP_TO = 3_000
/** The index knows all tenants: it is asked for so many more as the namespace's share is smaller, within reason. */
const OVERFETCH = { least: 200, most: 5_000, factor: 3 }
/** A third of a second of the server's time, during which the namespace is locked. */
const SLICE = 250

interface Wanted {
  readonly personas: readonly string[] | null
  readonly vector: readonly number[]
  readonly limit: number
  /** Of these alone; null: of all. */
  readonly only?: readonly number[] | null | undefined
}

interface Near {
  readonly id: number
  readonly nearness: number
}

const NEAR = `WITH r, ${FACT_VECTOR} AS vector WHERE size(vector) = size($given.vector)
  WITH r, vector.similarity.cosine(vector, $given.vector) AS nearness
  RETURN r.id AS id, nearness ORDER BY nearness DESC, id LIMIT toInteger($limit)`

/**
 * The nearest facts of a namespace by meaning, nearest first: a small tenant is never crowded out by a large one. In a small namespace all are
 * compared. A large one has its facts in the vector index, but for a tail of those that came last; there the index nominates, and what it
 * nominates is compared with the tail.
 */
export async function nearestFacts(tx: Transaction, ns: string, wanted: Wanted): Promise<number[]> {
  if (wanted.limit === 0) return []
  if (wanted.only)
    return (
      await tx.run<Near>(
        `MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND r.id IN $given.only AND ${inSight('r')} ${NEAR}`,
        { ns, ...wanted },
      )
    ).map(({ id }) => id)
  const [size] = await tx.run<{ facts: number; indexedUpTo: number }>(
    'MATCH (n:Namespace { id: $ns }) RETURN n.facts AS facts, coalesce(n.indexedUpTo, 0) AS indexedUpTo',
    { ns },
  )
  const { facts = 0, indexedUpTo = 0 } = size ?? {}
  if (facts <= 0) return []
  const compared = (after: number) =>
    tx.run<Near>(`MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND r.id > $after AND ${inSight('r')} ${NEAR}`, {
      ns,
      ...wanted,
      after,
    })
  if (indexedUpTo === 0) return (await compared(0)).map(({ id }) => id)
  const [[all], tail] = await Promise.all([
    tx.run<{ n: number }>('MATCH ()-[r:FACT]->() RETURN count(r) AS n', {}),
    compared(indexedUpTo),
  ])
  const share = Math.max(1e-6, facts / Math.max(1, all!.n))
  const k = Math.min(OVERFETCH.most, Math.max(OVERFETCH.least, Math.ceil((wanted.limit * OVERFETCH.factor) / share)))
  const nominated = await tx.run<Near>(
    `CALL db.index.vector.queryRelationships('${VECTOR_INDEX}', toInteger($k), $given.vector) YIELD relationship AS r
     WITH r WHERE r.namespace = $ns AND r.id <= $after AND ${inSight('r')} ${NEAR}`,
    { ns, ...wanted, after: indexedUpTo, k },
  )
  // Neighbours crowd it out, or the index is not built yet: then all of them are compared after all.
  if (nominated.length < wanted.limit) return (await compared(0)).map(({ id }) => id)
  return [...nominated, ...tail]
    .sort((a, b) => b.nearness - a.nearness || a.id - b.id)
    .slice(0, wanted.limit)
    .map(({ id }) => id)
}

/** Whether a namespace of so many facts may have a tail that is too long. */
export const mayNeedIndex = (facts: number): boolean => facts > EXACT_UP_TO

/**
 * Takes facts of the tail into the vector index, which is too slow to be kept inside an ingest's transaction. Begins when the tail is too
 * long, and goes on until it is short; false: there is nothing to do.
 */
export async function indexSome(tx: Transaction, ns: string, begun: boolean): Promise<boolean> {
  const [tail] = await tx.run<{ after: number; facts: number }>(
    `MATCH (n:Namespace { id: $ns }) SET n.writes = n.writes + 1
     WITH coalesce(n.indexedUpTo, 0) AS after
     MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND r.id > after RETURN after, count(r) AS facts`,
    { ns },
  )
  if (!tail || tail.facts <= (begun ? SLICE : EXACT_UP_TO)) return false
  await tx.run(
    `MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND r.id > $after
     WITH r ORDER BY r.id LIMIT ${SLICE} SET r.indexed = ${FACT_VECTOR}
     WITH max(r.id) AS upTo MATCH (n:Namespace { id: $ns }) SET n.indexedUpTo = upTo`,
    { ns, after: tail.after },
  )
  return true
}
