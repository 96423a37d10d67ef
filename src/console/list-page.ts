import type { Memory } from '../../packages/client/src/client.ts'

/** A page of the list. What is out of sight is a height alone: however far one scrolls, the browser holds a few pages. */
export interface ListPage {
  readonly cursor: string | null
  /** How many come before it. */
  readonly before: number
  /** How many are on it, and where the next one begins; unknown until it was read. */
  count: number
  next: string | null | undefined
  memories: readonly Memory[] | null
  height: number | null
}

/**
 * A page was read: where others come after it than before, those that follow no longer begin where it ends, and are read anew. Without that
 * a memory would stand on two pages, or on none.
 */
export function dropOutdated(pages: ListPage[], read: ListPage): void {
  const at = pages.indexOf(read)
  const following = pages[at + 1]
  if (at < 0 || following === undefined) return
  if (following.cursor !== read.next || following.before !== read.before + read.count) pages.length = at + 1
}

/** A page that was not read yet, or has none, has no last one. */
export const pageLabel = ({ before, count }: Pick<ListPage, 'before' | 'count'>): string =>
  count === 0 ? `Memories from ${before + 1}` : `Memories ${before + 1} to ${before + count}`
