import { describe, expect, it } from 'vitest'
import { createFactPlan, type StatedFact, type Telling } from '../../src/memory/plan-facts.ts'
import { resolveConflicts } from '../../src/memory/resolve-conflicts.ts'

const MANY = 2_000

describe('facts of one place that are told of one earlier time', () => {
  it('come one after the other, and many of them take no longer each', () => {
    let id = 0
    const plan = createFactPlan(1_000_000, () => ++id, [])
    const telling = {
      ...{ id: 1, statedAt: 5_000 },
      memory: { persona: 'shared', source: 'user', confidence: 1, metadata: null },
    } as unknown as Telling
    const began = performance.now()
    const facts = Array.from({ length: MANY }, (_, at) => {
      const told = {
        predicate: 'lives in',
        slot: 'home',
        value: `town ${at}`,
        object: { name: `town ${at}`, kind: 'place' },
      }
      const stated = { told, subject: 'user', object: `town ${at}`, chunk: 1, vector: null } as unknown as StatedFact
      return plan.state(telling, at + 1, { ...stated, told: { ...stated.told, confidence: 1 } })
    })
    expect(new Set(facts.map(({ statedAt }) => statedAt))).toEqual(new Set([5_000]))
    const reversed = facts.map((fact) => ({ ...fact, id: MANY - fact.id }))
    expect(new Set(resolveConflicts(reversed).values())).toContain(reversed.at(-1)!.id)
    expect(resolveConflicts(reversed).has(reversed.at(-1)!.id)).toBe(false)
    expect(performance.now() - began).toBeLessThan(10_000)
  })
})
