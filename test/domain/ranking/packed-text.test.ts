import { describe, expect, it } from 'vitest'
import { vectorFromText, vectorToText } from '../../../src/domain/ranking/packed-text.ts'
import { packTokens, TOKEN_DIMENSIONS } from '../../../src/domain/ranking/token-vectors.ts'
import { normalise, packVector } from '../../../src/domain/ranking/vector.ts'
import { createRandom } from '../../fakes/random.ts'

const { below } = createRandom(3)
const unit = (length: number) => normalise(Float32Array.from({ length }, () => below(2001) - 1000))
const vectorOf = (dimensions: number) => {
  const { values, scale } = packVector(unit(dimensions))
  // As it is kept.
  return { values, scale: Math.fround(scale) }
}

describe('a packed vector as text', () => {
  it.each([4, 255, 256, 384])('comes back the same, of %i dimensions, with tokens and without', (dimensions) => {
    const vector = vectorOf(dimensions)
    expect(vectorFromText(vectorToText(vector))).toEqual(vector)
    expect(vectorFromText(vectorToText(vector))).not.toHaveProperty('tokens')
    for (const count of [1, 2, 3, 40]) {
      const tokens = packTokens(
        Float32Array.from(Array.from({ length: count }, () => [...unit(TOKEN_DIMENSIONS)]).flat()),
      )
      expect(vectorFromText(vectorToText({ ...vector, tokens }))).toEqual({ ...vector, tokens })
    }
  })

  it('is without tokens as it always was, and with them begins so', () => {
    const vector = vectorOf(256)
    const tokens = packTokens(unit(TOKEN_DIMENSIONS))
    const text = vectorToText(vector)
    expect(text).toMatch(/^[A-Za-z0-9+/]+={0,2}$/)
    expect(vectorToText({ ...vector, tokens }).split('.')).toEqual([
      text,
      expect.stringMatching(/^[A-Za-z0-9+/]+=?=?$/),
    ])
  })

  it('may stand anywhere in a buffer', () => {
    const { values, scale } = vectorOf(8)
    const tokens = packTokens(unit(TOKEN_DIMENSIONS))
    const [more, moreTokens] = [new Int16Array(12), new Uint8Array(tokens.length + 5)]
    more.set(values, 3)
    moreTokens.set(tokens, 5)
    const vector = { values: more.subarray(3, 11), scale, tokens: moreTokens.subarray(5) }
    expect(vectorFromText(vectorToText(vector))).toEqual({ values, scale, tokens })
  })
})
