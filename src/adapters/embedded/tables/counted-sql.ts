/** Rows are what Cloudflare bills for: every statement goes through here, so that each operation knows what it cost. */
export interface CountedSql {
  exec: SqlStorage['exec']
  /** Rows read and written since the last time. */
  take(): Rows
}

export interface Rows {
  readonly read: number
  readonly written: number
}

export function countRows(sql: SqlStorage): CountedSql {
  let cursors: { rowsRead: number; rowsWritten: number }[] = []
  return {
    exec: <T extends Record<string, SqlStorageValue>>(query: string, ...bindings: unknown[]) => {
      const cursor = sql.exec<T>(query, ...bindings)
      cursors.push(cursor)
      return cursor
    },
    take() {
      const rows = { read: 0, written: 0 }
      for (const cursor of cursors) {
        rows.read += cursor.rowsRead
        rows.written += cursor.rowsWritten
      }
      cursors = []
      return rows
    },
  }
}
