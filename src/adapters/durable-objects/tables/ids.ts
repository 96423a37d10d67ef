import type { CountedSql } from './counted-sql.ts'

const TABLES = ['chunks', 'facts', 'vectors', 'memories'] as const
type Counted = (typeof TABLES)[number]

/**
 * Ids that are never given twice. AUTOINCREMENT would write one more row for every row; here the highest id is written only when rows are
 * deleted, since until then the table itself knows it.
 */
export function createIds(sql: CountedSql) {
  const last = new Map<Counted, number>()

  function load(table: Counted): number {
    const stored = sql.all<{ value: number }>('SELECT value FROM meta WHERE key = ?', `last ${table}`)[0]?.value ?? 0
    const highest = sql.exec<{ id: number }>(`SELECT coalesce(max(id), 0) AS id FROM ${table}`).one().id
    return Math.max(stored, highest)
  }

  function highest(table: Counted): number {
    const id = last.get(table) ?? load(table)
    last.set(table, id)
    return id
  }

  return {
    /** The last that was given. */
    last: highest,
    next(table: Counted): number {
      const id = highest(table) + 1
      last.set(table, id)
      return id
    },
    /** Goes before a deletion, in its transaction. */
    keep(): void {
      for (const table of TABLES) {
        sql.exec('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', `last ${table}`, highest(table))
      }
    },
    forget: (): void => last.clear(),
  }
}

export type Ids = ReturnType<typeof createIds>
