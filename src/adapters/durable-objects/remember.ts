import { toChunkId, toFactId } from '../../domain/memory-id.ts'
import type { PackedVector } from '../../domain/ranking/vector.ts'
import { foundAmong, type ImportRow, importPairs, withoutImported } from '../../memory/already-imported.ts'
import type { AddedChunk, Change, Known, Wanted } from '../../memory/change.ts'
import { knownAmong } from '../../memory/duplicate.ts'
import { createdBy } from '../../memory/ingest-counts.ts'
import { draftChange, wantedBy } from '../../memory/plan-change.ts'
import type { PlannedFact } from '../../memory/plan-facts.ts'
import type { Place, StoredFact } from '../../memory/records.ts'
import type { ImportedBefore, NewMemory, Remembered, StatedText } from '../../ports/new-memory.ts'
import { dissolve } from './abstractions.ts'
import { leaveVector } from './forget.ts'
import { storeVectors } from './store-vectors.ts'
import { storedChunks, storedFacts } from './stored-rows.ts'
import type { VaultTables } from './vault-tables.ts'

/** Looks up what the rules ask for, and writes what they answer. Runs inside the batch's transaction. */
export function remember(
  tables: VaultTables,
  { now, memories }: { readonly now: number; readonly memories: readonly NewMemory[] },
): Remembered[] {
  tables.lastStatedAt ??= tables.memories.lastCreatedAt()
  const { fresh, answers } = withoutImported(importRows(tables, memories), memories)
  const told = { now, memories: fresh, lastStatedAt: tables.lastStatedAt }
  const draft = draftChange(told, lookUp(tables, wantedBy(fresh)), tables.ids.next)
  const { change, remembered: stored, superseded } = draft.complete(factsIn(tables, draft.places))
  const remembered = answers(stored)
  apply(tables, change)
  tables.journal.collect('created', createdBy(remembered))
  tables.journal.collect('superseded', superseded)
  return remembered
}

const importRows = (tables: VaultTables, texts: readonly Pick<NewMemory, 'importId'>[]): ImportRow[] =>
  tables.memories
    .imported(importPairs(texts))
    .map(({ persona, ...row }) => ({ ...row, persona: tables.personas.get(persona).name }))

/** The memories that an import brought of these texts. */
export const imported = (tables: VaultTables, texts: readonly ImportedBefore[]): (number | null)[] =>
  foundAmong(importRows(tables, texts), texts)

/** Which of the chunks of each text would only be restated. */
export function known(
  tables: VaultTables,
  { now, texts }: { readonly now: number; readonly texts: readonly StatedText[] },
): boolean[][] {
  const rows = tables.chunks.byStatements(texts.flatMap(({ chunks }) => chunks.map(({ statement }) => statement)))
  return knownAmong(withSaidAt(tables, storedChunks(tables, rows)), texts, now)
}

function lookUp(tables: VaultTables, { statements, mentions }: Wanted): Known {
  const chunks = tables.chunks.byStatements(statements.map(({ statement }) => statement))
  const facts = tables.facts.byIds(chunks.flatMap((chunk) => chunk.facts))
  return {
    chunks: withSaidAt(tables, storedChunks(tables, chunks)),
    facts: storedFacts(tables, facts),
    ...tables.graph.known(mentions),
  }
}

/** Chunks that may be said again know by whose day they were said first. */
function withSaidAt<Chunk extends { readonly memory: number }>(tables: VaultTables, chunks: readonly Chunk[]) {
  const saidAt = tables.memories.saidAt([...new Set(chunks.map(({ memory }) => memory))])
  return chunks.map((chunk) => ({ ...chunk, saidAt: saidAt.get(chunk.memory) }))
}

function factsIn(tables: VaultTables, places: readonly Place[]): StoredFact[] {
  const personas = [...new Set(places.map(({ persona }) => persona))]
  const scopes = personas.flatMap((name) => tables.personas.find(name)?.id ?? [])
  return storedFacts(tables, tables.facts.inSlots(places, scopes))
}

function apply(tables: VaultTables, change: Change): void {
  tables.lastStatedAt = change.lastStatedAt
  for (const name of change.personas) tables.personas.open(name)
  for (const id of change.dissolved) dissolve(tables, id)
  tables.graph.learn(change.entities, change.names)
  const sessions = new Map(
    change.sessions.map(({ name, persona }) => [name, tables.chunks.sessionId(name, personaOf(tables, persona).id)]),
  )
  const vectors = new Map(change.chunks.map((chunk) => [chunk.id, addVectors(tables, chunk)]))
  const vectorOf = (fact: PlannedFact) => vectors.get(fact.chunk)!.get(fact.vector!)!
  for (const chunk of change.chunks) {
    const session = chunk.session === null ? null : sessions.get(chunk.session)!
    addChunk(tables, chunk, session, [...vectors.get(chunk.id)!.values()])
  }
  if (change.restatedChunks.length > 0) tables.vectors.forgetSources()
  for (const chunk of change.restatedChunks) {
    tables.horizon.saw(chunk.level)
    tables.chunks.restate(chunk)
    tables.accesses.drop([toChunkId(chunk.id)])
  }
  for (const fact of change.facts) addFact(tables, fact, vectorOf(fact))
  const before = new Map(tables.facts.byIds(change.restatedFacts.map(({ id }) => id)).map((row) => [row.id, row]))
  for (const fact of change.restatedFacts) {
    const row = before.get(fact.id)!
    tables.horizon.saw(fact.level)
    tables.facts.restate({ ...fact, vector: fact.vector ? vectorOf(fact) : row.vector })
    tables.accesses.drop([toFactId(fact.id)])
    if (fact.vector) leaveVector(tables, row)
  }
  for (const fact of change.supportedFacts) tables.facts.support(fact)
  tables.accesses.addFacts(change.accessedFacts)
  for (const record of change.memories)
    tables.memories.insert({ ...record, persona: personaOf(tables, record.persona).id })
  for (const evidence of change.evidence) tables.memories.addEvidence(evidence)
}

const personaOf = (tables: VaultTables, name: string) => tables.personas.find(name)!

/** The chunk's own first, then one for each sentence that has its own: facts of one sentence share it. */
function addVectors(tables: VaultTables, { id, persona, vectors, stated }: AddedChunk): Map<PackedVector, number> {
  const rows = vectors.map((vector) => ({
    id: tables.ids.next('vectors'),
    chunk: id,
    persona: personaOf(tables, persona).id,
    facts: stated.filter((one) => one.vector === vector).map(({ fact }) => fact),
    vector,
  }))
  storeVectors(tables, rows)
  return new Map(rows.map((row) => [row.vector, row.id]))
}

function addChunk(tables: VaultTables, chunk: AddedChunk, session: number | null, vectors: readonly number[]): void {
  const { start, words } = chunk.told
  const persona = personaOf(tables, chunk.persona)
  tables.chunks.insert({ ...chunk, persona: persona.id, start, session, vectors, words: words.length }, words)
  tables.personas.add(persona, { chunks: 1, words: words.length })
  tables.horizon.saw(chunk.level)
  if (chunk.speaker) tables.personas.addSpeaker(persona, chunk.speaker, 1)
}

function addFact(tables: VaultTables, fact: PlannedFact, vector: number): void {
  const persona = personaOf(tables, fact.persona)
  tables.facts.insert({ ...fact, persona: persona.id, vector, contested: tables.facts.contest(fact) })
  tables.horizon.saw(fact.level)
  tables.personas.add(persona, { facts: 1 })
  tables.graph.use(persona, [fact.subject, fact.object], 1)
}
