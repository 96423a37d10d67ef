import { describe, expect, it } from 'vitest'
import {
  areTokens,
  lateInteraction,
  packAsked,
  packTokens,
  TOKEN_DIMENSIONS,
} from '../../../src/domain/ranking/token-vectors.ts'
import { normalise } from '../../../src/domain/ranking/vector.ts'
import { createRandom } from '../../fakes/random.ts'

const BYTES = TOKEN_DIMENSIONS / 2

const { below } = createRandom(5)
/** Two of them are hardly nearer to each other than by chance. */
const newToken = () =>
  normalise(
    Float32Array.from({ length: TOKEN_DIMENSIONS }, () => below(1000) + below(1000) - below(1000) - below(1000)),
  )
const [bees, ants, owls, foxes] = [newToken(), newToken(), newToken(), newToken()]

const text = (...tokens: readonly Float32Array[]) => packTokens(Float32Array.from(tokens.flatMap((one) => [...one])))
const question = (...tokens: readonly (readonly [token: Float32Array, share: number])[]) =>
  packAsked(Float32Array.from(tokens.flatMap(([token, share]) => [...token].map((value) => value * share))))
const product = (one: Float32Array, other: Float32Array) => one.reduce((sum, value, i) => sum + value * other[i]!, 0)
/** What a text of so many tokens loses. */
const lost = (count: number) => 0.02 * Math.log(count / 20)

describe('late interaction', () => {
  it('is about 1 of a text with itself, and less with every other', () => {
    const texts = [[bees, ants, owls], [bees, foxes, owls], [foxes], [ants, foxes]].map((tokens) => ({
      asked: question(...tokens.map((token) => [token, 1 / tokens.length] as const)),
      packed: text(...tokens),
    }))
    for (const [at, { asked, packed }] of texts.entries()) {
      const own = lateInteraction(asked, packed)
      expect(Math.abs(own + lost(packed.length / BYTES) - 1)).toBeLessThan(0.03)
      // Of one that has all its tokens among others only the length tells it apart.
      for (const other of texts.toSpliced(at, 1)) expect(lateInteraction(asked, other.packed)).toBeLessThan(own)
    }
  })

  it('is what the vectors make before they are packed, but for a little', () => {
    for (let round = 0; round < 50; round++) {
      const told = Array.from({ length: 1 + below(30) }, newToken)
      const asked = Array.from({ length: 1 + below(10) }, newToken)
      const exact = asked.reduce((sum, one) => sum + Math.max(...told.map((other) => product(one, other))), 0)
      const found = lateInteraction(question(...asked.map((one) => [one, 1 / asked.length] as const)), text(...told))
      expect(Math.abs(found - (exact / asked.length - lost(told.length)))).toBeLessThan(0.03)
    }
  })

  it('asks nothing of the order of the tokens, neither of the text nor of the question', () => {
    const asked = question([bees, 0.5], [owls, 0.3], [newToken(), 0.2])
    const near = lateInteraction(asked, text(bees, ants, owls, foxes))
    expect(lateInteraction(asked, text(foxes, owls, bees, ants))).toBe(near)
    const shares = [[owls, 0.5] as const, [bees, 0.5] as const]
    expect(lateInteraction(question(...shares.toReversed()), text(bees, ants))).toBeCloseTo(
      lateInteraction(question(...shares), text(bees, ants)),
      6,
    )
  })

  it('takes for each token of the question the nearest of the text', () => {
    const of = (token: Float32Array) => lateInteraction(question([token, 1]), text(bees, ants, owls))
    const both = lateInteraction(question([bees, 0.5], [foxes, 0.5]), text(bees, ants, owls))
    expect(both).toBeCloseTo((of(bees) + of(foxes)) / 2, 6)
    const alone = [bees, ants, owls].map((token) => lateInteraction(question([foxes, 1]), text(token)) + lost(1))
    expect(of(foxes) + lost(3)).toBeCloseTo(Math.max(...alone), 6)
  })

  it('gives each token of the question its share', () => {
    const asked = question([bees, 0.9], [owls, 0.1])
    expect(lateInteraction(asked, text(bees))).toBeGreaterThan(lateInteraction(asked, text(owls)) + 0.5)
    const other = question([bees, 0.1], [owls, 0.9])
    expect(lateInteraction(other, text(owls))).toBeGreaterThan(lateInteraction(other, text(bees)) + 0.5)
  })

  it('gives nothing for more of the same, and takes a little for the length', () => {
    const asked = question([bees, 1])
    const [once, often] = [lateInteraction(asked, text(bees)), lateInteraction(asked, text(bees, bees, bees, bees))]
    expect(once - often).toBeCloseTo(0.02 * Math.log(4), 6)
    const usual = Array.from({ length: 20 }, () => bees)
    expect(lateInteraction(asked, text(...usual))).toBeCloseTo(once + lost(1), 6)
  })

  it('is a number where a token of the question points nowhere', () => {
    const nowhere = new Float32Array(TOKEN_DIMENSIONS)
    expect(lateInteraction(question([nowhere, 1]), text(bees))).toBeCloseTo(-lost(1), 6)
    const half = lateInteraction(question([bees, 0.5]), text(bees))
    expect(lateInteraction(question([bees, 0.5], [nowhere, 0.5]), text(bees))).toBeCloseTo(half, 6)
  })

  it('cuts off values that are larger than it keeps, in both directions', () => {
    const [up, down] = [new Float32Array(TOKEN_DIMENSIONS), new Float32Array(TOKEN_DIMENSIONS)]
    up[17] = 1
    down[17] = -1
    expect(lateInteraction(question([up, 1]), text(up)) + lost(1)).toBeCloseTo(7 * 0.045, 6)
    expect(lateInteraction(question([up, 1]), text(down)) + lost(1)).toBeCloseTo(-7 * 0.045, 6)
  })
})

describe('packed tokens', () => {
  it('take half a byte a value', () => {
    expect(text(bees, ants, owls)).toHaveLength(3 * BYTES)
  })

  it('are told from bytes that are none by their length', () => {
    expect([text(bees), text(bees, ants)].every(areTokens)).toBe(true)
    expect([0, 1, BYTES - 1, BYTES + 1, 3 * BYTES - 1].some((length) => areTokens(new Uint8Array(length)))).toBe(false)
  })
})
