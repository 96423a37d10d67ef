import { describe, expect, it } from 'vitest'
import { createCalibration, type Found } from '../../../src/domain/ranking/calibrate.ts'

const found = (rank: number, more: Partial<Found> = {}): Found => ({
  ...{ rank, meaning: 0.05, coverage: 0, proximity: 0, named: true },
  ...more,
})

describe('calibration', () => {
  const many = [1, ...Array.from({ length: 30 }, (_, i) => 0.5 - i / 100)].map((rank) => found(rank))

  it('is not sure of the only memory where it has nothing in common with the question', () => {
    expect(createCalibration([found(1)]).score(found(1)), 'tangential').toBeLessThan(0.4)
  })

  it.each([undefined, 3])('is sure of the only memory where it says what was asked (reranked %s)', (reranked) => {
    const only = found(1, { meaning: 0.6, ...(reranked === undefined ? {} : { reranked }) })
    expect(createCalibration([only]).score(only)).toBeGreaterThan(0.7)
  })

  it('takes only the first for the answer because hardly anything else is there', () => {
    const [first, second] = [found(1, { meaning: 0.6, reranked: 3 }), found(0.6, { meaning: 0.4, reranked: -3 })]
    const others = Array.from({ length: 8 }, () => found(0.3, { meaning: 0.1 }))
    const [few, more] = [createCalibration([first, second]), createCalibration([first, second, ...others])]
    expect(few.score(first)).toBeGreaterThan(0.7)
    expect(few.score(second)).toBeLessThan(0.4)
    expect(few.score(first)).toBeGreaterThanOrEqual(more.score(first))
  })

  it('never ranks the better below the worse', () => {
    const { score } = createCalibration(many)
    const scores = many.map(score)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
  })

  it('is less sure where the first mention nobody whom the question names', () => {
    const near = found(1, { meaning: 0.5 })
    const other = { ...near, named: false }
    expect(createCalibration([other]).score(other)).toBeLessThan(createCalibration([near]).score(near))
  })

  it('is surer where the nearest is apart from all others than where many are as near', () => {
    const first = found(1, { meaning: 0.5, reranked: 1 })
    const beside = (meaning: number) => [first, ...Array.from({ length: 8 }, () => found(0.5, { meaning }))]
    expect(createCalibration(beside(0.1)).score(first)).toBeGreaterThan(createCalibration(beside(0.45)).score(first))
  })

  it('is less sure where the reranker likes nothing, and of what seems outdated', () => {
    const [liked, disliked] = [found(1, { meaning: 0.5, reranked: 3 }), found(1, { meaning: 0.5, reranked: -5 })]
    expect(createCalibration([disliked]).score(disliked)).toBeLessThan(createCalibration([liked]).score(liked))
    const old = { ...liked, outdated: -0.3 }
    const { score } = createCalibration([liked, old])
    expect(score(old)).toBeLessThan(score(liked))
  })

  it('stays between 0 and 1', () => {
    for (const meaning of [-1, 0, 1])
      for (const reranked of [-30, 30]) {
        const one = found(1, { meaning, reranked })
        const score = createCalibration([one]).score(one)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1)
      }
  })

  it('gives a number where only what a memory replaced was reranked', () => {
    const score = createCalibration([found(1)]).score(found(1, { reranked: 2 }))
    expect(score).toBeGreaterThan(0)
  })
})
