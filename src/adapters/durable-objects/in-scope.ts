import { toChunkId } from '../../domain/memory-id.ts'
import { MOST_PICKED } from '../../memory/record-reader.ts'
import { isAbout, namesFor } from '../../memory/revision/is-about.ts'
import type { MemoryFilter } from '../../ports/memory-records.ts'
import type { MemoryRevisions } from '../../ports/memory-revisions.ts'
import { toRow } from './recall/passing.ts'
import type { VaultTables } from './vault-tables.ts'

type Asked = Parameters<MemoryRevisions['inScope']>[1]

/** The memories that a scope has, newest first. */
export function scopeIds(
  tables: VaultTables,
  { filter, ids, limit, former = false }: Asked,
): { ids: number[]; total: number } {
  const { words, state: _, ...rest } = filter
  const saying = words.length > 0 ? new Set(having(tables, words)) : null
  const among = saying && ids ? ids.filter((id) => saying.has(id)) : (ids ?? (saying && [...saying]))
  const stating = tables.memories.idsIn(toRow(tables, rest), among)
  const kept = rest.entity === null ? [] : keptAbout(tables, rest, among, former)
  const found = [...new Set([...stating, ...kept])].sort((a, b) => b - a)
  return { ids: found.slice(0, limit), total: found.length }
}

/** Whoever does not state a fact of the entity, and keeps a text that names it: out of retrieval, or as a former version. */
function keptAbout(
  tables: VaultTables,
  filter: MemoryFilter,
  among: readonly number[] | null,
  former: boolean,
): number[] {
  const name = filter.entity!
  // Whoever may not see what others say knows nobody by another name that they gave.
  const names = namesFor(name, filter.asSaid ? [] : tables.graph.records(tables.graph.named(name)))
  const row = toRow(tables, { ...filter, entity: null })
  const passing = (ids: readonly number[]) => (ids.length === 0 ? [] : tables.memories.idsIn(row, ids))
  const hidden = hiddenAbout(tables, names, passing, among)
  if (!former) return hidden
  const edited = passing(tables.revisions.edited(among))
  const named = new Set(hidden)
  for (const { memory, text } of tables.revisions.formerTexts(edited, filter.asSaid ? row.personas : null))
    if (!named.has(memory) && isAbout(names, { text, parked: [] })) named.add(memory)
  return [...named]
}

/** What is out of retrieval states nothing, and comes back with a restore: it is known by what was kept of it. */
function hiddenAbout(
  tables: VaultTables,
  names: readonly string[],
  passing: (ids: readonly number[]) => number[],
  among: readonly number[] | null,
): number[] {
  const wanted = among && new Set(among)
  const hidden = new Map(
    tables.memories
      .invalidated({ before: null, limit: Number.MAX_SAFE_INTEGER, personas: null })
      .filter(({ id }) => !wanted || wanted.has(id))
      .map((row) => [row.id, row.text ?? '']),
  )
  const ids = passing([...hidden.keys()])
  const parked = tables.revisions.readings(ids)
  return ids.filter((id) => isAbout(names, { text: hidden.get(id)!, parked: parked.get(id) ?? [] }))
}

/** Whoever states a chunk that has all of these words. */
function having(tables: VaultTables, words: readonly string[]): number[] {
  const chunks = tables.chunks.byIds(tables.chunks.having([words], null, MOST_PICKED)[0] ?? [])
  const again = tables.memories.evidenceOf(chunks.map(({ id }) => toChunkId(id)))
  return [...chunks, ...again].map(({ memory }) => memory)
}
