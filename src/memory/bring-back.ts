import type { Revised } from '../ports/memory-revisions.ts'

/** A look as of a time brings back so much at most, the newest first: it is a read, during which nobody else is served. */
export const BROUGHT_BACK = { memories: 200, pieces: 1_000 }

/** Of memories that could be brought back, newest first, those that together are not too much. */
export function withinBounds(found: readonly { readonly id: number; readonly pieces: number }[]): number[] {
  let pieces = 0
  return found.slice(0, BROUGHT_BACK.memories).flatMap((one) => {
    if (pieces + one.pieces > BROUGHT_BACK.pieces) return []
    pieces += one.pieces
    return one.id
  })
}

/**
 * Asks for memories to be restored, for a look of which nothing is kept. Where the reading of a text is not kept whole, because another memory
 * said a part of it first, that memory stays out: a look reads no texts.
 */
export function* bringBack(ids: readonly number[]): Generator<readonly number[], void, Revised> {
  if (ids.length === 0) return
  const revised = yield ids
  if (revised.kind === 'done') return
  const unread = new Set(revised.kind === 'unread' ? revised.texts.map(({ id }) => id) : [])
  const ready = ids.filter((id) => !unread.has(id))
  if (ready.length < ids.length) return yield* bringBack(ready)
  if (ids.length === 1) return
  // It is others that would have to be read: whoever needs them is found by halves.
  const half = Math.ceil(ids.length / 2)
  yield* bringBack(ids.slice(0, half))
  yield* bringBack(ids.slice(half))
}
