import type { MemoryId } from '../../../ports/memory-store.ts'
import type { CountedSql } from './counted-sql.ts'

export interface Access {
  last: number
  times: number
}

/**
 * Accesses are written as one row a retrieve and folded into the memories later, many at once. Until then they are kept in memory too,
 * so that whatever is read counts them.
 */
export function createAccesses(sql: CountedSql) {
  let pending: Map<MemoryId, Access> | null = null

  const add = (into: Map<MemoryId, Access>, id: MemoryId, at: number) => {
    const known = into.get(id)
    into.set(id, { last: Math.max(at, known?.last ?? 0), times: (known?.times ?? 0) + 1 })
  }
  const load = () => {
    if (!pending) {
      pending = new Map()
      for (const row of sql.exec<{ at: number; ids: string }>('SELECT at, ids FROM accesses')) {
        for (const id of JSON.parse(row.ids) as MemoryId[]) add(pending, id, row.at)
      }
    }
    return pending
  }

  return {
    record(at: number, ids: readonly MemoryId[]): void {
      const known = load()
      sql.exec('INSERT INTO accesses (at, ids) VALUES (?, ?)', at, JSON.stringify(ids))
      for (const id of ids) add(known, id, at)
    },
    pendingOf: (id: MemoryId): Access | undefined => load().get(id),
    /** Hands over what is pending, to be written into the memories in the same transaction. */
    take(): [MemoryId, Access][] {
      const all = [...load()]
      if (all.length > 0) sql.exec('DELETE FROM accesses')
      pending = new Map()
      return all
    },
    count: (): number => load().size,
    forget(): void {
      pending = null
    },
  }
}
