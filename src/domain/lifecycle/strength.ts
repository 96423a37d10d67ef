/** What is left of a confidence after `idleMs` without access. Independent of how often it is asked. */
export const strength = (confidence: number, idleMs: number, halfLifeMs: number): number =>
  confidence * 2 ** (-Math.max(0, idleMs) / halfLifeMs)

/**
 * Confidences are kept in steps of a twentieth, so that "below the threshold now" is one range of the last access per level, and nothing
 * that is stored depends on the half-life.
 */
export const CONFIDENCE_LEVELS = 20

/** A confidence never rounds to nothing: what was worth storing has at least the lowest level. */
export const levelOf = (confidence: number): number =>
  Math.min(CONFIDENCE_LEVELS, Math.max(1, Math.round(confidence * CONFIDENCE_LEVELS)))

export const confidenceOf = (level: number): number => level / CONFIDENCE_LEVELS

/** What was last accessed before this time has a strength below the threshold at `now`. */
export function fadedBefore(confidence: number, threshold: number, now: number, halfLifeMs: number): number {
  if (threshold <= 0) return Number.NEGATIVE_INFINITY
  if (confidence < threshold) return Number.POSITIVE_INFINITY
  return now - halfLifeMs * Math.log2(confidence / threshold)
}
