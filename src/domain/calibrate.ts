/**
 * Ranks mean nothing by themselves: the best of nothing relevant is still first. What tells evidence from the rest is how near a memory is
 * in absolute terms (its cosine) and how far behind the best candidate it stands (its share of the best rank). A logistic regression of
 * "is evidence" on the two gives -11.7 + 6.2 · cosine + 8.7 · share; the score is that log-odds moved and stretched (· 0.78 + 1.5), so that
 * the bands of the contract hold: in dialogues from 0.7 on two in five are evidence, from 0.4 on one in ten, below 0.2 one in a hundred.
 */
const CALIBRATION = { base: -7.65, meaning: 4.82, share: 6.79 } as const

export const calibrate = (meaning: number, share: number): number =>
  1 / (1 + Math.exp(-(CALIBRATION.base + CALIBRATION.meaning * meaning + CALIBRATION.share * share)))
