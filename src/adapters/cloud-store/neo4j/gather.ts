import { meantEntities } from '../../../domain/entity/meant-entities.ts'
import { type MemoryId, toChunkId, toFactId } from '../../../domain/memory-id.ts'
import { collectFacts, onlyPassing } from '../../../memory/collect-facts.ts'
import { factsAsOf, foldAsOf } from '../../../memory/read-as-of.ts'
import { type EntityName, slotKey } from '../../../memory/records.ts'
import { winnersBesides } from '../../../memory/resolve-conflicts.ts'
import { TRAVERSAL } from '../../../memory/traverse.ts'
import { driveAsync } from '../../../runtime/drive-async.ts'
import type { ChunkState, FactRecord, GraphScope, NearFact, RivalRecord } from '../graph-store.ts'
import type { Transaction } from './connection.ts'
import { FACT_VECTOR } from './current-vector.ts'
import { MERGED, PLAIN_FACT } from './fact-fields.ts'
import { touching } from './facts-around.ts'
import { passing, passingFacts } from './filter.ts'
import { inSight } from './in-sight.ts'
import { nearestFacts } from './nearest.ts'
import type { Operation } from './operation.ts'
import { createRecordReader } from './record-reader.ts'

type GatherWanted = Parameters<GraphScope['gather']>[0]

const FACT = `${PLAIN_FACT} AS fact, CASE WHEN size(${FACT_VECTOR}) = size($given.vector)
  THEN 2 * vector.similarity.cosine(${FACT_VECTOR}, $given.vector) - 1 ELSE 0.0 END AS meaning`

/** Facts of the chunks, the nearest, what touches named entities, breadth-first expansion, and what competes with all of these. */
export const gather: Operation<'gather'> = async (tx, ns, wanted) => {
  const { semantic } = wanted
  const load = loaderAsOf(createLoader(tx, ns, wanted), tx, ns, wanted.asOf ?? null)
  const pass = createPass(tx, ns, wanted)
  const [chunks, named, near, tombstoned] = await Promise.all([
    load.chunks([...wanted.chunks, ...wanted.hotChunks]),
    semantic ? load.named(wanted.names, wanted.entities) : [],
    nearPassing(tx, ns, wanted, pass),
    tx.run<{ id: number }>('MATCH (c:Chunk { doomed: $ns }) RETURN c.id AS id', { ns }),
  ])
  const meant = meantAmong(named)
  const telling = meant.filter(({ facts }) => facts <= TRAVERSAL.tellingFacts).map(({ entity }) => entity)
  const [byId, byKey, about] = await Promise.all([
    load.facts('id', [...near, ...wanted.facts]),
    load.facts(
      'key',
      [...chunks.values()].flatMap(({ facts }) => facts),
    ),
    load.touching(telling),
  ])
  const ids = new Map(byId.map((fact) => [fact.id, fact]))
  const keys = new Map(byKey.map((fact) => [fact.key, fact]))
  const withIds = (list: readonly number[]) => list.flatMap((id) => ids.get(id) ?? [])
  const statedBy = (list: readonly number[]) =>
    list.flatMap((id) => chunks.get(id)?.facts ?? []).flatMap((key) => keys.get(key) ?? [])
  const rule = collectFacts<NearFact>({
    found: [...withIds(near), ...statedBy(wanted.chunks)],
    about,
    hot: [...withIds(wanted.facts), ...statedBy(wanted.hotChunks)],
    walk:
      semantic && wanted.hops > 1
        ? { ...wanted, near, named: meant.map(({ entity }) => entity), touched: new Set(telling) }
        : null,
  })
  const reached = await driveAsync(rule, (look) =>
    'ids' in look ? load.facts('id', look.ids) : load.touching(look.touching),
  )
  const facts = [...reached.values()]
  if (pass) {
    const passed = await passingFacts(
      tx,
      ns,
      facts.map(({ fact }) => fact),
      pass,
    )
    facts.splice(0, facts.length, ...onlyPassing(facts, () => passed))
  }
  const [rivals, texts] = await Promise.all([
    load.rivals(facts.map(({ fact }) => fact)),
    load.memberTexts(facts.flatMap(({ fact, candidate }) => (fact.members > 0 && candidate ? fact.id : []))),
  ])
  const found = facts.map(({ fact }) => fact)
  const winners = await load.facts('id', winnersBesides(found, rivals))
  const isPassing = pass && (await passingFacts(tx, ns, winners, pass))
  for (const fact of winners)
    if ((fact.abstraction === null || fact.abstraction === undefined) && (!isPassing || isPassing.has(fact.id)))
      facts.push({ fact, hop: 0, from: null, candidate: true })
  return {
    chunks: [...chunks.values()],
    tombstoned: tombstoned.map(({ id }) => id),
    facts: facts.map(({ fact, ...way }) => ({ ...fact, ...way, memberTexts: texts.get(fact.id) ?? [] })),
    rivals,
    named: named.flatMap(({ entity, names }) => names.map((name) => ({ name, entity }))),
  }
}

type Pass = (targets: readonly MemoryId[]) => Promise<ReadonlySet<MemoryId>>

/** Says of chunks and facts which of them pass; null: there is no filter. */
function createPass(tx: Transaction, ns: string, { filter, only }: GatherWanted): Pass | null {
  if (!filter) return null
  const known = only && new Set<MemoryId>(only.map(toFactId))
  return async (targets) =>
    new Set(known ? targets.filter((target) => known.has(target)) : await passing(tx, ns, filter, targets))
}

/** Where what passes is not listed, so many times as many are looked at. */
const CHECKED = 8

async function nearPassing(tx: Transaction, ns: string, wanted: GatherWanted, pass: Pass | null): Promise<number[]> {
  const { nearest, only } = wanted
  if (!pass || only) return nearestFacts(tx, ns, { ...wanted, limit: nearest })
  const near = await nearestFacts(tx, ns, { ...wanted, limit: CHECKED * nearest })
  const passed = await pass(near.map(toFactId))
  return near.filter((id) => passed.has(toFactId(id))).slice(0, nearest)
}

interface Named {
  readonly entity: string
  readonly facts: number
  readonly names: readonly string[]
}

function meantAmong(named: readonly Named[]): readonly Named[] {
  const pairs = named.flatMap(({ entity, names }) => names.map((name) => ({ name, entity })))
  const byName = Map.groupBy(pairs, ({ name }) => name)
  const meant = new Set(
    meantEntities(new Map([...byName].map(([name, list]) => [name, list.map(({ entity }) => entity)]))),
  )
  return named.filter(({ entity }) => meant.has(entity))
}

type FactRow = { readonly fact: FactRecord; readonly meaning: number }

type Loader = ReturnType<typeof createLoader>

/** The same, as if nothing had been told after a time. Of an entity more is read than of what there is today: later facts take places. */
function loaderAsOf(load: Loader, tx: Transaction, ns: string, at: number | null): Loader {
  if (at === null) return load
  const reader = createRecordReader(tx, ns)
  const facts = async (found: readonly NearFact[] | Promise<readonly NearFact[]>) => factsAsOf(reader, at, await found)
  return {
    ...load,
    async chunks(ids) {
      const states = await load.chunks(ids)
      const rows = await reader.chunks([...states.keys()])
      const fold = await foldAsOf(
        reader,
        at,
        rows.map(({ id, memory }) => ({ target: toChunkId(id), memory })),
      )
      return new Map(
        rows.flatMap((row) => {
          const then = fold.chunk(row)
          const state = states.get(row.id)!
          return then ? [[row.id, { ...state, ...then, lastAccess: Math.min(state.lastAccess, at) }]] : []
        }),
      )
    },
    facts: (property, values) => facts(load.facts(property, values)),
    touching: async (entities) => facts(load.touching(entities, FURTHER)),
    async rivals(of) {
      const found = (await load.rivals(of)).map(({ id }) => id)
      return facts(load.facts('id', found))
    },
    memberTexts: async () => new Map(),
  }
}
const FURTHER = 8

/** What `gather` reads, each in one query. */
function createLoader(tx: Transaction, ns: string, { personas, vector }: GatherWanted) {
  const given = { ns, personas, vector }
  const facts = async (query: string, parameters: Record<string, unknown>): Promise<NearFact[]> => {
    const rows = await tx.run<FactRow>(query, { ...given, ...parameters })
    return rows.map(({ fact, meaning }) => ({ ...fact, meaning }))
  }
  return {
    async chunks(ids: readonly number[]): Promise<Map<number, ChunkState>> {
      if (ids.length === 0) return new Map()
      const rows = await tx.run<{ chunk: ChunkState }>(
        `MATCH (c:Chunk { namespace: $ns }) WHERE c.id IN $given.ids AND c.doomed IS NULL AND ${inSight('c')}
         RETURN c { .id, .source, .level, .statedAt, .lastAccess, .accessCount, .metadata, .facts,
           statedBy: coalesce(c.statedBy, []) } AS chunk`,
        { ns, personas, ids },
      )
      return new Map(rows.map(({ chunk }) => [chunk.id, chunk]))
    },
    /** The entities that go by the names, or are known to go by some. */
    async named(names: readonly string[], known: readonly EntityName[]): Promise<Named[]> {
      if (names.length + known.length === 0) return []
      return tx.run<Named>(
        `CALL () {
           MATCH (n:Name { namespace: $ns })-[:MEANS]->(e:Entity { namespace: $ns }) WHERE n.name IN $given.names RETURN e, n.name AS name
           UNION
           UNWIND $given.known AS pair MATCH (e:Entity { namespace: $ns, key: pair.entity }) RETURN e, pair.name AS name
         }
         WITH e, collect(name) AS names LIMIT 64
         RETURN e.key AS entity, COUNT { (e)-[:FACT]-() } AS facts, names ORDER BY entity`,
        { ns, names, known },
      )
    },
    facts: (property: 'id' | 'key', values: readonly (string | number)[]): Promise<NearFact[]> | NearFact[] =>
      values.length === 0
        ? []
        : facts(
            `MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND r.${property} IN $given.values AND ${inSight('r')} RETURN ${FACT} ORDER BY fact.id`,
            { values: [...new Set(values)] },
          ),
    async touching(entities: readonly string[], further = 1): Promise<NearFact[]> {
      if (entities.length === 0) return []
      const found = await facts(touching(inSight('r'), FACT), {
        entities,
        most: TRAVERSAL.hubFacts,
        perEntity: TRAVERSAL.factsPerEntity * further,
      })
      return [...new Map(found.map((fact) => [fact.id, fact])).values()]
    },
    /** What else is said in the places of these. */
    async rivals(of: readonly FactRecord[]): Promise<RivalRecord[]> {
      if (of.length === 0) return []
      return tx.run<RivalRecord>(
        `MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND r.place IN $given.places AND ${inSight('r')} AND NOT r.id IN $given.ids
         RETURN r.id AS id, r.subject AS subject, r.slot AS slot, r.value AS value, r.denies AS denies, r.source AS source,
           r.statedAt AS statedAt, coalesce(r.latest, 0) AS latest, r.chunk AS chunk ORDER BY id`,
        { ns, personas, places: [...new Set(of.map(slotKey))], ids: of.map(({ id }) => id) },
      )
    },
    /** What was merged into the abstractions. */
    async memberTexts(ids: readonly number[]): Promise<Map<number, string[]>> {
      if (ids.length === 0) return new Map()
      const rows = await tx.run<{ id: number; texts: string[] }>(
        `${MERGED} WHERE r.namespace = $ns AND r.abstraction IN $given.ids WITH r ORDER BY r.id RETURN r.abstraction AS id, collect(r.text) AS texts`,
        { ns, ids },
      )
      return new Map(rows.map(({ id, texts }) => [id, texts]))
    },
  }
}
