import type { ChunkState, FactRecord, GraphScope, Orientation, ReachedFact } from '../graph-store.ts'
import { MERGED, PLAIN_FACT } from './abstractions.ts'
import type { Transaction } from './connection.ts'
import { FACT_VECTOR } from './current-vector.ts'
import { nearestFacts } from './nearest.ts'
import { traverse } from './traverse.ts'

type OrientWanted = Parameters<GraphScope['orient']>[0]
export type GatherWanted = Parameters<GraphScope['gather']>[0]

export const inSight = (x: string) => `($given.personas IS NULL OR ${x}.persona IN $given.personas)`

const FACT = `${PLAIN_FACT} AS fact, CASE WHEN size(${FACT_VECTOR}) = size($given.vector)
  THEN 2 * vector.similarity.cosine(${FACT_VECTOR}, $given.vector) - 1 ELSE 0.0 END AS meaning`

export interface FactRow {
  readonly fact: FactRecord
  readonly meaning: number
}

/** What scoring has to know of all that is in sight. An index of several properties is only used where all are named: `IS NOT NULL` does that. The document frequencies are the namespace's own, kept here as terms. */
export async function orient(tx: Transaction, ns: string, wanted: OrientWanted): Promise<Orientation> {
  const { personas, words } = wanted
  const [[state], [counts], speakers, terms, [sessions]] = await Promise.all([
    tx.run<{ embedder: string | null; chunks: number; erased: boolean }>(
      'MATCH (n:Namespace { id: $ns }) RETURN n.embedder AS embedder, n.chunks AS chunks, n.erasedAt IS NOT NULL AS erased',
      { ns },
    ),
    tx.run<{ chunks: number; words: number }>(
      `MATCH (p:Persona { namespace: $ns }) WHERE p.name IS NOT NULL AND ($given.personas IS NULL OR p.name IN $given.personas)
       RETURN coalesce(sum(p.chunks), 0) AS chunks, coalesce(sum(p.words), 0) AS words`,
      { ns, personas },
    ),
    tx.run<{ name: string }>(
      `MATCH (s:Speaker { namespace: $ns }) WHERE s.persona IS NOT NULL AND s.name IS NOT NULL AND ${inSight('s')}
       RETURN s.name AS name, sum(s.chunks) AS chunks ORDER BY chunks DESC, name LIMIT toInteger($limit)`,
      { ns, personas, limit: wanted.maxPersonas },
    ),
    tx.run<{ word: string; chunks: number }>(
      'MATCH (t:Term { namespace: $ns }) WHERE t.word IN $given.words RETURN t.word AS word, t.chunks AS chunks',
      { ns, words },
    ),
    tx.run<{ sessions: number }>(
      `MATCH (s:Session { namespace: $ns }) WHERE s.name IS NOT NULL AND ${inSight('s')} WITH s LIMIT toInteger($limit) RETURN count(s) AS sessions`,
      { ns, personas, limit: wanted.countSessionsTo },
    ),
  ])
  const found = new Map(terms.map(({ word, chunks }) => [word, chunks]))
  return {
    embedder: state?.embedder ?? null,
    erased: state?.erased ?? false,
    chunks: state?.chunks ?? 0,
    inSight: { ...counts!, speakers: speakers.map(({ name }) => name) },
    frequencies: words.map((word) => found.get(word) ?? 0),
    sessions: sessions?.sessions ?? 0,
  }
}

/** Facts of the chunks, the nearest, what touches named entities, breadth-first expansion, and what competes with all of these. */
export async function gather(tx: Transaction, ns: string, wanted: GatherWanted): ReturnType<GraphScope['gather']> {
  const { personas, vector } = wanted
  const given = { ns, personas, vector }
  const facts = new Map<number, ReachedFact>()
  const add = (rows: readonly FactRow[], candidate = true) => {
    for (const { fact, meaning } of rows)
      if (!facts.has(fact.id)) facts.set(fact.id, { ...fact, meaning, memberTexts: [], hop: 0, from: null, candidate })
  }
  const byProperty = (property: 'id' | 'key' | 'place', values: readonly (string | number)[]) =>
    values.length === 0
      ? []
      : tx.run<FactRow>(
          `MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND r.${property} IN $given.values AND ${inSight('r')} RETURN ${FACT} ORDER BY fact.id`,
          { ...given, values },
        )
  const touching = (entities: readonly string[]) =>
    entities.length === 0
      ? []
      : tx.run<FactRow>(
          `UNWIND $given.entities AS key MATCH (e:Entity { namespace: $ns, key: key })
           CALL (e) {
             MATCH (e)-[r:FACT]->() WHERE r.namespace = $ns AND ${inSight('r')} RETURN r ORDER BY r.statedAt DESC, r.id DESC LIMIT toInteger($limit)
             UNION
             MATCH (e)<-[r:FACT]-() WHERE r.namespace = $ns AND NOT r.leaf AND ${inSight('r')} RETURN r ORDER BY r.statedAt DESC, r.id DESC LIMIT toInteger($limit)
           }
           RETURN ${FACT}`,
          { ...given, entities, limit: wanted.limits.factsPerEntity },
        )
  const withNames = wanted.semantic && wanted.names.length + wanted.entities.length > 0
  const [chunkRows, named, near] = await Promise.all([
    wanted.chunks.length === 0
      ? []
      : tx.run<{ chunk: ChunkState }>(
          `MATCH (c:Chunk { namespace: $ns }) WHERE c.id IN $given.ids AND c.doomed IS NULL AND ${inSight('c')}
           RETURN c { .id, .source, .level, .statedAt, .lastAccess, .accessCount, .metadata, .facts } AS chunk`,
          { ns, personas, ids: wanted.chunks },
        ),
    withNames
      ? tx.run<{ key: string; facts: number; names: string[] }>(
          `CALL () {
             MATCH (n:Name { namespace: $ns })-[:MEANS]->(e:Entity { namespace: $ns }) WHERE n.name IN $given.names RETURN e, n.name AS name
             UNION
             MATCH (e:Entity { namespace: $ns }) WHERE e.key IN $given.entities RETURN e, null AS name
           }
           WITH e, collect(name) AS names LIMIT 64
           RETURN e.key AS key, COUNT { (e)-[:FACT]-() } AS facts, names ORDER BY key`,
          { ns, names: wanted.names, entities: wanted.entities },
        )
      : [],
    nearestFacts(tx, ns, { personas, vector, limit: wanted.nearest }),
  ])
  const chunks = chunkRows.map(({ chunk }) => chunk)
  const telling = named
    .filter((entity) => entity.facts <= (wanted.limits.tellingFacts ?? wanted.limits.hubFacts))
    .map(({ key }) => key)
  const [asked, stated, around] = await Promise.all([
    byProperty('id', [...new Set([...near, ...wanted.facts])]),
    byProperty('key', [...new Set(chunks.flatMap((chunk) => chunk.facts))]),
    wanted.semantic ? touching(telling) : [],
  ])
  const order = new Map(near.map((id, at) => [id, at]))
  add([...asked].sort((a, b) => (order.get(a.fact.id) ?? 1e9) - (order.get(b.fact.id) ?? 1e9)))
  add(stated)
  add(around)
  if (wanted.semantic && wanted.hops > 1) {
    const quiet = async (keys: readonly string[]) => {
      const rows = await tx.run<{ key: string }>(
        `MATCH (e:Entity { namespace: $ns }) WHERE e.key IN $given.keys AND COUNT { (e)-[:FACT]-() } <= $most RETURN e.key AS key`,
        { ns, keys, most: wanted.limits.hubFacts },
      )
      return rows.map(({ key }) => key)
    }
    await traverse({ ...wanted, facts, named: named.map(({ key }) => key), near, quiet, touching })
  }
  add(
    await byProperty('place', [...new Set([...facts.values()].map((fact) => `${fact.subject}\n${fact.slot}`))]),
    false,
  )
  await showAbstractions(tx, given, facts, byProperty)
  const pairs = named.flatMap(({ key, names }) => names.map((name) => ({ name, entity: key })))
  return { chunks, facts: [...facts.values()], named: pairs }
}

/** What was merged shows as its abstraction, wherever it was found; by itself it only decides conflicts. */
async function showAbstractions(
  tx: Transaction,
  { ns }: { ns: string },
  facts: Map<number, ReachedFact>,
  byProperty: (property: 'id', values: readonly number[]) => Promise<FactRow[]> | FactRow[],
): Promise<void> {
  const merged = [...facts.values()].filter((fact) => fact.abstraction !== null && fact.abstraction !== undefined)
  const byAbstraction = Map.groupBy(merged, (fact) => fact.abstraction!)
  for (const { fact, meaning } of await byProperty('id', [...byAbstraction.keys()])) {
    const found = byAbstraction.get(fact.id)!.filter(({ candidate }) => candidate)
    const known = facts.get(fact.id)
    const nearest = [...found, ...(known ? [known] : [])].sort((a, b) => a.hop - b.hop)[0]
    if (nearest)
      facts.set(fact.id, { ...fact, meaning, memberTexts: [], hop: nearest.hop, from: nearest.from, candidate: true })
  }
  for (const fact of merged) facts.set(fact.id, { ...fact, candidate: false })
  const shown = [...facts.values()].filter((fact) => fact.members > 0 && fact.candidate)
  if (shown.length === 0) return
  const texts = await tx.run<{ id: number; texts: string[] }>(
    `${MERGED} WHERE r.namespace = $ns AND r.abstraction IN $given.ids WITH r ORDER BY r.id RETURN r.abstraction AS id, collect(r.text) AS texts`,
    { ns, ids: shown.map(({ id }) => id) },
  )
  for (const { id, texts: memberTexts } of texts) facts.set(id, { ...facts.get(id)!, memberTexts })
}
