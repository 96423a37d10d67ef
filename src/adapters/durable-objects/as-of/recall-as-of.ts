import type { MemoryFilter } from '../../../ports/memory-records.ts'
import type { RecallPlan, Recollection } from '../../../ports/recollection.ts'
import { findPassing, type Passing } from '../recall/passing.ts'
import type { VaultTables } from '../vault-tables.ts'

/** Of so few chunks it is counted who speaks in how many sessions; of more, today's numbers are near enough. */
const MOST_COUNTED = 256

const ANY: MemoryFilter = {
  ...{ personas: null, sessionId: null, source: null, entity: null, since: null, until: null, metadata: [] },
}

/** What had been said by then, as a filter, and what the caller's own filter leaves of it. */
export function passingAt(tables: VaultTables, { asOf, filter, personas }: RecallPlan) {
  if (asOf === null || asOf === undefined) return { sight: null, passing: findPassing(tables, filter) }
  const until = asOf + 1
  const sight = findPassing(tables, { ...ANY, personas, until })
  return {
    sight,
    passing: filter
      ? findPassing(tables, { ...filter, until: filter.until === null ? until : Math.min(until, filter.until) })
      : sight,
  }
}

/** The corpus of what had been said by then, as far as that is listed. */
export function corpusAt(
  tables: VaultTables,
  { words }: RecallPlan,
  sight: Passing | null,
  today: Recollection['corpus'],
): Recollection['corpus'] {
  if (!sight?.list) return today
  const ids = [...sight.list.chunks]
  const all = tables.chunks.having(
    words.map((word) => [word]),
    null,
    ids.length,
    sight.list.chunks,
  )
  const counted = { ...today, chunks: ids.length, frequencies: all.map((found) => found.length) }
  if (ids.length > MOST_COUNTED) return counted
  const rows = tables.chunks.recent(ids)
  return {
    ...counted,
    chunks: rows.length,
    averageWords: rows.length > 0 ? rows.reduce((sum, row) => sum + row.words, 0) / rows.length : 0,
    sessions: new Set(rows.flatMap(({ session }) => session ?? [])).size,
    speakers: [...new Set(rows.flatMap(({ speaker }) => speaker ?? []))],
  }
}
