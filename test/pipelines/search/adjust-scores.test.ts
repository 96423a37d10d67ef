import { describe, expect, it } from 'vitest'
import { readQuestion } from '../../../src/domain/question/read-question.ts'
import type { Score } from '../../../src/domain/ranking/score.ts'
import { weights } from '../../../src/domain/ranking/weights.ts'
import { adjustScores } from '../../../src/pipelines/search/adjust-scores.ts'
import type { RecalledChunk, Recollection } from '../../../src/ports/recollection.ts'
import type { Reading } from '../../../src/ports/reranker.ts'
import { DAY_MS } from '../../../src/runtime/duration.ts'

interface Told {
  readonly text: string
  readonly rank: number
  readonly after?: readonly number[]
  /** Told in no session. */
  readonly alone?: boolean
}

/** Chunks 1, 2, …, each told a day after the other, in the order of the list. */
function adjust(
  query: string,
  told: readonly Told[],
  { talk = 0, readings = new Map<number, Reading>(), changes = true } = {},
) {
  const chunks = told.map(({ text, after = [] }, at) => ({
    ...{ id: at + 1, text, source: 'user', speaker: null, session: 1, meaning: 0.6 },
    ...{ statedAt: at * DAY_MS, candidate: true, hot: false, before: [], after, facts: [] },
  })) as unknown as RecalledChunk[]
  const scores = new Map(told.map(({ rank, alone }, at) => [at + 1, { rank, proximity: 0, alone } as Score]))
  const recollection = { chunks, around: [], facts: [], rivals: [] } as unknown as Recollection
  const own = { talk, chunks: scores, facts: new Map<number, Score>() }
  return adjustScores(own, {
    recollection,
    supersededBy: new Map(),
    query,
    reading: readQuestion(query),
    readings,
    hops: 0,
    weights: changes ? weights : { ...weights, outdated: 0, overturns: 0 },
  })
}

describe('what reading adds to the scores', () => {
  it('lifts what the reranker likes above the least of what it read, and leaves the rest', () => {
    const notes = ['a note', 'another note', 'a third'].map((text) => ({ text, rank: 0.5 }))
    const readings = new Map([
      [1, { answers: 4, holds: -2 }],
      [2, { answers: 3, holds: 3 }],
    ])
    const { chunks } = adjust('tea', notes, { readings, changes: false }).scores
    expect(chunks.get(1)!.rank).toBe(0.5)
    expect(chunks.get(2)!.rank).toBeCloseTo(0.5 + 5 * weights.reranked)
    expect(chunks.get(3)).toEqual({ rank: 0.5, proximity: 0 })
  })

  const paper = { text: 'paper 1 is on tuesday at nine', rank: 1, after: [2] }
  const swapped = { text: 'correction, they moved it to wednesday', rank: 0.2 }

  it.each([swapped.text, 'they swapped it, it is on wednesday now', 'got a new one now, for wednesday'])(
    'lifts a message that takes back the one before it above that one: %s',
    (text) => {
      const { chunks } = adjust('when is paper 1', [paper, { text, rank: 0.2 }]).scores
      expect(chunks.get(2)!.corrects).toBeGreaterThan(0)
      expect(chunks.get(2)!.rank).toBeGreaterThan(chunks.get(1)!.rank)
    },
  )

  it.each(['actually, it starts on wednesday now', 'correction on that other thing: the hall is in Mill Lane now'])(
    'lifts one that only points back nearly as high: %s',
    (text) => {
      const { chunks } = adjust('when is paper 1', [paper, { text, rank: 0.2 }]).scores
      expect(chunks.get(2)!.rank - (chunks.get(2)!.overturns ?? 0)).toBeCloseTo(weights.corrects)
    },
  )

  it('lifts none that only mentions a change of something else further on', () => {
    const elsewhere = { text: 'Femi is moving out at christmas, and Mei joked that she takes it', rank: 0.2 }
    const { chunks } = adjust('when is paper 1', [paper, elsewhere]).scores
    expect(chunks.get(2)!.corrects).toBeUndefined()
  })

  it('lifts none in a conversation, where every message follows another', () => {
    const { chunks } = adjust('when is paper 1', [paper, swapped], { talk: 1 }).scores
    expect(chunks.get(2)!.corrects).toBeUndefined()
  })

  const rent = { text: 'the rent for the flat is 870 a month', rank: 1 }
  const raised = { text: 'the landlord raised the rent for the flat, it is 910 now', rank: 1 }

  it('sinks what a newer memory overturned, by how likely that is', () => {
    const { scores, outdated } = adjust('what is the rent now', [rent, raised])
    expect(outdated.get(1)!.by).toBe(2)
    expect(scores.chunks.get(1)!.rank).toBeCloseTo(1 - weights.outdated * outdated.get(1)!.odds)
    expect(scores.chunks.get(2)!.rank).toBe(1)
  })

  it('keeps among the first ten what was among the first eight', () => {
    const others = Array.from({ length: 12 }, (_, i) => ({ text: `the kettle is in box ${i}`, rank: 0.9 - i / 100 }))
    const { chunks } = adjust('what is the rent now', [rent, raised, ...others]).scores
    const tenth = others[7]!.rank
    expect(1 + chunks.get(1)!.outdated!).toBeLessThan(tenth)
    expect(chunks.get(1)!.rank).toBeCloseTo(tenth)
  })

  it('sinks nothing where all is talk', () => {
    expect(adjust('what is the rent now', [rent, raised], { talk: 1 }).scores.chunks.get(1)!.rank).toBe(1)
  })

  it('sinks what a note or a document overturned, beside all that talk', () => {
    const { scores, outdated } = adjust('what is the rent now', [rent, { ...raised, alone: true }], { talk: 1 })
    expect(outdated.get(1)!.by).toBe(2)
    expect(scores.chunks.get(1)!.rank).toBeLessThan(1)
  })

  it.each([
    ['who has PROJ-112?', 'PROJ-113: the map is upside down, Ada', 'PROJ-112: login fails, Bo'],
    ['what is in room 205', 'room 206 has the kettle', 'room 205 has the piano'],
    ['what was fixed in version 2.4?', 'fixed in version 2.8: the clock', 'fixed in version 2.4: the map'],
    ['what did I buy on day 57', 'I bought apples on day 67.', 'on day 57 I bought pears'],
    ['what did we eat on 10 May', 'on 12 May we had soup', 'on the 10th of May we had rice'],
    ['where does BA203 go', 'flight BA204 goes to Oslo', 'flight BA203 goes to Rome'],
  ])('puts what is about another number below what is about the one of the question: %s', (query, other, right) => {
    const { scores } = adjust(query, [
      { text: other, rank: 1.5 },
      { text: right, rank: 0.9 },
    ])
    expect(scores.chunks.get(1)!.rank).toBeLessThan(scores.chunks.get(2)!.rank)
  })

  it.each([
    ['what changed from version 1 to version 2', 'version 2 has a dark mode', 'version 1 and version 2 are free'],
    ['what did I pay in May for 2 lamps', 'in May I paid 40 for the lamps', 'I have 2 cats'],
    ['what did I buy in 2024', 'I bought a boat in the spring', 'in 2024 I moved'],
    ['how old is Ida', 'Ida is 12', 'Bo is 14'],
    ['who sat in room 205', 'Ada sat there', 'room 206 is empty'],
  ])('leaves what is about no other number where it is: %s', (query, first, second) => {
    const { scores } = adjust(query, [
      { text: first, rank: 1.5 },
      { text: second, rank: 0.9 },
    ])
    expect(scores.chunks.get(1)!.rank).toBeGreaterThan(scores.chunks.get(2)!.rank)
  })

  it('leaves what is about another number where it is, if what has the number is about something else', () => {
    const { scores } = adjust('who sits in room 205', [
      { text: 'Ada sits in room 206', rank: 1.5 },
      { text: 'the lamp of room 205 is broken', rank: 0.5 },
    ])
    expect(scores.chunks.get(1)!.rank).toBeGreaterThan(1.4)
  })

  it('leaves facts as they are where no chunk was found', () => {
    const facts = new Map([1, 2].map((id) => [id, { rank: id / 10, proximity: 0 } as Score]))
    const recollection = { chunks: [], around: [], facts: [], rivals: [] } as unknown as Recollection
    const { scores } = adjustScores(
      { talk: 0, chunks: new Map(), facts },
      {
        ...{ recollection, supersededBy: new Map(), query: '', reading: readQuestion('What does Ana like?') },
        ...{ readings: new Map(), hops: 2, weights },
      },
    )
    expect([...scores.facts.values()].map(({ rank }) => rank)).toEqual([0.1, 0.2])
  })
})
