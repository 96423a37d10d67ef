import { describe, expect, it } from 'vitest'
import type { ExtractedFact } from '../../../src/domain/statement/fact.ts'
import { boundFacts } from '../../../src/pipelines/ingest/bound-facts.ts'

const states = (count: number) => ({
  facts: Array.from({ length: count }, (_, start) => ({ start }) as ExtractedFact),
  speaker: null,
  note: null,
})
const counts = (given: readonly number[], most: number) =>
  boundFacts(given.map(states), most).map((one) => one.facts.length)

describe('the facts of one call', () => {
  it('are all kept where they are few enough', () => {
    const few = [2, 0, 3].map(states)
    expect(boundFacts(few, 5)).toBe(few)
  })

  it('are cut where there are most, and the others keep theirs', () => {
    expect(counts([2, 500, 3, 400], 105)).toEqual([2, 50, 3, 50])
    expect(counts([10, 10, 10], 7)).toEqual([2, 2, 2])
    expect(counts([100], 7)).toEqual([7])
  })

  it('keep the first of a text, and the answer says so', () => {
    const [cut] = boundFacts([states(9)], 4)
    expect(cut!.facts.map(({ start }) => start)).toEqual([0, 1, 2, 3])
    expect(cut!.note).toContain('the first 4 were kept')
  })
})
