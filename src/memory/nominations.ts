import { CANDIDATES } from './candidates.ts'

/** One list of the chunks that were nominated: the nearest and the best by words, each best first, then `others`. */
export function mergeNominations(
  near: readonly number[],
  byWords: readonly number[],
  hot: readonly number[],
  others: readonly number[] = [],
) {
  const searched = new Set<number>()
  for (let at = 0; at < Math.max(near.length, byWords.length); at++) {
    if (at < near.length) searched.add(near[at]!)
    if (at < byWords.length) searched.add(byWords[at]!)
  }
  for (const id of others) searched.add(id)
  const found = [...new Set([...searched, ...hot])]
  return {
    found,
    /** What was said around these becomes a candidate too. */
    best: found.slice(0, CANDIDATES.neighboursOf),
    /** What is there only because it is hot comes from working memory, not from the search. */
    hotOnly: new Set(hot.filter((id) => !searched.has(id))) as ReadonlySet<number>,
  }
}
