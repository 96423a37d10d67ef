import { CANDIDATES } from './candidates.ts'

/** Whether two that were found say much the same. */
type SaySame<T> = (one: T, other: T) => boolean

/** Whether so many of the nearest, nearest first, say again what a nearer one says that others had no place. */
export function isCrowded<T>(nearest: readonly T[], saySame: SaySame<T>): boolean {
  if (nearest.length < CANDIDATES.beyondCrowd) return false
  const most = nearest.length * CANDIDATES.crowdedShare
  let repeats = 0
  for (const [at, one] of nearest.entries()) {
    if (repeats + nearest.length - at < most) return false
    if (nearest.slice(0, at).some((nearer) => saySame(nearer, one)) && ++repeats >= most) return true
  }
  return false
}

/** How far most of a crowd is trusted: what is trusted more has places of its own beside it. */
export const trustInCrowd = (sources: readonly number[]): number =>
  [...sources].sort((a, b) => a - b)[Math.floor(sources.length / 2)] ?? 0
