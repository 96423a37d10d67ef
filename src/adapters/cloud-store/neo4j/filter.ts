import { entityKey, entityLookupKeys } from '../../../domain/entity/entity-name.ts'
import { chunksIn, factsIn, type MemoryId, toFactId } from '../../../domain/memory-id.ts'
import { trustRank } from '../../../domain/statement/source.ts'
import { hasPairs, indexedPairs, pairsToLookUp } from '../../../memory/metadata-pairs.ts'
import { MOST_PICKED } from '../../../memory/record-reader.ts'
import type { Evidence } from '../../../memory/records.ts'
import { calledSo } from '../../../memory/said-names.ts'
import type { MemoryFilter } from '../../../ports/memory-records.ts'
import { runEach, type Transaction } from './connection.ts'
import { loadFacts, MERGED } from './fact-fields.ts'
import { inSight } from './in-sight.ts'
import type { Operation } from './operation.ts'

/** Keys of the entities that go by the name, or whose whole name is a part of it: two who share a first name are not the same. */
export async function entitiesNamed(tx: Transaction, ns: string, name: string): Promise<string[]> {
  const rows = await tx.run<{ key: string }>(
    `MATCH (n:Name { namespace: $ns })-[:MEANS]->(e:Entity { namespace: $ns }) WHERE n.name = $name RETURN e.key AS key
     UNION MATCH (e:Entity { namespace: $ns }) WHERE e.key IN $given.names RETURN e.key AS key`,
    { ns, name: entityKey(name), names: [...entityLookupKeys(name), entityKey(name)] },
  )
  return rows.map(({ key }) => key)
}

/** Of these entities those that facts of the personas call so. */
async function calledInSight(
  tx: Transaction,
  ns: string,
  { keys, name, personas }: { keys: readonly string[]; name: string; personas: MemoryFilter['personas'] },
): Promise<string[]> {
  const facts = await loadFacts(
    tx,
    `MATCH (e:Entity { namespace: $ns })-[r:FACT]-() WHERE e.key IN $given.keys AND ${inSight('r')}
     WITH DISTINCT r ORDER BY r.id DESC LIMIT toInteger($limit)`,
    { ns, keys, personas, limit: MOST_PICKED },
  )
  return calledSo(keys, name, facts)
}

/** Memories that say again what these state. */
export const evidenceOf = (tx: Transaction, ns: string, targets: readonly MemoryId[]): Promise<Evidence[]> =>
  tx.run<Evidence>(
    'MATCH (e:Evidence { namespace: $ns }) WHERE e.target IN $given.targets AND e.memory > 0 RETURN e.target AS target, e.memory AS memory',
    { ns, targets },
  )

/** The memories that state a fact of the entity. */
async function stating(tx: Transaction, ns: string, { entity, personas, asSaid }: MemoryFilter): Promise<number[]> {
  const named = await entitiesNamed(tx, ns, entity!)
  const keys = asSaid ? await calledInSight(tx, ns, { keys: named, name: entity!, personas }) : named
  const first = await tx.run<{ id: number; memory: number }>(
    `MATCH (e:Entity { namespace: $ns })-[r:FACT]-() WHERE e.key IN $given.keys AND (startNode(r) = e OR NOT r.leaf)
     RETURN DISTINCT r.id AS id, coalesce(r.memory, 0) AS memory`,
    { ns, keys },
  )
  const again = await evidenceOf(
    tx,
    ns,
    first.map(({ id }) => toFactId(id)),
  )
  return [...first, ...again].map(({ memory }) => memory)
}

/** The memories that may have all the pairs; null: the namespace is of before, and does not have its pairs yet. */
async function having(tx: Transaction, ns: string, pairs: MemoryFilter['metadata']): Promise<number[] | null> {
  const [paired] = await tx.run('MATCH (n:Namespace { id: $ns }) WHERE n.paired IS NOT NULL RETURN 1 AS is', { ns })
  if (!paired) return null
  const lists = await Promise.all(
    pairsToLookUp(pairs).map((texts) =>
      tx.run<{ memory: number }>(
        'MATCH (p:MetadataPair { namespace: $ns }) WHERE p.pair IN $given.texts AND p.memory > 0 RETURN p.memory AS memory',
        { ns, texts },
      ),
    ),
  )
  return lists.sort((a, b) => a.length - b.length)[0]!.map(({ memory }) => memory)
}

function inBoth(some: readonly number[] | null, others: readonly number[] | null): readonly number[] | null {
  if (!some || !others) return some ?? others
  const both = new Set(others)
  return some.filter((id) => both.has(id))
}

interface Passed {
  readonly id: number
  readonly targets: readonly MemoryId[]
}

async function passed(
  tx: Transaction,
  ns: string,
  filter: MemoryFilter,
  among: readonly number[] | null,
  limit: number,
): Promise<Passed[]> {
  const { personas, sessionId, source, since, until, metadata } = filter
  const conditions = [
    among ? 'm.id IN $given.among' : sessionId === null && since === null && until === null ? 'm.id > 0' : null,
    personas && 'm.persona IN $given.personas',
    sessionId === null ? null : 'm.session = $sessionId',
    source && 'm.source = $trust',
    since === null ? null : 'm.occurredAt >= $since',
    until === null ? null : 'm.occurredAt < $until',
    metadata.length > 0 && 'm.metadata IS NOT NULL',
  ].filter((condition) => typeof condition === 'string')
  const rows = await tx.run<Passed & { metadata: string | null }>(
    `MATCH (m:Memory { namespace: $ns }) WHERE ${conditions.join(' AND ')}
     RETURN m.id AS id, m.metadata AS metadata, [s IN m.stated | split(s, ' ')[0]] AS targets
     ${metadata.length > 0 ? '' : 'LIMIT toInteger($limit)'}`,
    { ns, among, personas, sessionId, trust: source && trustRank(source), since, until, limit },
  )
  const passes = hasPairs(metadata)
  return rows.filter((row) => passes(row.metadata)).slice(0, limit)
}

/** Memories that pass, at most `limit`. `among`: of these. */
export async function memoriesPassing(
  tx: Transaction,
  ns: string,
  filter: MemoryFilter,
  among: readonly number[] | null = null,
  limit = Number.MAX_SAFE_INTEGER,
): Promise<Passed[]> {
  const wanted = inBoth(
    filter.entity === null ? null : await stating(tx, ns, filter),
    filter.metadata.length === 0 ? null : await having(tx, ns, filter.metadata),
  )
  return passed(tx, ns, filter, inBoth(among, wanted), limit)
}

export const stated: Operation<'stated'> = async (tx, ns, filter, most) => {
  const limit = most === null ? Number.MAX_SAFE_INTEGER : most + 1
  const memories = await memoriesPassing(tx, ns, filter, null, limit)
  return memories.length === limit ? null : [...new Set(memories.flatMap(({ targets }) => targets))]
}

export const passing: Operation<'passing'> = async (tx, ns, filter, targets) => {
  if (targets.length === 0) return []
  const [chunks, facts, again, ofEntity] = await Promise.all([
    tx.run<{ id: number; memory: number }>(
      'MATCH (c:Chunk { namespace: $ns }) WHERE c.id IN $given.ids RETURN c.id AS id, coalesce(c.memory, c.message, 0) AS memory',
      { ns, ids: chunksIn(targets) },
    ),
    tx.run<{ id: number; memory: number }>(
      'MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND r.id IN $given.ids RETURN r.id AS id, coalesce(r.memory, 0) AS memory',
      { ns, ids: factsIn(targets) },
    ),
    evidenceOf(tx, ns, targets),
    filter.entity === null ? null : stating(tx, ns, filter),
  ])
  const statements: Evidence[] = [
    ...chunks.map(({ id, memory }) => ({ target: `c${id}` as const, memory })),
    ...facts.map(({ id, memory }) => ({ target: `f${id}` as const, memory })),
    ...again,
  ]
  const memories = inBoth([...new Set(statements.map(({ memory }) => memory))], ofEntity)!
  const pass = new Set((await passed(tx, ns, filter, memories, Number.MAX_SAFE_INTEGER)).map(({ id }) => id))
  return [...new Set(statements.flatMap(({ target, memory }) => (pass.has(memory) ? target : [])))]
}

/** Of these facts those that pass; an abstraction passes with one of what was merged into it. */
export async function passingFacts(
  tx: Transaction,
  ns: string,
  facts: readonly { readonly id: number; readonly members: number }[],
  pass: (targets: readonly MemoryId[]) => Promise<ReadonlySet<MemoryId>>,
): Promise<Set<number>> {
  const merged = facts.filter(({ members }) => members > 0).map(({ id }) => id)
  const members =
    merged.length === 0
      ? []
      : await tx.run<{ id: number; abstraction: number }>(
          `${MERGED} WHERE r.namespace = $ns AND r.abstraction IN $given.merged RETURN r.id AS id, r.abstraction AS abstraction`,
          { ns, merged },
        )
  const passed = await pass([...facts, ...members].map(({ id }) => toFactId(id)))
  return new Set([
    ...facts.flatMap(({ id }) => (passed.has(toFactId(id)) ? id : [])),
    ...members.flatMap(({ id, abstraction }) => (passed.has(toFactId(id)) ? abstraction : [])),
  ])
}

interface Described {
  readonly id: number
  readonly metadata: string | null
}

const pairRows = (memories: readonly Described[]) =>
  memories.flatMap(({ id, metadata }) => indexedPairs(metadata).map((pair) => ({ pair, memory: id })))

/** Makes memories findable by their metadata. */
export const writePairs = (tx: Transaction, ns: string, memories: readonly Described[]): Promise<unknown> =>
  runEach(tx, ns, pairRows(memories), 'MERGE (:MetadataPair { namespace: $ns, pair: row.pair, memory: row.memory })')

export const removePairs = (tx: Transaction, ns: string, memories: readonly Described[]): Promise<unknown> =>
  runEach(
    tx,
    ns,
    pairRows(memories),
    'MATCH (p:MetadataPair { namespace: $ns, pair: row.pair, memory: row.memory }) DELETE p',
  )

const AT_ONCE = 1_000

/** Gives the memories of an earlier version their pairs; false: there is nothing left to do. */
export async function pairSome(tx: Transaction, ns: string): Promise<boolean> {
  const [state] = await tx.run<{ after: number; paired: boolean }>(
    `MATCH (n:Namespace { id: $ns }) SET n.writes = n.writes + 1
     RETURN coalesce(n.pairedUpTo, 0) AS after, n.paired IS NOT NULL OR n.recorded IS NULL AS paired`,
    { ns },
  )
  if (!state || state.paired) return false
  const memories = await tx.run<Described>(
    `MATCH (m:Memory { namespace: $ns }) WHERE m.id > $after RETURN m.id AS id, m.metadata AS metadata
     ORDER BY m.id LIMIT ${AT_ONCE}`,
    { ns, after: state.after },
  )
  const isLast = memories.length < AT_ONCE
  await Promise.all([
    writePairs(tx, ns, memories),
    tx.run('MATCH (n:Namespace { id: $ns }) SET n.pairedUpTo = $upTo, n.paired = $paired', {
      ns,
      upTo: isLast ? null : memories.at(-1)!.id,
      paired: isLast ? true : null,
    }),
  ])
  return true
}
