import type { Extracted } from './extract.ts'

/**
 * The facts of one call are stored in one transaction, during which nobody else is served. Real prose stays below this: 400,000 characters
 * in short texts state some 4,400 facts.
 */
export const MAX_FACTS_A_CALL = 5_000

/** The extractions with no more facts together than one call may store: those with the most give up their last. */
export function boundFacts(extractions: readonly Extracted[], most: number = MAX_FACTS_A_CALL): readonly Extracted[] {
  const counts = extractions.map(({ facts }) => facts.length)
  if (counts.reduce((sum, count) => sum + count, 0) <= most) return extractions
  const share = largestShare(counts, most)
  return extractions.map((extraction) => {
    if (extraction.facts.length <= share) return extraction
    const note = `It states ${extraction.facts.length} facts; the first ${share} were kept, since one call stores at most ${most}.`
    return {
      ...extraction,
      facts: extraction.facts.slice(0, share),
      note: extraction.note === null ? note : `${extraction.note} ${note}`,
    }
  })
}

/** The most that each may have so that all together do not exceed `most`. */
function largestShare(counts: readonly number[], most: number): number {
  let left = most
  const ascending = [...counts].sort((a, b) => a - b)
  for (const [at, count] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - at))
    if (count > share) return share
    left -= count
  }
  return most
}
