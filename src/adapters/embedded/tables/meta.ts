import type { CountedSql } from './counted-sql.ts'
/** Single values of a vault. */
export function createMeta(sql: CountedSql) {
  const get = (key: string) =>
    sql.all<{ value: SqlStorageValue }>('SELECT value FROM meta WHERE key = ?', key)[0]?.value ?? null
  return {
    number: (key: string): number | null => get(key) as number | null,
    text: (key: string): string | null => get(key) as string | null,
    set: (key: string, value: number | string): void =>
      void sql.exec('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', key, value),
  }
}

export type Meta = ReturnType<typeof createMeta>
