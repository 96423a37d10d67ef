import type { CountedSql } from './counted-sql.ts'

/** Single values of a vault, each read once: nobody else writes them. */
export function createMeta(sql: CountedSql) {
  const known = new Map<string, SqlStorageValue>()
  const get = (key: string): SqlStorageValue => {
    const value = known.get(key)
    if (value !== undefined) return value
    const stored = sql.all<{ value: SqlStorageValue }>('SELECT value FROM meta WHERE key = ?', key)[0]?.value ?? null
    known.set(key, stored)
    return stored
  }
  return {
    number: (key: string): number | null => get(key) as number | null,
    text: (key: string): string | null => get(key) as string | null,
    set(key: string, value: number | string): void {
      sql.exec('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', key, value)
      known.set(key, value)
    },
    forget: (): void => known.clear(),
  }
}

export type Meta = ReturnType<typeof createMeta>
