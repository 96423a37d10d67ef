import type { Changed } from '../domain/webhook/events.ts'

/** Who changes something, and by what: the author of a journal entry. */
export interface Author {
  readonly action: string
  /** The id of the key; `operator`, or `schedule` for the hourly round. */
  readonly key: string
  readonly requestId: string | null
}

/** Given with a change to have it noted; without it, nothing is noted. */
export interface Authored {
  readonly by?: Author | undefined
}

/** One operation that changed something. No text, no names: ids and counts alone. */
export interface JournalEntry extends Author {
  /** About the time in ms since the epoch, but each one's own and higher than all before. */
  readonly id: number
  readonly at: number
  /** The key that something was done to, where it was a key. */
  readonly subject?: string
  readonly counts: Readonly<Record<string, number>>
  readonly changed: Changed
}

export interface AuditQuery {
  /** Only entries before this one. */
  readonly before: number
  readonly limit: number
  readonly action: string | null
  readonly since: number | null
  readonly until: number | null
}

/** How long entries are kept, and how many at most: the newest. */
export const JOURNAL = { days: 90, entries: 10_000 } as const

/**
 * What was changed in a namespace, one entry an operation. Every implementation promises, and its contract suite checks:
 * - An entry is written in the very transaction of its change: there is none without the other.
 * - It costs one row and no round trip.
 * - Entries older than `JOURNAL.days` go, and all but the newest `JOURNAL.entries`, some with each of the next changes.
 */
export interface Journal {
  /** Newest first. */
  latest(namespace: string, query: AuditQuery): Promise<JournalEntry[]>
  /** Those after an entry, oldest first: what webhooks are told of. */
  after(namespace: string, page: { readonly after: number; readonly limit: number }): Promise<JournalEntry[]>
  /** From now on somebody wants to hear of changes soon, or nobody does. It is an entry itself. */
  watch(
    namespace: string,
    request: { readonly now: number; readonly watched: boolean; readonly by: Author },
  ): Promise<void>
}
