import { describe, expect, it } from 'vitest'
import { SCORE_PARTS } from '../../src/console/parts/score-parts.ts'
import type { Score } from '../../src/domain/ranking/score.ts'

/** What is a number; the types do not let one be left out. */
const NUMBERS: Record<Exclude<keyof Score, 'alone'>, true> = {
  ...{ rank: true, meaning: true, words: true, who: true, session: true, reply: true, window: true, proximity: true },
  ...{ doubt: true, coverage: true, reranked: true, named: true, leads: true, answers: true, corrects: true },
  ...{ outdated: true, overturns: true, answered: true },
}

describe('why', () => {
  it('has a bar for every part of a score', () => {
    expect(SCORE_PARTS.map(({ field }) => field).sort()).toEqual([...Object.keys(NUMBERS), 'outstanding'].sort())
  })
})
