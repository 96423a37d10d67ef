import type { Tallied } from '../../../ports/memory-store.ts'
import { DAY_MS } from '../../../runtime/duration.ts'
import type { CountedSql } from './counted-sql.ts'

/** Longer than the account knows of the change, so that a late retry finds it here. */
const KEPT_MS = 2 * DAY_MS
const SWEPT_AT_ONCE = 8

interface OnceAsked {
  readonly once?: string | null
}

/** What came of changes that must happen once, written in their own transaction. The table is created with the first of them. */
export function createOutcomes(sql: CountedSql) {
  let exists: boolean | null = null
  const isThere = () =>
    (exists ??= sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'outcomes'").toArray().length > 0)

  const find = (id: string): { readonly result: string } | undefined =>
    isThere() ? sql.all<{ result: string }>('SELECT result FROM outcomes WHERE id = ?', id)[0] : undefined

  function keep(id: string, result: unknown, more = ''): void {
    const now = Date.now()
    if (!isThere()) {
      sql.exec(
        'CREATE TABLE outcomes (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, result TEXT NOT NULL) STRICT',
      )
      exists = true
    }
    sql.exec(
      `DELETE FROM outcomes WHERE number IN (
         SELECT number FROM (SELECT number, at FROM outcomes ORDER BY number LIMIT ?) WHERE at <= ?)`,
      ...[SWEPT_AT_ONCE, now - KEPT_MS],
    )
    sql.exec(`INSERT INTO outcomes (id, at, result) VALUES (?, ?, ?) ${more}`, id, now, JSON.stringify(result))
  }

  /** What came of it, if it must happen once and has. */
  function of<T>({ once }: OnceAsked): { readonly result: T } | null {
    const known = once ? find(once) : undefined
    return known ? { result: JSON.parse(known.result) as T } : null
  }

  return {
    has: (id: string): boolean => find(id) !== undefined,
    of,
    /** Does it, or says again what came of it. `kept`: the part of that which is told again, and has no text. */
    once<T>({ once }: OnceAsked, work: () => T, kept: (result: T) => T = (result) => result): T {
      if (!once) return work()
      const known = of<T>({ once })
      if (known) return known.result
      const result = work()
      keep(once, kept(result))
      return result
    },
    /** Adds to a sum, in the transaction of what is counted. */
    addToTally({ tally }: Tallied, count: number): void {
      if (tally && count > 0)
        keep(tally, count, 'ON CONFLICT (id) DO UPDATE SET result = CAST(result AS INTEGER) + excluded.result')
    },
    tallied: (tally: string): number => Number(find(tally)?.result ?? 0),
    forget: (): void => {
      exists = null
    },
  }
}
