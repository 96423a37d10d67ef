/**
 * Ranks mean nothing by themselves: the best of nothing relevant is still first. What tells evidence from the rest is how near a memory is
 * in absolute terms (its cosine), how far it stands out from the others that were found (in standard deviations of their ranks), how much of
 * the question's words it has, and whether it stands alone: in a conversation what was said around an answer is near the question too. A
 * logistic regression of "is evidence" on the four gives the log-odds; the score is those moved and stretched, so that the odds of
 * `EVIDENCE_AT` get the scores at which the bands of docs/api.md begin.
 * `npm run tune -- --calibrate` fits them anew.
 */
export const CALIBRATION = { base: -3.44, meaning: 5.08, outstanding: 0.62, coverage: 0.89, alone: 1.15 } as const

/** The regression's odds that a score stands for. */
export const EVIDENCE_AT = { 0.7: 0.4, 0.4: 0.09 } as const

/** So many of the best are what one stands out from; where there are fewer, the missing ones are taken to be half as good as the best. */
const OTHERS = 20
const MISSING_SHARE = 0.5
/** Beyond these it makes no difference. */
const MOST_OUTSTANDING = 3
const LEAST_OUTSTANDING = -1.5
/** By so much less where nothing else was found: who is alone stands out from nobody, whatever was asked. */
const LESS_ALONE = 0.8

export interface Calibration {
  /** How far a rank stands out from all. */
  outstanding(rank: number): number
  score(found: Found, rank: number): number
}

/** What a score of a memory's own is made of, as far as it tells how sure one can be. */
interface Found {
  readonly meaning: number
  readonly coverage: number
  readonly alone: boolean
}

/** For the memories of one question, of which these are the ranks; `known` were found in all. */
export function createCalibration(ranks: readonly number[], known = ranks.length): Calibration {
  const best = [...ranks].sort((a, b) => b - a).slice(0, OTHERS)
  const top = best[0] ?? 0
  while (best.length < OTHERS) best.push(top * MISSING_SHARE)
  const mean = best.reduce((sum, rank) => sum + rank, 0) / OTHERS
  const most = MOST_OUTSTANDING - LESS_ALONE * (1 - Math.min(known, OTHERS) / OTHERS)
  const deviation = Math.sqrt(best.reduce((sum, rank) => sum + (rank - mean) ** 2, 0) / OTHERS)

  function outstanding(rank: number): number {
    if (deviation === 0) return 0
    const by = (Math.min(rank, top) - mean) / deviation
    return Math.max(LEAST_OUTSTANDING, Math.min(most, by))
  }
  return {
    outstanding,
    score: (found, rank) =>
      logistic(
        CALIBRATION.base +
          CALIBRATION.meaning * found.meaning +
          CALIBRATION.outstanding * outstanding(rank) +
          CALIBRATION.coverage * found.coverage +
          CALIBRATION.alone * Number(found.alone),
      ),
  }
}

const logistic = (odds: number): number => 1 / (1 + Math.exp(-odds))
