import type { KeyRights } from '../../../domain/account/key-scope.ts'
import type { Plan } from '../../../domain/account/plan.ts'
import type { Region } from '../../../domain/account/region.ts'

const SCHEMA = `
CREATE TABLE IF NOT EXISTS account (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, plan TEXT NOT NULL, region TEXT NOT NULL, created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS keys (
  key_id TEXT PRIMARY KEY, hash TEXT NOT NULL, label TEXT, created_at INTEGER NOT NULL, expires_at INTEGER, revoked_at INTEGER,
  month TEXT NOT NULL, ops INTEGER NOT NULL, recent BLOB NOT NULL, rights TEXT
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS months (month TEXT PRIMARY KEY, ops INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`

export interface AccountRow {
  id: string
  name: string
  plan: Plan
  region: Region
  created_at: number
}

/**
 * Everything that an admission changes is in the key's own row, so that it costs one row written: the requests of the last minute and
 * the operations spent in `month`. The account's use of the month is the sum over its keys.
 */
export interface KeyRow {
  key_id: string
  hash: string
  label: string | null
  created_at: number
  expires_at: number | null
  revoked_at: number | null
  month: string
  ops: number
  /** null: all of them. So are those of keys from before there were any. */
  rights: KeyRights | null
  /** Times of the requests in the window, ms since the epoch, oldest first. */
  recent: number[]
}

type StoredKeyRow = Omit<KeyRow, 'recent' | 'rights'> & { recent: ArrayBuffer; rights: string | null }

export function createAccountTables(sql: SqlStorage) {
  /** What the table of keys was created as; nothing where there is no account. */
  const created = () => sql.exec<{ sql: string }>("SELECT sql FROM sqlite_master WHERE name = 'keys'").toArray()[0]?.sql

  return {
    /** Not in the constructor: an id that was never opened leaves nothing behind. */
    create: () => void sql.exec(SCHEMA),
    load(): { account: AccountRow; keys: KeyRow[] } | null {
      const schema = created()
      if (schema === undefined) return null
      // Adding a column writes no row.
      if (!schema.includes('rights')) sql.exec('ALTER TABLE keys ADD COLUMN rights TEXT')
      const account = sql.exec<AccountRow & Record<string, SqlStorageValue>>('SELECT * FROM account').toArray()[0]
      if (!account) return null
      const keys = sql.exec<StoredKeyRow & Record<string, SqlStorageValue>>('SELECT * FROM keys').toArray()
      return {
        account,
        keys: keys.map((row) => ({
          ...row,
          rights: row.rights === null ? null : JSON.parse(row.rights),
          recent: Array.from(new Float64Array(row.recent)),
        })),
      }
    },
    putAccount(row: AccountRow) {
      sql.exec(
        'INSERT OR REPLACE INTO account (id, name, plan, region, created_at) VALUES (?, ?, ?, ?, ?)',
        ...[row.id, row.name, row.plan, row.region, row.created_at],
      )
    },
    putKey(row: KeyRow) {
      sql.exec(
        `INSERT OR REPLACE INTO keys (key_id, hash, label, created_at, expires_at, revoked_at, month, ops, recent, rights)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[row.key_id, row.hash, row.label, row.created_at, row.expires_at, row.revoked_at, row.month, row.ops],
        new Float64Array(row.recent).buffer,
        row.rights && JSON.stringify(row.rights),
      )
    },
    /** Called when a month has ended: what its keys spent becomes history. */
    addToMonth(month: string, ops: number) {
      sql.exec(
        'INSERT INTO months (month, ops) VALUES (?, ?) ON CONFLICT (month) DO UPDATE SET ops = ops + excluded.ops',
        month,
        ops,
      )
    },
    months: () =>
      sql.exec<{ month: string; ops: number }>('SELECT month, ops FROM months ORDER BY month DESC LIMIT 24').toArray(),
  }
}
