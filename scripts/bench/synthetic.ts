import { DIMENSIONS } from './vectors.ts'

/** A unit vector that anybody can make again from its number: what is stored need not travel to be compared with. */
export function syntheticVector(seed: number): Float32Array {
  let state = Math.imul(seed + 1, 2654435761) >>> 0
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32 - 0.5
  }
  // The first dimensions carry most, as they do in the encoder's vectors.
  const vector = Float32Array.from({ length: DIMENSIONS }, (_, i) => next() * (i < 128 ? 1 : 0.35))
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

/** Something near the vector of `seed`, as a question is to its answer. */
export function syntheticQuery(seed: number): Float32Array {
  const noise = syntheticVector(seed + 1_000_003)
  const vector = syntheticVector(seed).map((value, i) => value * 0.6 + noise[i]! * 0.8)
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

export const syntheticText = (i: number): string => `Crate ${i} of depot ${i % 977} belongs to customer ${i % 5003}.`
