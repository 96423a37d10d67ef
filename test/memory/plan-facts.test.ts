import { describe, expect, it } from 'vitest'
import { createFactPlan, type StatedFact, type Telling } from '../../src/memory/plan-facts.ts'

const MANY = 2_000

describe('facts of one place that are told of one earlier time', () => {
  it('come one after the other, and many of them take no longer each', () => {
    let id = 0
    const plan = createFactPlan(1_000_000, () => ++id, [])
    const telling = {
      ...{ id: 1, statedAt: 5_000, isNow: false },
      memory: { persona: 'shared', source: 'user', confidence: 1, metadata: null },
    } as unknown as Telling
    const began = performance.now()
    const times = Array.from({ length: MANY }, (_, at) => {
      const told = {
        predicate: 'lives in',
        slot: 'home',
        value: `town ${at}`,
        object: { name: `town ${at}`, kind: 'place' },
      }
      const stated = { told, subject: 'user', object: `town ${at}`, chunk: 1, vector: null } as unknown as StatedFact
      return plan.state(telling, { ...stated, told: { ...stated.told, confidence: 1 } }).statedAt
    })
    expect(times).toEqual(Array.from({ length: MANY }, (_, at) => 5_000 + at))
    expect(performance.now() - began).toBeLessThan(10_000)
  })
})
