/**
 * Ranks mean nothing by themselves: the best of nothing relevant is still first. What tells evidence from the rest is how near a memory is
 * in absolute terms (its cosine) and how far behind the best candidate it stands (its share of the best rank). A logistic regression of
 * "is evidence" on the two gives -12.0 + 7.5 · cosine + 8.6 · share; the score is that log-odds moved and stretched (· 0.72 + 1.45), so
 * that the bands of the contract hold: from 0.7 on about every other memory is evidence, from 0.4 on one in six, below 0.2 hardly any.
 */
const CALIBRATION = { base: -7.19, meaning: 5.37, share: 6.17 } as const

export const calibrate = (meaning: number, share: number): number =>
  1 / (1 + Math.exp(-(CALIBRATION.base + CALIBRATION.meaning * meaning + CALIBRATION.share * share)))
