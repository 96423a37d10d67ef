import { DIMENSIONS, type Vectors, vectorOf } from './vectors.ts'

/** The nearest of the first `size` vectors by float arithmetic, best first; every one is looked at. */
export function exactNearest(query: Float32Array, { data }: Vectors, size: number, k: number): number[] {
  const ids: number[] = []
  const scores: number[] = []
  for (let i = 0, at = 0; i < size; i++) {
    let score = 0
    for (let d = 0; d < DIMENSIONS; d++, at++) score += query[d]! * data[at]!
    if (ids.length === k && score <= scores[k - 1]!) continue
    let place = ids.length
    while (place > 0 && scores[place - 1]! < score) place--
    ids.splice(place, 0, i)
    scores.splice(place, 0, score)
    ids.length = scores.length = Math.min(k, ids.length)
  }
  return ids
}

/** The same, remembered: every peer is held against it. */
export function createExact(stored: Vectors, asked: Vectors, k: number) {
  const known = new Map<string, number[]>()
  return (question: number, size: number): readonly number[] => {
    const key = `${question}/${size}`
    const found = known.get(key) ?? exactNearest(vectorOf(asked, question), stored, size, k)
    known.set(key, found)
    return found
  }
}
