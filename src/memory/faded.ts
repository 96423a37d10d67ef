import { CONFIDENCE_LEVELS, confidenceOf, fadedBefore } from '../domain/lifecycle/strength.ts'
import type { Faded, LongestIdle } from '../ports/consolidation.ts'

export const LEVELS: readonly number[] = Array.from({ length: CONFIDENCE_LEVELS }, (_, at) => at + 1)

/** "Faded": a level of confidence, and before when its last access must lie. */
interface FadedRange {
  readonly level: number
  readonly before: number
}

/** Of one persona, or null for all. */
export interface FadedIn {
  readonly persona: string | null
  readonly ranges: readonly FadedRange[]
}

/** No store's integers go to infinity. */
export const boundTime = (value: number): number => Math.max(-8e15, Math.min(8e15, Math.ceil(value)))

/** "Below the threshold now" is one range of the last access per level of confidence. */
export const fadedRanges = ({ threshold, now, halfLifeMs }: Omit<Faded, 'persona'>): FadedRange[] =>
  LEVELS.map((level) => ({ level, before: boundTime(fadedBefore(confidenceOf(level), threshold, now, halfLifeMs)) }))

/** Of each level that there is, the longest idle of those that were found. */
export function longestIdle(found: Iterable<{ readonly level: number; readonly since: number | null }>): LongestIdle[] {
  const oldest = new Map<number, number>()
  for (const { level, since } of found)
    if (since !== null) oldest.set(level, Math.min(since, oldest.get(level) ?? since))
  return [...oldest].map(([level, since]) => ({ level, since })).sort((a, b) => a.level - b.level)
}
