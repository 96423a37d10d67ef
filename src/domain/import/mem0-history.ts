import { fieldOf, isFields, textOf, timeOf } from './foreign-values.ts'

interface Change {
  readonly row: Readonly<Record<string, unknown>>
  readonly at: string
  readonly changedAt: number
}

/**
 * Rows of `history`: what a memory was before and after each change (mem0ai/mem0, mem0/memory/storage.py: `get_history`). Only the last of
 * them says whether it still stands and how it reads, so that they are held until the file ends.
 */
export function createMem0History() {
  const last = new Map<string, Change>()
  let superseded = 0
  return {
    /** Whether it is such a row. */
    take(value: unknown, at: string): boolean {
      const id = textOf(value, 'memory_id')
      if (!isFields(value) || id === null || fieldOf(value, 'event') === undefined) return false
      const changedAt =
        timeOf(Number.POSITIVE_INFINITY, fieldOf(value, 'updated_at'), fieldOf(value, 'created_at')) ?? 0
      const known = last.get(id)
      if (known) superseded++
      if (!known || changedAt >= known.changedAt) last.set(id, { row: value, at, changedAt })
      return true
    },
    *end(): Generator<{ readonly skipped: number } | { readonly memory: unknown; readonly at: string }> {
      if (superseded > 0) yield { skipped: superseded }
      for (const [id, { row, at }] of last) {
        const isDeleted = row.event === 'DELETE' || row.is_deleted === true || row.is_deleted === 1
        if (isDeleted) yield { skipped: 1 }
        else yield { memory: { ...row, id, memory: row.new_memory }, at }
      }
      last.clear()
    },
  }
}
