import { toChunkId } from '../../domain/memory-id.ts'
import { MOST_PICKED } from '../../memory/record-reader.ts'
import type { MemoryRevisions } from '../../ports/memory-revisions.ts'
import { toRow } from './recall/passing.ts'
import type { VaultTables } from './vault-tables.ts'

type Asked = Parameters<MemoryRevisions['inScope']>[1]

/** The memories that a scope has, newest first. */
export function scopeIds(tables: VaultTables, { filter, ids, limit }: Asked): { ids: number[]; total: number } {
  const { words, state: _, ...rest } = filter
  const saying = words.length > 0 ? new Set(having(tables, words)) : null
  const among = saying && ids ? ids.filter((id) => saying.has(id)) : (ids ?? (saying && [...saying]))
  const found = tables.memories.idsIn(toRow(tables, rest), among)
  return { ids: found.slice(0, limit), total: found.length }
}

/** Whoever states a chunk that has all of these words. */
function having(tables: VaultTables, words: readonly string[]): number[] {
  const chunks = tables.chunks.byIds(tables.chunks.having([words], null, MOST_PICKED)[0] ?? [])
  const again = tables.memories.evidenceOf(chunks.map(({ id }) => toChunkId(id)))
  return [...chunks, ...again].map(({ memory }) => memory)
}
