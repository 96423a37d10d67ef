/** More at a time nobody needs; the oldest go. */
const MOST_LINKS = 10

export interface SignInLink {
  /** Of its ticket. */
  readonly hash: string
  /** A key, sealed with the ticket. */
  readonly sealed: ArrayBuffer
  readonly expiresAt: number
}

/** Links that sign in once. The table is created with the first, so that accounts without one have none. */
export function createSignInLinks(sql: SqlStorage) {
  const isThere = () => sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'sign_in_links'").toArray().length > 0
  return {
    put({ hash, sealed, expiresAt }: SignInLink): void {
      sql.exec(`CREATE TABLE IF NOT EXISTS sign_in_links (
        number INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, sealed BLOB NOT NULL, expires_at INTEGER NOT NULL) STRICT`)
      sql.exec('INSERT INTO sign_in_links (hash, sealed, expires_at) VALUES (?, ?, ?)', hash, sealed, expiresAt)
      sql.exec('DELETE FROM sign_in_links WHERE number <= (SELECT max(number) FROM sign_in_links) - ?', MOST_LINKS)
    },
    /** Removes what has expired, and tells when the next does; null where none is left. */
    expire(now: number): number | null {
      if (!isThere()) return null
      sql.exec('DELETE FROM sign_in_links WHERE expires_at <= ?', now)
      return sql.exec<{ next: number | null }>('SELECT min(expires_at) AS next FROM sign_in_links').one().next
    },
    /** It is gone with this, whatever comes of it. */
    take(hash: string, now: number): ArrayBuffer | null {
      if (!isThere()) return null
      const row = sql
        .exec<{ sealed: ArrayBuffer; expires_at: number }>(
          'DELETE FROM sign_in_links WHERE hash = ? RETURNING sealed, expires_at',
          hash,
        )
        .toArray()[0]
      sql.exec('DELETE FROM sign_in_links WHERE expires_at <= ?', now)
      return row && row.expires_at > now ? row.sealed : null
    },
  }
}
