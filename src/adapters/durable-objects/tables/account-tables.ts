import type { KeyRights } from '../../../domain/account/key-scope.ts'
import type { Plan } from '../../../domain/account/plan.ts'
import type { Region } from '../../../domain/account/region.ts'
import { type AuditQuery, JOURNAL, type JournalEntry } from '../../../ports/journal.ts'
import { DAY_MS } from '../../../runtime/duration.ts'

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
/** Apart: accounts of before have none until something is noted. */
const AUDIT = `CREATE TABLE IF NOT EXISTS audit (
  id INTEGER PRIMARY KEY, key TEXT NOT NULL, action TEXT NOT NULL, subject TEXT, request TEXT, counts TEXT NOT NULL
) STRICT`
/** So many of the oldest go at a time. */
const TIDY_ROWS = 256

export interface AuditNote {
  readonly at: number
  readonly action: string
  readonly key?: string
  /** The key that it was done to. */
  readonly subject?: string
  readonly requestId?: string | null | undefined
  readonly counts?: JournalEntry['counts']
}

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
  /** What a table was created as; nothing where there is none. */
  const created = (table: string) =>
    sql.exec<{ sql: string }>('SELECT sql FROM sqlite_master WHERE name = ?', table).toArray()[0]?.sql

  return {
    /** Not in the constructor: an id that was never opened leaves nothing behind. */
    create: () => void sql.exec(SCHEMA),
    load(): { account: AccountRow; keys: KeyRow[] } | null {
      const schema = created('keys')
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
    /** What was spent in a month that has come back, because the clock had been wrong: it is no history any more. */
    takeMonth: (month: string): number =>
      sql.exec<{ ops: number }>('DELETE FROM months WHERE month = ? RETURNING ops', month).toArray()[0]?.ops ?? 0,
    /** A time that is taken is counted on: ids are times, and what expires later is noted ahead. */
    note({ at, action, key = 'operator', subject, requestId, counts = {} }: AuditNote) {
      sql.exec(AUDIT)
      let id = at
      while (sql.exec('SELECT 1 FROM audit WHERE id = ?', id).toArray().length > 0) id++
      sql.exec(
        'INSERT INTO audit (id, key, action, subject, request, counts) VALUES (?, ?, ?, ?, ?, ?)',
        ...[id, key, action, subject ?? null, requestId ?? null, JSON.stringify(counts)],
      )
      sql.exec(
        `DELETE FROM audit WHERE id IN (
           SELECT id FROM audit WHERE id < ?1 OR id <= (SELECT id FROM audit ORDER BY id DESC LIMIT 1 OFFSET ?2) ORDER BY id LIMIT ?3)`,
        ...[at - JOURNAL.days * DAY_MS, JOURNAL.entries, TIDY_ROWS],
      )
    },
    /** It expires no more, or earlier. */
    dropExpiry(keyId: string, after: number) {
      sql.exec(AUDIT)
      sql.exec("DELETE FROM audit WHERE subject = ? AND action = 'key.expired' AND id > ?", keyId, after)
    },
    audit({ before, limit, action, since, until }: AuditQuery, now: number): JournalEntry[] {
      if (created('audit') === undefined) return []
      const rows = sql.exec<{
        id: number
        key: string
        action: string
        subject: string | null
        request: string | null
        counts: string
      }>(
        `SELECT id, key, action, subject, request, counts FROM audit
         WHERE id < ?1 AND id >= ?2 AND id < ?3 AND (?4 IS NULL OR action = ?4) ORDER BY id DESC LIMIT ?5`,
        ...[Math.min(before, now + 1), since ?? 0, until ?? Number.MAX_SAFE_INTEGER, action, limit],
      )
      return rows.toArray().map(({ id, request, counts, subject, ...row }) => ({
        ...{ ...row, id, at: id, requestId: request, counts: JSON.parse(counts), changed: {} },
        ...(subject === null ? {} : { subject }),
      }))
    },
    months: () =>
      sql.exec<{ month: string; ops: number }>('SELECT month, ops FROM months ORDER BY month DESC LIMIT 24').toArray(),
  }
}
