import { chunksIn, factsIn, type MemoryId, toChunkId, toFactId } from '../../domain/memory-id.ts'
import { SESSION_IDLE_MS } from '../../domain/ranking/topic.ts'
import { fadedRanges } from '../../memory/faded.ts'
import type { Faded } from '../../ports/consolidation.ts'
import { DAY_MS } from '../../runtime/duration.ts'
import type { ChunkRow } from './tables/chunks.ts'
import type { FactRow } from './tables/facts.ts'
import type { Strengthened } from './tables/faded.ts'
import type { VaultTables } from './vault-tables.ts'

/** What a retrieve returned, as it stands by now: what was merged meanwhile by its abstraction, what went not at all. */
export const stillThere = (tables: VaultTables, ids: readonly MemoryId[]): MemoryId[] => [
  ...tables.chunks.recent(chunksIn(ids)).map(({ id }) => toChunkId(id)),
  ...tables.facts.recent(factsIn(ids)).map(({ id, abstraction }) => toFactId(abstraction ?? id)),
]

/** Writes what the log has of these into their own rows. */
export function foldAccesses(tables: VaultTables, ids: readonly MemoryId[]): void {
  const { chunks, facts } = tables.accesses.take(ids)
  if (chunks.length > 0) tables.chunks.access(chunks)
  if (facts.length > 0) tables.facts.access(facts)
}

/** undefined: a persona that does not exist, in which nothing can have faded. */
const scopeOf = (tables: VaultTables, persona: string | null): number | null | undefined =>
  persona === null ? null : tables.personas.find(persona)?.id

/** By the exact last access. */
function fadedBy(faded: Faded): (row: { readonly level: number; readonly lastAccess: number }) => boolean {
  const before = new Map(fadedRanges(faded).map((range) => [range.level, range.before]))
  return (row) => row.lastAccess < before.get(row.level)!
}

/** What looks faded by its row alone, which may lag behind the log. */
function lookFaded(tables: VaultTables, faded: Faded, scope: number | null) {
  const isFaded = fadedBy(faded)
  const of = (table: Strengthened, kind: 'c' | 'f') =>
    tables.accesses
      .exact(kind, tables.faded.lookFaded(table, faded, scope))
      .map((row) => ({ ...row, isFaded: isFaded(row) }))
  return { chunks: of('chunks', 'c'), facts: of('facts', 'f') }
}

/** Relationships and chunks. */
export function countFaded(tables: VaultTables, faded: Faded): number {
  const scope = scopeOf(tables, faded.persona)
  if (scope === undefined) return 0
  const { chunks, facts } = lookFaded(tables, faded, scope)
  return [...chunks, ...facts].reduce((sum, row) => sum + (row.isFaded ? row.relations : 0), 0)
}

interface FadedIds {
  readonly chunks: readonly number[]
  readonly facts: readonly number[]
}

/** Chunks, and facts, deleted in one transaction: some 10 ms, in which the vault serves nobody else. */
const SLICE = 50

/** Exactly what `countFaded` counts, to be deleted slice by slice, and first what only looks faded, to be corrected. */
export function findFaded(tables: VaultTables, faded: Faded): FadedIds[] {
  const scope = scopeOf(tables, faded.persona)
  if (scope === undefined) return []
  const found = lookFaded(tables, faded, scope)
  const inOrder = (rows: typeof found.chunks) => idsOf(rows.sort((a, b) => Number(a.isFaded) - Number(b.isFaded)))
  const chunks = inOrder(found.chunks)
  const facts = inOrder(found.facts)
  const slices = Math.ceil(Math.max(chunks.length, facts.length) / SLICE)
  const slice = (ids: readonly number[], at: number) => ids.slice(at * SLICE, (at + 1) * SLICE)
  return Array.from({ length: slices }, (_, at) => ({ chunks: slice(chunks, at), facts: slice(facts, at) }))
}

/**
 * Deletes what was found, with everything that belongs to it, save what went or was accessed meanwhile. What was accessed since its row was
 * written is written now: it does not look faded again before it may have.
 */
export function pruneSlice(tables: VaultTables, faded: Faded, found: FadedIds): number {
  const isFaded = fadedBy(faded)
  const { accesses } = tables
  const removed = accesses.exact('c', tables.chunks.byIds(found.chunks)).filter(isFaded)
  const facts = accesses
    .exact('f', tables.facts.byIds(found.facts))
    .filter((row) => isFaded(row) && row.abstraction === null)
  const gone = new Set<MemoryId>([...idsOf(removed).map(toChunkId), ...idsOf(facts).map(toFactId)])
  const all = [...found.chunks.map(toChunkId), ...found.facts.map(toFactId)]
  foldAccesses(
    tables,
    all.filter((id) => !gone.has(id)),
  )
  if (gone.size === 0) return 0
  tables.ids.keep()
  const abstractions = facts.filter((row) => row.members > 0)
  const relations = [...facts.filter((row) => row.members === 0), ...tables.facts.membersOf(idsOf(abstractions))]
  for (const row of relations) removeFact(tables, row)
  for (const row of abstractions) removeAbstraction(tables, row)
  for (const row of removed) removeChunk(tables, row, faded.now)
  const told = tables.memories.removeEvidenceOf([
    ...removed.map(({ id, memory }) => ({ target: toChunkId(id), memory })),
    ...relations.map(({ id, memory }) => ({ target: toFactId(id), memory })),
  ])
  tables.revisions.unpark(told.gone)
  // Former texts are not kept beyond the text.
  const former = tables.revisions.removeVersions([...told.gone, ...told.cut])
  for (const persona of former) tables.personas.removeIfEmpty(tables.personas.get(persona))
  tables.journal.collect('pruned', told.gone)
  return removed.length + relations.length
}

/** So many chunks, and facts, are corrected ahead of time. */
const AHEAD_AT_MOST = 250

/** Corrects what would look faded within a day: or a vault in use would be visited every hour, for that alone. */
export function correctAhead(tables: VaultTables, faded: Omit<Faded, 'persona'>): void {
  const soon = { ...faded, now: faded.now + DAY_MS }
  const ids = (table: Strengthened) => idsOf(tables.faded.lookFaded(table, soon, null, AHEAD_AT_MOST))
  foldAccesses(tables, [...ids('chunks').map(toChunkId), ...ids('facts').map(toFactId)])
}

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id)

export function removeFact(tables: VaultTables, row: FactRow): void {
  tables.facts.remove(row.id)
  tables.accesses.drop([toFactId(row.id)])
  tables.personas.add(tables.personas.get(row.persona), { facts: -1 })
  tables.graph.use(tables.personas.get(row.persona), [row.subject, row.object], -1)
  leaveVector(tables, row)
}

/** The abstraction alone; what was merged into it is the caller's. */
export function removeAbstraction(tables: VaultTables, row: FactRow): void {
  tables.facts.remove(row.id)
  tables.accesses.drop([toFactId(row.id)])
  removeUnusedVectors(tables, [row.vector])
}

export function removeChunk(tables: VaultTables, row: ChunkRow, now: number): void {
  removeChunkRow(tables, row)
  removeUnusedVectors(tables, row.vectors)
  // A session's own object may live for so long; until then an erased account has to know it.
  if (row.session !== null && now - Math.max(row.createdAt, row.statedAt) > SESSION_IDLE_MS)
    tables.chunks.removeSessionIfEmpty(row.session)
}

/** With what is counted by it; its vectors are the caller's. */
export function removeChunkRow(tables: VaultTables, row: ChunkRow): void {
  const persona = tables.personas.get(row.persona)
  tables.chunks.remove(row.id)
  tables.accesses.drop([toChunkId(row.id)])
  tables.personas.add(persona, { chunks: -1, words: -row.words })
  if (row.speaker) tables.personas.addSpeaker(persona, row.speaker, -1)
}

/** A fact went, or is said by another chunk now: where the chunk of its vector is gone, it was the last to need that. */
export function leaveVector(tables: VaultTables, row: Pick<FactRow, 'chunk' | 'vector'>): void {
  if (!tables.chunks.has(row.chunk)) removeUnusedVectors(tables, [row.vector])
}

/** A vector goes when neither its chunk nor a fact that it stands for is left. */
export function removeUnusedVectors(tables: VaultTables, ids: readonly number[]): void {
  for (const { id, facts } of tables.vectors.standingFor(ids)) {
    if (tables.facts.useVector(facts, id)) continue
    tables.vectors.remove(id)
    tables.index.remove(id)
  }
}
