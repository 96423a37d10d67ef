import { entityKey } from '../domain/entity/entity-name.ts'
import type { Revised, Revision } from '../ports/memory-revisions.ts'
import type { MemoryRecord } from './records.ts'
import { type Looking, look } from './revision/look.ts'

/** A look as of a time changes so much at most, the newest first: it is a read, during which nobody else is served. */
export const LOOK_BACK = { memories: 200, pieces: 1_000 }

/** A look changes things so often at most; what cannot be changed by then stays as it is. */
export const MOST_TRIES = 16

/** What has to be changed, and is kept by nobody, to see what was known at a time. */
export interface LookBack {
  /** Memories that were taken out of retrieval since. */
  readonly restore: readonly number[]
  /** Memories of a later time that were told before others of an earlier one, and say whom names mean. */
  readonly withdraw: readonly number[]
}

/** Of memories that could be brought back, newest first, those that together are not too much. */
export function withinBounds(found: readonly { readonly id: number; readonly pieces: number }[]): number[] {
  let pieces = 0
  return found.slice(0, LOOK_BACK.memories).flatMap((one) => {
    if (pieces + one.pieces > LOOK_BACK.pieces) return []
    pieces += one.pieces
    return one.id
  })
}

type Told = Pick<MemoryRecord, 'id' | 'stated'>

const wordsIn = (name: string): string[] => entityKey(name).split(' ')

/**
 * Of memories that were said too late, newest first, those that have a name of which several may be meant: whom others mean by it was decided with
 * them in mind. A name that nobody else has a part of means the same without them.
 */
export function* namingAlike(late: readonly Told[]): Looking<number[]> {
  const namesOf = ({ stated }: Told) =>
    stated.flatMap(({ subject, object, objectKind }) =>
      [subject ?? [], (objectKind !== 'value' && object) || []].flat(),
    )
  const words = [...new Set(late.flatMap(namesOf).flatMap(wordsIn))]
  const entities = yield* look('entities', yield* look('named', words))
  const having = new Map<string, number>()
  for (const { key, aliases } of entities) {
    const called = new Set([key, ...aliases.map(({ name }) => name)].flatMap(wordsIn))
    // Who goes by several names may have got one of them from a late memory.
    for (const word of called) having.set(word, (having.get(word) ?? 0) + (aliases.length > 0 ? 2 : 1))
  }
  const isShared = (name: string) => wordsIn(name).some((word) => (having.get(word) ?? 0) > 1)
  return late.flatMap((memory) => (namesOf(memory).some(isShared) ? memory.id : [])).slice(0, LOOK_BACK.memories)
}

/** Asks for what a look back changes. */
export function* lookBack({ restore, withdraw }: LookBack): Generator<readonly Revision[], void, Revised> {
  // Whatever goes wrong with the first, tries are left for the others.
  const tried = yield* changed(withdraw, MOST_TRIES / 2, (id) => ({ kind: 'invalidate', id, reason: null }))
  yield* changed(restore, MOST_TRIES - tried, (id) => ({ kind: 'restore', id, reason: null }))
}

/** Large parts come first: where tries run out, few memories are left. Returns how many it took. */
function* changed(
  ids: readonly number[],
  mostTries: number,
  revision: (id: number) => Revision,
): Generator<readonly Revision[], number, Revised> {
  const parts = ids.length === 0 ? [] : [ids]
  let tries = 0
  for (let part = parts.shift(); part && tries < mostTries; part = parts.shift()) {
    tries++
    parts.push(...partsOf(part, yield part.map(revision)))
  }
  return tries
}

/**
 * What to try next of those that were tried together. Where the reading of a text is not kept whole, because another memory said a part of it
 * first, that memory stays as it is: a look reads no texts.
 */
function partsOf(ids: readonly number[], revised: Revised): (readonly number[])[] {
  if (revised.kind === 'done') return []
  const unread = new Set(revised.kind === 'unread' ? revised.texts.map(({ id }) => id) : [])
  const ready = ids.filter((id) => !unread.has(id))
  if (ready.length < ids.length) return ready.length === 0 ? [] : [ready]
  if (ids.length === 1) return []
  // It is others that would have to be read: whoever needs them is found by halves.
  const half = Math.ceil(ids.length / 2)
  return [ids.slice(0, half), ids.slice(half)]
}
