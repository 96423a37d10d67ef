import { entityKey } from '../domain/entity/entity-name.ts'
import { confidenceOf } from '../domain/lifecycle/strength.ts'
import { chunksIn, factsIn, type MemoryId, toChunkId, toFactId } from '../domain/memory-id.ts'
import { SOURCES } from '../domain/statement/source.ts'
import type {
  GraphEdge,
  GraphNode,
  KnownFact,
  Memory,
  MemoryDetail,
  MemoryRecords,
  Page,
  RecordFilter,
  RecordState,
} from '../ports/memory-records.ts'
import { endsOf } from './edge.ts'
import { readProfile } from './read-profile.ts'
import type { CountedEntity, Personas, RecordReader, ShownChunk } from './record-reader.ts'
import type { Evidence, MemoryRecord, StoredFact } from './records.ts'
import { resolveConflicts, type SupersededBy } from './resolve-conflicts.ts'

/** Records and facts that are looked at for one page, where a condition can only be checked one by one. */
const MOST_LOOKED_AT = 2_000
/** Of a condition that picks single memories, such as a word, as many are looked at. */
const MOST_PICKED = 10_000
/** Entities that a picture begins with, where none is asked for. */
const STRONGEST = 12

/** What every store answers, from what it can look up. */
export function readRecords(reader: RecordReader) {
  async function listMemories({
    filter,
    before,
    limit,
  }: Parameters<MemoryRecords['listMemories']>[1]): ReturnType<MemoryRecords['listMemories']> {
    const among = await picked(filter)
    return inSteps({ before, limit }, async (page) => {
      const records = await reader.records({ ...filter, ...page, among })
      const memories = (await describe(records, filter.personas)).filter(isIn(filter.state))
      return { found: memories, looked: records }
    }).then(({ found, next }) => ({ memories: found, next }))
  }

  /** The records that a condition on facts or words leaves; null: there is none. */
  async function picked({ entity, words }: RecordFilter): Promise<number[] | null> {
    const lists: number[][] = []
    if (entity !== null) {
      const keys = await reader.named(entity)
      const facts =
        keys.length === 0
          ? []
          : await reader.factPage({ before: null, limit: MOST_PICKED, personas: null, entities: keys })
      lists.push(await statedBy(facts.map(({ id, memory }) => ({ target: toFactId(id), memory }))))
    }
    if (words.length > 0) {
      const chunks = await reader.chunks(await reader.having(words, MOST_PICKED))
      lists.push(await statedBy(chunks.map(({ id, memory }) => ({ target: toChunkId(id), memory }))))
    }
    if (lists.length === 0) return null
    return lists.reduce((left, right) => {
      const both = new Set(right)
      return left.filter((id) => both.has(id))
    })
  }

  async function statedBy(first: readonly Evidence[]): Promise<number[]> {
    const again = await reader.evidence(first.map(({ target }) => target))
    return [...new Set([...first, ...again].map(({ memory }) => memory))]
  }

  /** All that the records state, and what of it no longer holds. */
  async function statedIn(records: readonly MemoryRecord[], personas: Personas) {
    const targets = records.flatMap(targetsOf)
    const [chunks, facts] = await Promise.all([reader.chunks(chunksIn(targets)), reader.facts(factsIn(targets))])
    const chunkOf = new Map(chunks.map((chunk) => [chunk.id, chunk]))
    return { chunkOf, facts, superseded: await supersededAmong(facts, personas) }
  }

  /** Memories with their text and whether they still hold. */
  async function describe(records: readonly MemoryRecord[], personas: Personas): Promise<Memory[]> {
    const { chunkOf, superseded } = await statedIn(records, personas)
    return records.map((record) => toMemory(record, chunkOf, superseded))
  }

  const supersededAmong = async (facts: readonly StoredFact[], personas: Personas): Promise<SupersededBy> =>
    resolveConflicts(facts, await reader.rivals(facts, personas))

  async function findMemories({
    ids,
  }: Parameters<MemoryRecords['findMemories']>[1]): ReturnType<MemoryRecords['findMemories']> {
    const records = await reader.recordsById(ids)
    const { chunkOf, facts, superseded } = await statedIn(records, null)
    const described = await describeFacts(facts, null)
    return records.map((record): MemoryDetail => {
      const stated = new Set(targetsOf(record))
      return {
        ...toMemory(record, chunkOf, superseded),
        chunks: chunksOf(record, chunkOf)
          .sort((a, b) => a.id - b.id)
          .map(toChunk),
        facts: described.filter(({ id }) => stated.has(id)),
      }
    })
  }

  async function describeFacts(facts: readonly StoredFact[], personas: Personas): Promise<KnownFact[]> {
    const [superseded, again, entities] = await Promise.all([
      supersededAmong(facts, personas),
      reader.evidence(facts.map(({ id }) => toFactId(id))),
      reader.entities([...new Set(facts.flatMap(({ subject, object }) => [subject, object]))]),
    ])
    const nameOf = new Map(entities.map(({ key, name }) => [key, name]))
    const others = Map.groupBy(again, ({ target }) => target)
    return [...facts]
      .sort((a, b) => b.id - a.id)
      .map((fact) => toKnownFact(fact, superseded, nameOf, others.get(toFactId(fact.id)) ?? []))
  }

  async function listFacts({
    before,
    limit,
    personas,
    entity,
    relation,
    state,
  }: Parameters<MemoryRecords['listFacts']>[1]): ReturnType<MemoryRecords['listFacts']> {
    const entities = entity === null ? null : await reader.named(entity)
    if (entities?.length === 0) return { facts: [], next: null }
    const isOf = (fact: StoredFact) =>
      fact.members === 0 &&
      (relation === null || [fact.relation, fact.predicate].some((one) => entityKey(one) === entityKey(relation)))
    return inSteps({ before, limit }, async (page) => {
      const looked = await reader.factPage({ ...page, personas, entities })
      const found = (await describeFacts(looked.filter(isOf), personas)).filter(isIn(state))
      return { found, looked }
    }).then(({ found, next }) => ({ facts: found, next }))
  }

  async function graph({
    entity,
    personas,
    limit,
  }: Parameters<MemoryRecords['graph']>[1]): ReturnType<MemoryRecords['graph']> {
    const from =
      entity === null ? (await reader.strongest(personas, STRONGEST)).map(({ key }) => key) : await reader.named(entity)
    const facts = (
      from.length === 0 ? [] : await reader.factPage({ before: null, limit, personas, entities: from })
    ).filter(({ members }) => members === 0)
    const [superseded, entities] = await Promise.all([
      supersededAmong(facts, personas),
      reader.entities([...new Set([...from, ...facts.flatMap(({ subject, object }) => [subject, object])])]),
    ])
    return { nodes: entities.map(toNode), edges: facts.map((fact) => toEdge(fact, superseded)) }
  }

  /** Their whole texts, by id. */
  async function textOf(records: readonly MemoryRecord[]): Promise<ReadonlyMap<number, string>> {
    return new Map((await describe(records, null)).map(({ id, text }) => [id, text]))
  }

  return { listMemories, findMemories, listFacts, graph, profile: readProfile(reader, describeFacts, textOf) }
}

export type RecordReading = ReturnType<typeof readRecords>

const isIn =
  (state: RecordState | null) =>
  (one: { readonly state: RecordState }): boolean =>
    state === null || one.state === state

/** Looks through steps of a list until the page is full, the list is at its end, or enough was looked at. */
async function inSteps<T extends { readonly id: number | MemoryId }>(
  { before, limit }: Page,
  step: (page: Page) => Promise<{ readonly found: readonly T[]; readonly looked: readonly { readonly id: number }[] }>,
): Promise<{ found: T[]; next: number | null }> {
  const found: T[] = []
  const numberOf = ({ id }: T) => (typeof id === 'number' ? id : Number(id.slice(1)))
  let last = before
  // One more than a page has tells whether there is another.
  const atOnce = limit + 1
  for (let looked = 0; looked < MOST_LOOKED_AT; looked += atOnce) {
    const some = await step({ before: last, limit: atOnce })
    for (const one of some.found) {
      if (found.length === limit) return { found, next: numberOf(found.at(-1)!) }
      found.push(one)
    }
    if (some.looked.length < atOnce) return { found, next: null }
    last = some.looked.at(-1)!.id
  }
  return { found, next: last }
}

const targetsOf = ({ stated }: MemoryRecord): MemoryId[] => stated.map(({ target }) => target)

const chunksOf = (record: MemoryRecord, chunkOf: ReadonlyMap<number, ShownChunk>): ShownChunk[] =>
  chunksIn(targetsOf(record)).flatMap((id) => chunkOf.get(id) ?? [])

function toMemory(record: MemoryRecord, chunkOf: ReadonlyMap<number, ShownChunk>, superseded: SupersededBy): Memory {
  const chunks = chunksOf(record, chunkOf)
  const facts = factsIn(targetsOf(record))
  return {
    id: record.id,
    text: record.text ?? chunks.map(({ text }) => text).join('\n'),
    persona: record.persona,
    source: SOURCES[record.source]!,
    sessionId: record.session,
    speaker: record.speaker,
    metadata: record.metadata === null ? null : JSON.parse(record.metadata),
    occurredAt: record.occurredAt,
    createdAt: record.createdAt,
    state: facts.length > 0 && facts.every((id) => superseded.has(id)) ? 'superseded' : 'current',
  }
}

const timesOf = ({ createdAt, statedAt, lastAccess, accessCount }: ShownChunk | StoredFact) => ({
  ...{ createdAt, statedAt, lastAccess, accessCount },
})

const toChunk = (chunk: ShownChunk) => ({
  id: toChunkId(chunk.id),
  text: chunk.text,
  confidence: confidenceOf(chunk.level),
  ...timesOf(chunk),
})

function toKnownFact(
  fact: StoredFact,
  superseded: SupersededBy,
  nameOf: ReadonlyMap<string, string>,
  again: readonly Evidence[],
): KnownFact {
  const by = superseded.get(fact.id)
  const memories = [fact.memory, ...again.map(({ memory }) => memory).sort((a, b) => a - b)]
  return {
    id: toFactId(fact.id),
    text: fact.text,
    persona: fact.persona,
    source: SOURCES[fact.source]!,
    subject: nameOf.get(fact.subject) ?? fact.subject,
    relation: fact.relation,
    predicate: fact.predicate,
    object: nameOf.get(fact.object) ?? fact.object,
    slot: fact.slot,
    confidence: confidenceOf(fact.level),
    state: by === undefined ? 'current' : 'superseded',
    supersededBy: by === undefined ? null : toFactId(by),
    memories: memories.filter((id) => id > 0),
    ...timesOf(fact),
  }
}

const toNode = ({ key, name, kind, facts }: CountedEntity): GraphNode => ({ key, name, kind, facts })

function toEdge(fact: StoredFact, superseded: SupersededBy): GraphEdge {
  const [from, to = fact.object] = endsOf(fact)
  return {
    id: toFactId(fact.id),
    from: from!,
    to,
    text: fact.text,
    relation: fact.relation,
    persona: fact.persona,
    confidence: confidenceOf(fact.level),
    state: superseded.has(fact.id) ? 'superseded' : 'current',
    statedAt: fact.statedAt,
  }
}
