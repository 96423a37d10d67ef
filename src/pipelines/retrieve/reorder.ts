/** Models read the ends of a long context best: the strongest go there, the weakest into the middle. Expects the best first. */
export function reorder<T>(ranked: readonly T[]): T[] {
  const front: T[] = []
  const back: T[] = []
  for (const [at, item] of ranked.entries()) (at % 2 === 0 ? front : back).push(item)
  return [...front, ...back.reverse()]
}
