/**
 * Ranks mean nothing by themselves: the best of nothing relevant is still first. What tells evidence from the rest is how near a memory is
 * in absolute terms (its cosine), how far it stands out from the others that were found (in standard deviations of their ranks), and how
 * much of the question's words it has. A logistic regression of "is evidence" on the three gives the log-odds; the score is those moved and
 * stretched, so that what is evidence in two of five cases scores .7 and what is in one of nine scores .4: the bands of the contract.
 * `npm run tune -- --calibrate` fits them anew.
 */
export const CALIBRATION = { base: -3.29, meaning: 3.9, outstanding: 0.82, coverage: 0.72 } as const

/** The regression's odds that a score stands for. */
export const EVIDENCE_AT = { 0.7: 0.4, 0.4: 0.11 } as const

/** So many of the best are what one stands out from; where there are fewer, the missing ones are taken to be half as good as the best. */
const OTHERS = 20
const MISSING_SHARE = 0.5
/** Beyond these it makes no difference. */
const MOST_OUTSTANDING = 3
const LEAST_OUTSTANDING = -1.5

export interface Calibration {
  /** How far a rank stands out from all. */
  outstanding(rank: number): number
  score(found: { readonly meaning: number; readonly coverage: number }, rank: number): number
}

/** For the memories of one question, of which these are the ranks. */
export function createCalibration(ranks: readonly number[]): Calibration {
  const best = [...ranks].sort((a, b) => b - a).slice(0, OTHERS)
  const top = best[0] ?? 0
  while (best.length < OTHERS) best.push(top * MISSING_SHARE)
  const mean = best.reduce((sum, rank) => sum + rank, 0) / OTHERS
  const deviation = Math.sqrt(best.reduce((sum, rank) => sum + (rank - mean) ** 2, 0) / OTHERS)

  function outstanding(rank: number): number {
    if (deviation === 0) return 0
    const by = (Math.min(rank, top) - mean) / deviation
    return Math.max(LEAST_OUTSTANDING, Math.min(MOST_OUTSTANDING, by))
  }
  return {
    outstanding,
    score: ({ meaning, coverage }, rank) =>
      logistic(
        CALIBRATION.base +
          CALIBRATION.meaning * meaning +
          CALIBRATION.outstanding * outstanding(rank) +
          CALIBRATION.coverage * coverage,
      ),
  }
}

const logistic = (odds: number): number => 1 / (1 + Math.exp(-odds))
