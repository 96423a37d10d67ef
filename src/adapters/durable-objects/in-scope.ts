import { toChunkId } from '../../domain/memory-id.ts'
import { MOST_PICKED } from '../../memory/record-reader.ts'
import { isAbout, namesFor } from '../../memory/revision/is-about.ts'
import type { MemoryFilter } from '../../ports/memory-records.ts'
import type { MemoryRevisions } from '../../ports/memory-revisions.ts'
import { toRow } from './recall/passing.ts'
import type { VaultTables } from './vault-tables.ts'

type Asked = Parameters<MemoryRevisions['inScope']>[1]

/** The memories that a scope has, newest first. */
export function scopeIds(tables: VaultTables, { filter, ids, limit }: Asked): { ids: number[]; total: number } {
  const { words, state: _, ...rest } = filter
  const saying = words.length > 0 ? new Set(having(tables, words)) : null
  const among = saying && ids ? ids.filter((id) => saying.has(id)) : (ids ?? (saying && [...saying]))
  const stating = tables.memories.idsIn(toRow(tables, rest), among)
  const found = rest.entity === null ? stating : [...stating, ...hiddenAbout(tables, rest, among)].sort((a, b) => b - a)
  return { ids: found.slice(0, limit), total: found.length }
}

/** What is out of retrieval states nothing, and comes back with a restore: it is known by what was kept of it. */
function hiddenAbout(tables: VaultTables, filter: MemoryFilter, among: readonly number[] | null): number[] {
  const wanted = among && new Set(among)
  const hidden = new Map(
    tables.memories
      .invalidated({ before: null, limit: Number.MAX_SAFE_INTEGER, personas: null })
      .filter(({ id }) => !wanted || wanted.has(id))
      .map((row) => [row.id, row.text ?? '']),
  )
  if (hidden.size === 0) return []
  const name = filter.entity!
  // Whoever may not see what others say knows nobody by another name that they gave.
  const names = namesFor(name, filter.asSaid ? [] : tables.graph.records(tables.graph.named(name)))
  const passing = tables.memories.idsIn(toRow(tables, { ...filter, entity: null }), [...hidden.keys()])
  const parked = tables.revisions.readings(passing)
  return passing.filter((id) => isAbout(names, { text: hidden.get(id)!, parked: parked.get(id) ?? [] }))
}

/** Whoever states a chunk that has all of these words. */
function having(tables: VaultTables, words: readonly string[]): number[] {
  const chunks = tables.chunks.byIds(tables.chunks.having([words], null, MOST_PICKED)[0] ?? [])
  const again = tables.memories.evidenceOf(chunks.map(({ id }) => toChunkId(id)))
  return [...chunks, ...again].map(({ memory }) => memory)
}
