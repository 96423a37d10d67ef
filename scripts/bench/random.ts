/** The same numbers for the same seed, everywhere. */
export function random(seed: number) {
  let state = Math.imul(seed ^ 0x9e3779b9, 2654435761) >>> 0
  const next = (): number => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return { below, pick: <T>(list: readonly T[]): T => list[below(list.length)]! }
}
