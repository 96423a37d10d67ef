import { chunksIn, factsIn, type MemoryId, toChunkId, toFactId } from '../../../domain/memory-id.ts'
import type { CountedSql } from './counted-sql.ts'

export interface Access {
  last: number
  times: number
}

/** Of one chunk or fact. */
export interface Accessed extends Access {
  readonly id: number
}

/** What a fold writes, as the rows have it. */
export type AccessedRow = { id: number; lastAccess: number; accessCount: number }
export const ACCESSED = 'id, last_access AS lastAccess, access_count AS accessCount'

interface Returned {
  readonly at: number
  readonly ids: readonly MemoryId[]
}

/**
 * Accesses are written as one row a retrieve, or one for several in a burst, and folded into the memories later, many at once. Until then they
 * are kept in memory too, so that whatever is read counts them.
 */
export function createAccesses(sql: CountedSql) {
  let pending: Map<MemoryId, Access> | null = null
  let unwritten: Returned[] = []
  /** All of them were handed over in a transaction that has not ended yet. */
  let taken = false

  const add = (into: Map<MemoryId, Access>, { at, ids }: Returned) => {
    for (const id of ids) {
      const known = into.get(id)
      into.set(id, { last: Math.max(at, known?.last ?? 0), times: (known?.times ?? 0) + 1 })
    }
  }
  const load = () => {
    if (!pending) {
      pending = new Map()
      for (const row of sql.exec<{ at: number; ids: string }>('SELECT at, ids FROM accesses'))
        add(pending, { at: row.at, ids: JSON.parse(row.ids) as MemoryId[] })
      for (const returned of unwritten) add(pending, returned)
    }
    return pending
  }

  return {
    record(returned: Returned): void {
      add(load(), returned)
      unwritten.push(returned)
    },
    /** What was recorded since the last time, as one row: of what is a moment apart nobody asks which was first. */
    write(): void {
      if (unwritten.length === 0) return
      sql.exec(
        'INSERT INTO accesses (at, ids) VALUES (?, ?)',
        Math.max(...unwritten.map(({ at }) => at)),
        JSON.stringify(unwritten.flatMap(({ ids }) => ids)),
      )
      unwritten = []
    },
    pendingOf: (id: MemoryId): Access | undefined => load().get(id),
    /** Hands over what is pending, to be written into the memories in the same transaction. */
    take(): { chunks: Accessed[]; facts: Accessed[] } {
      const all = load()
      if (all.size > 0) sql.exec('DELETE FROM accesses')
      pending = new Map()
      taken = true
      const ids = [...all.keys()]
      return {
        chunks: chunksIn(ids).map((id) => ({ ...all.get(toChunkId(id))!, id })),
        facts: factsIn(ids).map((id) => ({ ...all.get(toFactId(id))!, id })),
      }
    },
    count: (): number => load().size,
    flush(): void {
      if (taken) unwritten = []
      taken = false
    },
    forget(): void {
      pending = null
      taken = false
    },
  }
}
