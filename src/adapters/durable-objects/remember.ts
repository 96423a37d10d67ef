import { levelOf } from '../../domain/lifecycle/strength.ts'
import type { MemoryId } from '../../domain/memory-id.ts'
import type { PackedVector } from '../../domain/ranking/vector.ts'
import type { Mention } from '../../domain/statement/fact.ts'
import { trustRank } from '../../domain/statement/source.ts'
import { betterStanding, createDuplicateRule } from '../../memory/duplicate.ts'
import type { NewChunk, NewFact, NewMemory, Remembered, StatedText } from '../../ports/new-memory.ts'
import { dissolveContradicted } from './abstractions.ts'
import { leaveVector } from './forget.ts'
import { storeVectors } from './store-vectors.ts'
import type { ChunkRow } from './tables/chunks.ts'
import type { FactRow } from './tables/facts.ts'
import type { PersonaRow } from './tables/personas.ts'
import type { VaultTables } from './vault-tables.ts'

/** Stores one memory: what is new is added, what is known is restated. Runs inside the batch's transaction, in the order of the items. */
export function remember(tables: VaultTables, memory: NewMemory, now: number): Remembered {
  const when = { now, statedAt: tables.statedAt(now) }
  const persona = tables.personas.open(memory.persona)
  const session = memory.sessionId === null ? null : tables.chunks.sessionId(memory.sessionId, persona.id)

  const ids: MemoryId[] = []
  const known: ChunkRow[] = []
  let chunks = 0
  let facts = 0
  let message: number | null = null
  for (const [at, chunk] of memory.chunks.entries()) {
    const duplicate = findDuplicate(tables, memory, chunk, persona, now)
    if (duplicate) {
      known.push(duplicate)
      ids.push(...restateChunk(tables, duplicate, memory, when))
      continue
    }
    const id = tables.ids.next('chunks')
    message ??= id
    const stated = memory.facts.filter((fact) => fact.chunk === at)
    const vectors = assignVectors(tables, chunk, stated)
    const factIds = stated.map((fact) =>
      mergeFact(tables, memory, fact, persona, id, vectors.get(fact.vector ?? chunk.vector)!, when),
    )
    const standsFor = (vector: PackedVector) =>
      stated.flatMap((fact, i) => ((fact.vector ?? chunk.vector) === vector ? factIds[i]! : []))
    storeVectors(
      tables,
      [...vectors].map(([vector, vectorId]) => ({
        id: vectorId,
        chunk: id,
        persona: persona.id,
        facts: standsFor(vector),
        vector,
      })),
    )
    const row = toChunkRow(memory, chunk, persona, session, when)
    const links = { message, facts: factIds, vectors: [...vectors.values()] }
    tables.chunks.insert({ ...row, ...links, id }, chunk.words)
    tables.personas.add(persona, { chunks: 1, words: chunk.words.length })
    tables.horizon.saw(row.level)
    if (memory.speaker) tables.personas.addSpeaker(persona, memory.speaker, 1)
    chunks++
    facts += new Set(factIds).size
    ids.push(`c${id}`, ...factIds.map((fact): MemoryId => `f${fact}`))
  }
  const duplicateOf = chunks === 0 && known.length > 0 ? `c${known[0]!.id}` : null
  return { chunks, facts, duplicateOf, ids: [...new Set(ids)] }
}

/** Which of the text's chunks would only be restated. */
export function known(tables: VaultTables, text: StatedText, now: number): boolean[] {
  const persona = tables.personas.find(text.persona)
  return text.chunks.map(
    (chunk) => persona !== undefined && findDuplicate(tables, text, chunk, persona, now) !== undefined,
  )
}

/** The chunk of the same persona that says the same, in the same circumstances where these matter ("I", "yesterday"). */
function findDuplicate(
  tables: VaultTables,
  memory: Pick<NewMemory, 'source' | 'speaker'>,
  chunk: Pick<NewChunk, 'text' | 'statement'>,
  persona: PersonaRow,
  now: number,
): ChunkRow | undefined {
  const candidates = tables.chunks.byStatement(chunk.statement, persona.id)
  if (candidates.length === 0) return undefined
  const isDuplicate = createDuplicateRule({ text: chunk.text, source: memory.source, speaker: memory.speaker }, now)
  return candidates.find((row) => isDuplicate({ ...row, statedAt: row.stated_at }))
}

/** `statedAt` rises with every text, also inside one request: it decides which of two statements is the later one. */
interface When {
  readonly now: number
  readonly statedAt: number
}

function toChunkRow(memory: NewMemory, chunk: NewChunk, persona: PersonaRow, session: number | null, when: When) {
  return {
    persona: persona.id,
    statement: chunk.statement,
    text: chunk.text,
    start: chunk.start,
    source: trustRank(memory.source),
    level: levelOf(memory.confidence),
    created_at: when.now,
    stated_at: when.statedAt,
    last_access: when.now,
    access_count: 0,
    session,
    speaker: memory.speaker,
    metadata: memory.metadata && JSON.stringify(memory.metadata),
    words: chunk.words.length,
  }
}

/** The chunk's own vector first, then one for each sentence that has its own: facts of one sentence share it. */
function assignVectors(tables: VaultTables, chunk: NewChunk, facts: readonly NewFact[]): Map<PackedVector, number> {
  const distinct = new Set([chunk.vector, ...facts.flatMap((fact) => fact.vector ?? [])])
  return new Map([...distinct].map((vector) => [vector, tables.ids.next('vectors')]))
}

function restateChunk(tables: VaultTables, row: ChunkRow, memory: NewMemory, when: When): MemoryId[] {
  const standing = betterStanding(row, memory.source, memory.confidence)
  tables.horizon.saw(standing.level)
  tables.chunks.restate({
    ...row,
    ...standing,
    stated_at: when.statedAt,
    last_access: when.now,
    access_count: row.access_count + 1,
    metadata: memory.metadata ? JSON.stringify(memory.metadata) : row.metadata,
  })
  const facts = tables.facts.byIds(row.facts)
  for (const fact of facts) {
    restateFact(tables, fact, memory, fact, when)
    const source = Math.min(fact.source, trustRank(memory.source))
    dissolveContradicted(tables, { ...fact, source }, tables.facts.inSlot(fact.subject, fact.slot, fact.persona))
  }
  return [`c${row.id}`, ...facts.map((fact): MemoryId => `f${fact.id}`)]
}

type Wording = Pick<FactRow, 'text' | 'relation' | 'chunk' | 'vector'>

function restateFact(tables: VaultTables, row: FactRow, memory: NewMemory, wording: Wording, when: When): void {
  const confidence = memory.source === 'user' ? 1 : memory.confidence
  const standing = betterStanding(row, memory.source, confidence)
  tables.horizon.saw(standing.level)
  // Whoever says again what was merged reminds of the whole.
  if (row.abstraction !== null) tables.facts.access([{ id: row.abstraction, last: when.now, times: 1 }])
  tables.facts.restate({
    ...row,
    ...standing,
    text: wording.text,
    relation: wording.relation,
    chunk: wording.chunk,
    vector: wording.vector,
    stated_at: when.statedAt,
    last_access: when.now,
    access_count: row.access_count + 1,
    metadata: memory.metadata ? JSON.stringify(memory.metadata) : row.metadata,
  })
}

/** Adds the fact, or restates the one that says the same already. */
function mergeFact(
  tables: VaultTables,
  memory: NewMemory,
  fact: NewFact,
  persona: PersonaRow,
  chunk: number,
  vector: number,
  when: When,
): number {
  const subject = entity(tables, fact.subject)
  const object = entity(tables, fact.object)
  const wording = { text: fact.text, relation: fact.relation, chunk, vector }
  const competing = tables.facts.inSlot(subject, fact.slot, persona.id)
  const duplicate = competing.find(
    (row) =>
      row.predicate === fact.predicate &&
      row.object === object &&
      row.negated === Number(fact.negated) &&
      row.aspect === fact.aspect,
  )
  const source = Math.min(trustRank(memory.source), duplicate?.source ?? Number.POSITIVE_INFINITY)
  dissolveContradicted(tables, { ...fact, source, persona: persona.id, denies: Number(fact.denies) }, competing)
  if (duplicate && trustRank(memory.source) > duplicate.source) {
    // An assistant that repeats what a user once said does not make it the user's latest word.
    tables.facts.access([{ id: duplicate.id, last: when.now, times: 1 }])
    return duplicate.id
  }
  if (duplicate) {
    restateFact(tables, duplicate, memory, wording, when)
    leaveVector(tables, duplicate)
    return duplicate.id
  }
  const id = tables.ids.next('facts')
  tables.facts.insert({
    id,
    ...wording,
    persona: persona.id,
    subject,
    predicate: fact.predicate,
    object,
    leaf: Number(fact.object.kind === 'value'),
    negated: Number(fact.negated),
    aspect: fact.aspect,
    slot: fact.slot,
    value: fact.value,
    denies: Number(fact.denies),
    source: trustRank(memory.source),
    level: levelOf(fact.confidence),
    created_at: when.now,
    stated_at: when.statedAt,
    last_access: when.now,
    access_count: 0,
    metadata: memory.metadata && JSON.stringify(memory.metadata),
    abstraction: null,
    members: 0,
    contested: tables.facts.contest({ subject, slot: fact.slot }),
  })
  tables.horizon.saw(levelOf(fact.confidence))
  tables.personas.add(persona, { facts: 1 })
  tables.graph.use(persona, [subject, object], 1)
  return id
}

const entity = (tables: VaultTables, mention: Mention): string => tables.graph.canonical(mention)
