import { describe, expect, it } from 'vitest'
import { packRecollection, unpackRecollection } from '../../../src/adapters/durable-objects/recollection-rows.ts'
import type { RecalledChunk, RecalledFact, Recollection } from '../../../src/ports/recollection.ts'

const told = {
  ...{ persona: 'shared', confidence: 0.9, metadata: { turn: '3' }, memory: 7, statedBy: ['user'], hot: false },
  ...{ createdAt: 1, statedAt: 2, lastAccess: 3, accessCount: 4, source: 'user' as const, candidate: true },
}
const chunk: RecalledChunk = {
  ...{ ...told, id: 5, text: 'Emma lives in Lyon.', meaning: 0.25, session: 6, speaker: 'Emma' },
  ...{ before: [3, 4], after: [8], facts: [9], late: 0.375 },
}
const fact: RecalledFact = {
  ...{ ...told, id: 9, text: 'Emma lives in Lyon', meaning: 0.5, chunk: 5, hop: 2, from: 'ann', latest: 10 },
  ...{ subject: 'emma', predicate: 'lives_in', relation: 'lives in', object: 'lyon', negated: false, aspect: 'is' },
  ...{ slot: 'lives_in', value: 'lyon', denies: true, date: '2026-11', members: ['Emma moved'] },
}
const recollection: Recollection = {
  chunks: [chunk, { ...chunk, id: 6, session: null, speaker: null, metadata: null, hot: true, late: null }],
  around: [{ id: 3, text: 'Where?', meaning: -1, session: 6, speaker: null, source: 'assistant' }],
  facts: [fact, { ...fact, id: 11, from: null, date: null, members: [] }],
  rivals: [
    { id: 1, subject: 'emma', slot: 'lives_in', value: 'bonn', denies: false, source: 'user', statedAt: 1, chunk: 2 },
  ],
  corpus: { chunks: 2, averageWords: 4, frequencies: [1], sessions: 1, speakers: ['Emma'] },
  degraded: [],
  unreset: ['s'],
}

describe('a recollection on its way from a vault', () => {
  it('is what it was', () => {
    expect(unpackRecollection(packRecollection(recollection))).toEqual(recollection)
  })

  it('is understood from a vault of an earlier version too', () => {
    expect(unpackRecollection(JSON.stringify(recollection))).toEqual(recollection)
  })
})
