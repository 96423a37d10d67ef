import { describe, expect, it } from 'vitest'
import { confidenceOf, fadedBefore, levelOf, strength } from '../../../src/domain/lifecycle/strength.ts'

const DAY = 86_400_000
const WEEK = 7 * DAY

/** The formula as a user would type it into a calculator. */
const byHand = (confidence: number, idleDays: number, halfLifeDays: number) =>
  confidence * Math.exp(-idleDays / (halfLifeDays / Math.LN2))

function random(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

describe('strength', () => {
  it.each([
    [1, 0.91],
    [7, 0.5],
    [14, 0.25],
    [30, 0.05],
  ])('after %i days without access is %f of the confidence', (days, multiplier) => {
    expect(strength(1, days * DAY, WEEK)).toBeCloseTo(multiplier, 2)
    expect(strength(0.9, days * DAY, WEEK)).toBeCloseTo(byHand(0.9, days, 7), 12)
  })

  it('does not depend on how often anybody looked', () => {
    const next = random(1)
    for (let trial = 0; trial < 200; trial++) {
      const confidence = confidenceOf(1 + Math.floor(next() * 20))
      const halfLife = DAY * (0.1 + next() * 60)
      const end = next() * 90 * DAY
      // A pass that rewrote the value at each look would have to multiply what is left of it.
      let rewritten = confidence
      let looked = 0
      while (looked < end) {
        const step = Math.min(end - looked, next() * end)
        rewritten = strength(rewritten, step, halfLife)
        looked += step
      }
      expect(strength(confidence, end, halfLife)).toBeCloseTo(rewritten, 12)
    }
  })

  it('falls below a threshold exactly where the index range ends', () => {
    const next = random(2)
    for (let trial = 0; trial < 2000; trial++) {
      const confidence = confidenceOf(1 + Math.floor(next() * 20))
      const threshold = Math.floor(next() * 101) / 100
      const halfLife = DAY * (0.1 + next() * 60)
      const now = 1_800_000_000_000
      const lastAccess = now - Math.floor(next() * 120 * DAY)
      const before = Math.ceil(Math.max(-8e15, Math.min(8e15, fadedBefore(confidence, threshold, now, halfLife))))
      expect(lastAccess < before).toBe(strength(confidence, now - lastAccess, halfLife) < threshold)
    }
  })

  it('keeps confidences in at most twenty levels, and those of the sources as they are', () => {
    expect(new Set(Array.from({ length: 1001 }, (_, i) => levelOf(i / 1000))).size).toBe(20)
    for (const confidence of [1, 0.9, 0.7]) expect(confidenceOf(levelOf(confidence))).toBe(confidence)
  })
})
