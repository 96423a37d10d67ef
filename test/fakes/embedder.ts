import { normalise } from '../../src/domain/ranking/vector.ts'
import { wordsOf } from '../../src/domain/ranking/words.ts'
import type { Embedder } from '../../src/ports/embedder.ts'

const DIMENSIONS = 384

/** Texts with words in common are near each other, others are not: all that a test of storage needs to know of meaning. */
export function createFakeEmbedder(): Embedder {
  return {
    id: 'fake-embedder',
    dimensions: DIMENSIONS,
    loaded: true,
    load: async () => {},
    embed: async (texts) => texts.map(toVector),
  }
}

function toVector(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS)
  for (const word of wordsOf(text)) {
    let state = 2166136261
    for (let i = 0; i < word.length; i++) state = Math.imul(state ^ word.charCodeAt(i), 16777619)
    for (let i = 0; i < DIMENSIONS; i++) {
      state = Math.imul(state ^ (state >>> 15), 2246822519) + 1
      vector[i]! += (state >>> 31) * 2 - 1
    }
  }
  if (vector.every((value) => value === 0)) vector[0] = 1
  return normalise(vector)
}
