import type { ChangeKind } from '../../../domain/webhook/events.ts'
import { changedOf } from '../../../memory/note-change.ts'
import { type AuditQuery, type Authored, JOURNAL, type JournalEntry } from '../../../ports/journal.ts'
import { DAY_MS } from '../../../runtime/duration.ts'
import type { CountedSql } from './counted-sql.ts'

/** So many entries between two looks at the oldest, and so many of those go at a time. */
const TIDY_EVERY = 64
const TIDY_ROWS = 256

const COLUMNS = 'id, at, key, action, request, counts, changed'
const toEntry = (values: SqlStorageValue[]): JournalEntry => ({
  id: values[0] as number,
  at: values[1] as number,
  key: values[2] as string,
  action: values[3] as string,
  requestId: values[4] as string | null,
  counts: JSON.parse(values[5] as string),
  changed: JSON.parse(values[6] as string),
})

interface Last {
  readonly id: number
  readonly number: number
}

/** What was changed, one row an operation, written in its transaction. What changes is collected on the way, and noted at its end. */
export function createJournal(sql: CountedSql) {
  let last: Last | null = null
  let collected = new Map<ChangeKind, number[]>()
  let untilTidy = 0
  let hasNews = false

  const lastRow = (): Last =>
    sql.all<{ id: number; number: number }>('SELECT id, number FROM journal ORDER BY id DESC LIMIT 1')[0] ?? {
      id: 0,
      number: 0,
    }

  /** The numbers have no gaps, so that the oldest row tells how many there are. */
  function tidy(now: number, number: number): void {
    if (untilTidy-- > 0) return
    untilTidy = TIDY_EVERY
    const isOver = (row: { id: number; number: number }) =>
      row.id < now - JOURNAL.days * DAY_MS || row.number <= number - JOURNAL.entries
    const oldest = (limit: number) =>
      sql.all<{ id: number; number: number }>('SELECT id, number FROM journal ORDER BY id LIMIT ?', limit)
    if (!oldest(1).some(isOver)) return
    const over = oldest(TIDY_ROWS).filter(isOver).at(-1)!
    sql.exec('DELETE FROM journal WHERE id <= ?', over.id)
  }

  return {
    collect(kind: ChangeKind, ids: readonly number[]): void {
      collected.set(kind, [...(collected.get(kind) ?? []), ...ids])
    },
    /** Notes what was collected since the last time; nothing where nobody is named. */
    note({ by, now }: Authored & { readonly now: number }, counts: JournalEntry['counts']): void {
      const changed = changedOf(Object.fromEntries(collected))
      collected = new Map()
      if (!by) return
      const before = last ?? lastRow()
      const next = { id: Math.max(now, before.id + 1), number: before.number + 1 }
      sql.exec(
        `INSERT INTO journal (number, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[
          next.number,
          next.id,
          now,
          by.key,
          by.action,
          by.requestId,
          JSON.stringify(counts),
          JSON.stringify(changed),
        ],
      )
      tidy(now, next.number)
      last = next
      hasNews = true
    },
    /** Whether something was noted since the last time. */
    takeNews(): boolean {
      const news = hasNews
      hasNews = false
      return news
    },
    lastId(): number {
      last ??= lastRow()
      return last.id
    },
    latest: ({ before, limit, action, since, until }: AuditQuery): JournalEntry[] =>
      sql.rows(
        toEntry,
        `SELECT ${COLUMNS} FROM journal WHERE id < ? AND at >= ? AND at < ? AND (?4 IS NULL OR action = ?4) ORDER BY id DESC LIMIT ?`,
        ...[before, since ?? 0, until ?? Number.MAX_SAFE_INTEGER, action, limit],
      ),
    after: (after: number, limit: number): JournalEntry[] =>
      sql.rows(toEntry, `SELECT ${COLUMNS} FROM journal WHERE id > ? ORDER BY id LIMIT ?`, after, limit),
    forget(): void {
      last = null
      collected = new Map()
      hasNews = false
    },
  }
}
