import { isWithin } from '../domain/date/calendar.ts'
import { entityKey } from '../domain/entity/entity-name.ts'
import { confidenceOf } from '../domain/lifecycle/strength.ts'
import { chunksIn, factsIn, type MemoryId, toChunkId, toFactId } from '../domain/memory-id.ts'
import { UNNAMED } from '../domain/statement/said-sides.ts'
import { SOURCES } from '../domain/statement/source.ts'
import type { EntityEntry } from '../ports/entity-register.ts'
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
import { toEntry } from './entity-entry.ts'
import { readProfile } from './read-profile.ts'
import { type CountedEntity, MOST_PICKED, type Personas, type RecordReader, type ShownChunk } from './record-reader.ts'
import type { Evidence, MemoryRecord, StoredFact } from './records.ts'
import { resolveConflicts, type SupersededBy } from './resolve-conflicts.ts'
import { isAbout, namesFor } from './revision/is-about.ts'
import { calledSo, saidNames } from './said-names.ts'
import { isInvalidated } from './state-changes.ts'

/** Records and facts that are looked at for one page, where a condition can only be checked one by one. */
const MOST_LOOKED_AT = 2_000
const FACTS_AT_ONCE = 1_000
/** Entities that a picture begins with, where none is asked for. */
const STRONGEST = 12

/** What every store answers, from what it can look up. */
export function readRecords(reader: RecordReader) {
  async function listMemories({
    filter,
    before,
    limit,
    asSaid,
  }: Parameters<MemoryRecords['listMemories']>[1]): ReturnType<MemoryRecords['listMemories']> {
    const among = await picked(filter, before, asSaid)
    return inSteps({ before, limit }, async (page) => {
      const records = await reader.records({ ...filter, ...page, among })
      const memories = (await describe(records, filter.personas)).filter(isIn(filter.state))
      return { found: memories, looked: records }
    }).then(({ found, next }) => ({ memories: found, next }))
  }

  /** The records that a condition on facts or words leaves; null: there is none. */
  async function picked(filter: RecordFilter, before: number | null, asSaid?: boolean): Promise<number[] | null> {
    const { entity, words, personas, state } = filter
    const lists: number[][] = []
    if (entity !== null) {
      const keys = await named(entity, personas, asSaid)
      const facts =
        keys.length === 0 ? [] : await reader.factPage({ before: null, limit: MOST_PICKED, personas, entities: keys })
      const stating = await statedBy(facts.map(({ id, memory }) => ({ target: toFactId(id), memory })))
      const mayBeHidden = state === null || state === 'invalidated'
      const page = { before, limit: MOST_PICKED, personas }
      lists.push(mayBeHidden ? [...stating, ...(await hiddenAbout(entity, page, asSaid))] : stating)
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

  /** What is out of retrieval and would be about somebody of this name, by the rule that erasing goes by. */
  async function hiddenAbout(
    name: string,
    page: Parameters<RecordReader['hidden']>[0],
    asSaid?: boolean,
  ): Promise<number[]> {
    const hidden = await reader.hidden(page)
    if (hidden.length === 0) return []
    // Whoever may not see what others say knows nobody by another name that they gave.
    const names = namesFor(name, asSaid ? [] : await reader.entities(await reader.named(name), null))
    return hidden.filter((one) => isAbout(names, one)).map(({ id }) => id)
  }

  /** Keys of the entities that go by the name; `asSaid`: that facts of these personas call so. */
  async function named(name: string, personas: Personas, asSaid?: boolean): Promise<readonly string[]> {
    const keys = await reader.named(name)
    if (!asSaid || keys.length === 0) return keys
    return calledSo(keys, name, await reader.factPage({ before: null, limit: MOST_PICKED, personas, entities: keys }))
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
    personas = null,
    asSaid,
  }: Parameters<MemoryRecords['findMemories']>[1]): ReturnType<MemoryRecords['findMemories']> {
    const found = await reader.recordsById(ids)
    const records = found.filter(({ persona }) => personas === null || personas.includes(persona))
    const { chunkOf, facts, superseded } = await statedIn(records, personas)
    const described = await describeFacts(facts, personas, asSaid)
    return records.map((record): MemoryDetail => {
      const stated = new Set(targetsOf(record))
      return {
        ...toMemory(record, chunkOf, superseded),
        chunks: chunksOf(record, chunkOf)
          .sort((a, b) => a.id - b.id)
          .map(toChunk),
        facts: described.filter(({ id, persona }) => persona === record.persona && stated.has(id)),
      }
    })
  }

  async function describeFacts(
    facts: readonly StoredFact[],
    personas: Personas,
    asSaid?: boolean,
  ): Promise<KnownFact[]> {
    const [superseded, again, entities] = await Promise.all([
      supersededAmong(facts, personas),
      reader.evidence(facts.map(({ id }) => toFactId(id))),
      reader.entities([...new Set(facts.flatMap(({ subject, object }) => [subject, object]))], null),
    ])
    const said = asSaid ? saidNames(facts) : null
    const nameOf = new Map(entities.map((entity) => [entity.key, said ? said.nameOf(entity) : entity.name]))
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
    dateSince = null,
    dateUntil = null,
    asSaid,
  }: Parameters<MemoryRecords['listFacts']>[1]): ReturnType<MemoryRecords['listFacts']> {
    const entities = entity === null ? null : await named(entity, personas, asSaid)
    if (entities?.length === 0) return { facts: [], next: null }
    const dated = dateSince !== null || dateUntil !== null
    const isOf = (fact: StoredFact) =>
      fact.members === 0 &&
      (!dated || isWithin(fact.date, dateSince, dateUntil)) &&
      (relation === null || [fact.relation, fact.predicate].some((one) => entityKey(one) === entityKey(relation)))
    return inSteps({ before, limit }, async (page) => {
      const looked = await reader.factPage({ ...page, personas, entities, dated })
      const found = (await describeFacts(looked.filter(isOf), personas, asSaid)).filter(isIn(state))
      return { found, looked }
    }).then(({ found, next }) => ({ facts: found, next }))
  }

  async function graph({
    entity,
    personas,
    limit,
    asSaid,
  }: Parameters<MemoryRecords['graph']>[1]): ReturnType<MemoryRecords['graph']> {
    const from =
      entity === null
        ? (await reader.strongest(personas, STRONGEST)).map(({ key }) => key)
        : await named(entity, personas, asSaid)
    const facts = (
      from.length === 0 ? [] : await reader.factPage({ before: null, limit, personas, entities: from })
    ).filter(({ members }) => members === 0)
    const [superseded, entities] = await Promise.all([
      supersededAmong(facts, personas),
      reader.entities([...new Set([...from, ...facts.flatMap(({ subject, object }) => [subject, object])])], personas),
    ])
    const nodes = entities.map(toNode)
    const edges = facts.map((fact) => toEdge(fact, superseded))
    if (!asSaid) return { nodes, edges }
    const said = saidNames(facts)
    const ids = said.idsOf(entities)
    const idOf = (key: string) => ids.get(key) ?? UNNAMED
    return {
      // A limit may have left out all that names one.
      nodes: entities.flatMap((one, at) =>
        said.has(one.key) ? { ...nodes[at]!, key: idOf(one.key), name: said.nameOf(one) } : [],
      ),
      edges: edges.map((edge) => ({ ...edge, from: idOf(edge.from), to: idOf(edge.to) })),
    }
  }

  /** The entities that stand in facts of these personas, under the names that these facts say, in the order of those. */
  async function listEntities({ after, limit, personas }: EntityPage): Promise<EntityEntry[]> {
    const facts: StoredFact[] = []
    for (let before: number | null = null; facts.length < MOST_PICKED; ) {
      const page: readonly StoredFact[] = await reader.factPage({
        before,
        limit: FACTS_AT_ONCE,
        personas,
        entities: null,
      })
      facts.push(...page.filter(({ members }) => members === 0))
      if (page.length < FACTS_AT_ONCE) break
      before = page.at(-1)!.id
    }
    const said = saidNames(facts)
    const shown = (await reader.entities(said.keys(), personas)).map(said.shown)
    const inOrder = shown.map((one) => ({ ...one, order: entityKey(one.name) }))
    return inOrder
      .filter(({ order }) => order > entityKey(after))
      .sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0))
      .slice(0, limit)
      .map(toEntry)
  }

  /** Their whole texts, by id. */
  async function textOf(records: readonly MemoryRecord[]): Promise<ReadonlyMap<number, string>> {
    return new Map((await describe(records, null)).map(({ id, text }) => [id, text]))
  }

  const profile = readProfile(reader, { named, describeFacts, textOf })
  return { listMemories, findMemories, listFacts, graph, listEntities, profile }
}

interface EntityPage {
  /** The last name of the page before. */
  readonly after: string
  readonly limit: number
  readonly personas: readonly string[]
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

/** A memory that names another persona's shows nothing of it. */
const chunksOf = (record: MemoryRecord, chunkOf: ReadonlyMap<number, ShownChunk>): ShownChunk[] =>
  chunksIn(targetsOf(record)).flatMap((id) => {
    const chunk = chunkOf.get(id)
    return chunk?.persona === record.persona ? chunk : []
  })

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
    ...{ occurredAt: record.occurredAt, offsetMs: record.offsetMs },
    createdAt: record.createdAt,
    state: isInvalidated(record)
      ? 'invalidated'
      : facts.length > 0 && facts.every((id) => superseded.has(id))
        ? 'superseded'
        : 'current',
    version: record.version,
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
    date: fact.date ?? null,
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
    // As of an earlier time the first of them may be one who only said it again.
    memories: [...new Set(memories)].filter((id) => id > 0),
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
