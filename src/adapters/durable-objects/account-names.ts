import { lazy } from '../../runtime/lazy.ts'
import type { CountedSql } from './tables/counted-sql.ts'

const SCHEMA =
  'CREATE TABLE IF NOT EXISTS accounts (name TEXT PRIMARY KEY, account TEXT NOT NULL) STRICT, WITHOUT ROWID'

interface NamedAccount extends Record<string, string> {
  readonly name: string
  readonly account: string
}

/** Which accounts there are, by name: those whose names fall into one shard. A name belongs to one account until that releases it. */
export function createAccountNames(counted: CountedSql) {
  const sql = lazy(() => {
    counted.exec(SCHEMA)
    return counted
  })
  return {
    /** Reserves the name for the account; false where another has it. */
    claim: (name: string, account: string): boolean =>
      sql().exec('INSERT INTO accounts (name, account) VALUES (?, ?) ON CONFLICT DO NOTHING', name, account)
        .rowsWritten > 0,
    release: (name: string, account: string): void =>
      void sql().exec('DELETE FROM accounts WHERE name = ? AND account = ?', name, account),
    find: (name: string): string | null =>
      sql().exec<NamedAccount>('SELECT * FROM accounts WHERE name = ?', name).toArray()[0]?.account ?? null,
    count: (): number => sql().exec<{ names: number }>('SELECT count(*) AS names FROM accounts').one().names,
    /** Names after `after`, in order. */
    list: (after: string, limit: number): NamedAccount[] =>
      sql().exec<NamedAccount>('SELECT * FROM accounts WHERE name > ? ORDER BY name LIMIT ?', after, limit).toArray(),
  }
}
