import type { Horizon, LongestIdle } from '../ports/consolidation.ts'
import { DAY_MS, HOUR_MS } from '../runtime/duration.ts'

/** A model is not asked for less: a few new facts seldom make a cluster. */
const COMPRESS_AT_FACTS = 50

/** The place of "there is something to compress" among the levels of confidence, which begin at 1. */
export const COMPRESS = 0

export const levelBit = (level: number): number => 1 << level
export const COMPRESS_BIT = levelBit(COMPRESS)

/** Are there enough facts that no run has looked at? */
export const enoughToCompress = (factsSince: number): boolean => factsSince >= COMPRESS_AT_FACTS

/** When the next try to compress makes sense: in an hour, or on the next day where the day's tokens are spent. */
export const nextTry = (now: number, spent: boolean): number =>
  spent ? (Math.floor(now / DAY_MS) + 1) * DAY_MS : now + HOUR_MS

/** What there is to be told; `notBefore`: when compression may go on. */
export const horizonOf = (
  state: { readonly turn: number; readonly idle: readonly LongestIdle[]; readonly factsSince: number },
  notBefore: number,
): Horizon => ({
  turn: state.turn + 1,
  idle: state.idle,
  compressFrom: enoughToCompress(state.factsSince) ? notBefore : null,
})

/** The bits of what a horizon tells. */
export const levelsOf = ({ idle, compressFrom }: Horizon): number =>
  idle.reduce((mask, { level }) => mask | levelBit(level), compressFrom === null ? 0 : COMPRESS_BIT)
