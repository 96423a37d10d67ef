import { describe, expect, it } from 'vitest'
import { createCalibration } from '../../../src/domain/ranking/calibrate.ts'

describe('calibration', () => {
  const many = [1, ...Array.from({ length: 30 }, (_, i) => 0.5 - i / 100)]
  const found = { meaning: 0.05, coverage: 0, alone: true }

  it('is surer of a memory that stands out among many than of the only one', () => {
    const among = createCalibration(many).score(found, 1)
    const alone = createCalibration([1]).score(found, 1)
    expect(alone).toBeLessThan(among)
    expect(alone, 'nothing in common with the question: tangential').toBeLessThan(0.4)
  })

  it('is sure of the only memory where it says what was asked', () => {
    expect(createCalibration([1]).score({ ...found, meaning: 0.6, coverage: 1 }, 1)).toBeGreaterThan(0.7)
  })

  it('never ranks the better below the worse', () => {
    const { score } = createCalibration(many)
    const scores = many.map((rank) => score(found, rank))
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
  })
})
