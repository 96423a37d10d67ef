import { MINUTE_MS } from '../runtime/duration.ts'

/** So many keys are remembered; whoever has more to spare than this pays for each with a refused request. */
const MOST_KEYS = 10_000

/** Hashes of keys that were refused, and until when they probably will be. */
const refusedUntil = new Map<string, number>()

/** Remembers that a key was refused: nothing is started beside its next admissions, which decide as ever. */
export function rememberRefusal(keyHash: string, untilMs: number): void {
  if (refusedUntil.size >= MOST_KEYS) refusedUntil.clear()
  refusedUntil.set(keyHash, untilMs)
}

export function wasRefusedLately(keyHash: string, nowMs: number): boolean {
  const untilMs = refusedUntil.get(keyHash)
  if (untilMs === undefined) return false
  // A clock that was set back must not make this last.
  if (nowMs < untilMs && untilMs - nowMs <= MINUTE_MS) return true
  refusedUntil.delete(keyHash)
  return false
}
