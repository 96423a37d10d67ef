import type { MemoryId } from '../../../domain/memory-id.ts'

/** What is known of one session. */
export interface SessionState {
  topic: Float32Array | null
  /** Most recent first. */
  hot: { id: MemoryId; until: number }[]
  usedAt: number
}

type Row = { used_at: number; topic: ArrayBuffer | null; hot: string }

/** Sessions of one namespace. The table is created by the first write: an id that was only asked for leaves nothing behind. */
export function createSessionsTable(sql: SqlStorage) {
  let exists: boolean | undefined

  function isThere(): boolean {
    exists ??= sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'sessions'").toArray().length > 0
    return exists
  }

  const numberOf = (query: string, ...bindings: unknown[]) =>
    Object.values(sql.exec<Record<string, number | null>>(query, ...bindings).one())[0] ?? null

  return {
    isThere,
    load(name: string): SessionState | null {
      if (!isThere()) return null
      const row = sql.exec<Row>('SELECT used_at, topic, hot FROM sessions WHERE name = ?', name).toArray()[0]
      return row
        ? { usedAt: row.used_at, topic: row.topic && new Float32Array(row.topic), hot: JSON.parse(row.hot) }
        : null
    },
    put(name: string, { usedAt, topic, hot }: SessionState): void {
      if (!isThere())
        sql.exec(
          'CREATE TABLE sessions (name TEXT PRIMARY KEY, used_at INTEGER NOT NULL, topic BLOB, hot TEXT NOT NULL) STRICT, WITHOUT ROWID',
        )
      exists = true
      sql.exec(
        'INSERT OR REPLACE INTO sessions (name, used_at, topic, hot) VALUES (?, ?, ?, ?)',
        name,
        usedAt,
        topic?.slice().buffer ?? null,
        JSON.stringify(hot),
      )
    },
    count: () => (isThere() ? numberOf('SELECT count(*) FROM sessions')! : 0),
    removeLongestUnused(count: number): void {
      sql.exec('DELETE FROM sessions WHERE name IN (SELECT name FROM sessions ORDER BY used_at LIMIT ?)', count)
    },
    remove(names: readonly string[]): void {
      if (isThere())
        sql.exec('DELETE FROM sessions WHERE name IN (SELECT value FROM json_each(?))', JSON.stringify(names))
    },
    /** Removes what was last used then or before; when the longest unused of the rest was, or null where there is none. */
    removeUnusedSince(time: number): number | null {
      if (!isThere()) return null
      sql.exec('DELETE FROM sessions WHERE used_at <= ?', time)
      return numberOf('SELECT min(used_at) FROM sessions')
    },
    /** After everything in the object was deleted. */
    forget(): void {
      exists = false
    },
  }
}
