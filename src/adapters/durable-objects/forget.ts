import { SESSION_IDLE_MS } from '../../domain/ranking/topic.ts'
import { fadedRanges } from '../../memory/faded.ts'
import type { Faded } from '../../ports/consolidation.ts'
import type { ChunkRow } from './tables/chunks.ts'
import type { FactRow } from './tables/facts.ts'
import type { VaultTables } from './vault-tables.ts'

/** Writes pending accesses into the memories: whatever looks at strengths does it first. */
export function foldAccesses(tables: VaultTables): void {
  const { chunks, facts } = tables.accesses.take()
  if (chunks.length > 0) tables.chunks.access(chunks)
  if (facts.length > 0) tables.facts.access(facts)
}

/** undefined: a persona that does not exist, in which nothing can have faded. */
const scopeOf = (tables: VaultTables, persona: string | null): number | null | undefined =>
  persona === null ? null : tables.personas.find(persona)?.id

export function countFaded(tables: VaultTables, faded: Faded): number {
  const scope = scopeOf(tables, faded.persona)
  if (scope === undefined) return 0
  foldAccesses(tables)
  return tables.faded.count(faded, scope)
}

interface FadedIds {
  readonly chunks: readonly number[]
  readonly facts: readonly number[]
}

/** Chunks, and facts, deleted in one transaction: some 10 ms, in which the vault serves nobody else. */
const SLICE = 50

/** Exactly what `countFaded` counts, to be deleted slice by slice. */
export function findFaded(tables: VaultTables, faded: Faded): FadedIds[] {
  const scope = scopeOf(tables, faded.persona)
  if (scope === undefined) return []
  foldAccesses(tables)
  const chunks = tables.faded.ids('chunks', faded, scope)
  const facts = tables.faded.ids('facts', faded, scope)
  const slices = Math.ceil(Math.max(chunks.length, facts.length) / SLICE)
  const slice = (ids: readonly number[], at: number) => ids.slice(at * SLICE, (at + 1) * SLICE)
  return Array.from({ length: slices }, (_, at) => ({ chunks: slice(chunks, at), facts: slice(facts, at) }))
}

/** Deletes what was found, with everything that belongs to it, save what went or was accessed meanwhile. */
export function pruneSlice(tables: VaultTables, faded: Faded, found: FadedIds): number {
  foldAccesses(tables)
  const before = new Map(fadedRanges(faded).map((range) => [range.level, range.before]))
  const isFaded = (row: { level: number; lastAccess: number }) => row.lastAccess < before.get(row.level)!
  const removed = tables.chunks.byIds(found.chunks).filter(isFaded)
  const facts = tables.facts.byIds(found.facts).filter((row) => isFaded(row) && row.abstraction === null)
  if (removed.length + facts.length === 0) return 0
  tables.ids.keep()
  const abstractions = facts.filter((row) => row.members > 0)
  const relations = [...facts.filter((row) => row.members === 0), ...tables.facts.membersOf(idsOf(abstractions))]
  for (const row of relations) removeFact(tables, row)
  for (const row of abstractions) removeAbstraction(tables, row)
  for (const row of removed) removeChunk(tables, row, faded.now)
  const gone = tables.memories.removeEvidenceOf([
    ...removed.map(({ id, memory }) => ({ target: `c${id}` as const, memory })),
    ...relations.map(({ id, memory }) => ({ target: `f${id}` as const, memory })),
  ])
  tables.journal.collect('pruned', gone)
  return removed.length + relations.length
}

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id)

function removeFact(tables: VaultTables, row: FactRow): void {
  tables.facts.remove(row.id)
  tables.personas.add(tables.personas.get(row.persona), { facts: -1 })
  tables.graph.use(tables.personas.get(row.persona), [row.subject, row.object], -1)
  leaveVector(tables, row)
}

/** The abstraction alone; what was merged into it is the caller's. */
export function removeAbstraction(tables: VaultTables, row: FactRow): void {
  tables.facts.remove(row.id)
  removeUnusedVectors(tables, [row.vector])
}

function removeChunk(tables: VaultTables, row: ChunkRow, now: number): void {
  const persona = tables.personas.get(row.persona)
  tables.chunks.remove(row.id)
  tables.personas.add(persona, { chunks: -1, words: -row.words })
  if (row.speaker) tables.personas.addSpeaker(persona, row.speaker, -1)
  removeUnusedVectors(tables, row.vectors)
  // A session's own object may live for so long; until then an erased account has to know it.
  if (row.session !== null && now - Math.max(row.createdAt, row.statedAt) > SESSION_IDLE_MS)
    tables.chunks.removeSessionIfEmpty(row.session)
}

/** A fact went, or is said by another chunk now: where the chunk of its vector is gone, it was the last to need that. */
export function leaveVector(tables: VaultTables, row: Pick<FactRow, 'chunk' | 'vector'>): void {
  if (!tables.chunks.has(row.chunk)) removeUnusedVectors(tables, [row.vector])
}

/** A vector goes when neither its chunk nor a fact that it stands for is left. */
function removeUnusedVectors(tables: VaultTables, ids: readonly number[]): void {
  for (const { id, facts } of tables.vectors.standingFor(ids)) {
    if (tables.facts.useVector(facts, id)) continue
    tables.vectors.remove(id)
    tables.index.remove(id)
  }
}
