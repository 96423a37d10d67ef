import { expect, it } from 'vitest'
import type { ChunkPoint, FoundPoint, VectorScope } from '../../../src/adapters/cloud-store/vector-store.ts'
import { withPoints } from '../../../src/adapters/cloud-store/with-points.ts'
import { lateInteraction, packAsked, packTokens, TOKEN_DIMENSIONS } from '../../../src/domain/ranking/token-vectors.ts'
import { type AskedVector, normalise, packVector } from '../../../src/domain/ranking/vector.ts'

const vector = packVector(Float32Array.from([1, 0, 0, 0]))
const token = normalise(Float32Array.from({ length: TOKEN_DIMENSIONS }, (_, i) => Math.sin(i)))
const asked = packAsked(token)
const tokens = packTokens(token)

const point = (id: number, given: Partial<ChunkPoint> = {}): ChunkPoint => ({
  ...{ id, key: `key ${id}`, persona: 'shared', source: 0, level: 20, lastAccess: 0, session: 1, place: id },
  ...{ vectors: [vector], words: [], record: {} },
  ...given,
})

const nowhere = {
  nominate: async () => ({ points: [], byWords: [] }),
  around: async () => [],
} as unknown as VectorScope

it('tells how near the tokens of a question are to those of a point that was brought back, where both have some', async () => {
  const vectors = withPoints(nowhere, [point(1, { vectors: [{ ...vector, tokens }, vector] }), point(2)])
  const late = async (query: AskedVector) => {
    const wanted = { personas: null, vector: query, words: [], ids: [], nearest: 8, bestByWords: 8, nearestOfUser: 0 }
    const { points } = await vectors.nominate(wanted)
    const around = await vectors.around([{ session: 1, from: 0, to: 9 }], wanted)
    return [points, around].map((found: FoundPoint[]) => found.map((one) => [one.id, one.late]))
  }
  const found = [
    [1, lateInteraction(asked, tokens)],
    [2, null],
  ]
  expect(await late({ ...vector, asked })).toEqual([found, found])
  expect((await late(vector)).flat(2).filter((value) => value !== null)).toEqual([1, 2, 1, 2])
})
