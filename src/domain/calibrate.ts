/**
 * Ranks mean nothing by themselves: the best of nothing relevant is still first. How sure the best candidates are in absolute terms
 * (cosine, share of the question's words) sets the top of the scale; the ranks spread the others below it.
 */
const MEANING = { from: 0.1, to: 0.75 } as const
const COVERAGE_WEIGHT = 0.55

const ramp = (value: number, from: number, to: number) => Math.min(1, Math.max(0, (value - from) / (to - from)))

export const sureness = (meaning: number, coverage: number): number => {
  const byMeaning = ramp(meaning, MEANING.from, MEANING.to)
  const byWords = COVERAGE_WEIGHT * coverage
  return 1 - (1 - byMeaning) * (1 - byWords)
}
