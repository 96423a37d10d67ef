import type { ChangedRecords, ChangeKind } from '../domain/webhook/events.ts'

/** What is told of one operation, in the journal and to webhooks: more would make an entry as large as what it tells of. */
const MAX_IDS = 100

/** Records by number as a journal keeps them; `ids` may be empty, and 0 stands for a record that nobody knows. */
export function changedRecords(ids: Iterable<number>): ChangedRecords | null {
  const known = [...new Set(ids)].filter((id) => id > 0)
  if (known.length === 0) return null
  return { ids: known.slice(0, MAX_IDS), more: Math.max(0, known.length - MAX_IDS) }
}

/** The kinds of change that there were. */
export const changedOf = (changes: Partial<Record<ChangeKind, Iterable<number>>>) =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([kind, ids]) => {
      const records = changedRecords(ids)
      return records ? [[kind, records]] : []
    }),
  ) as Partial<Record<ChangeKind, ChangedRecords>>
