import { describe, expect, it } from 'vitest'
import { type Question, type ScoredChunk, score } from '../../../src/domain/ranking/score.ts'

const chunk = (id: number, text: string, meaning: number, more: Partial<ScoredChunk> = {}): ScoredChunk => ({
  ...{ id, text, meaning, session: null, speaker: null, source: 'user', before: [], after: [] },
  ...more,
})

/** Messages of one session, each around the other. */
const conversation = (session: number, said: readonly ScoredChunk[]): ScoredChunk[] =>
  said.map((each, at) => ({
    ...each,
    session,
    before: said.slice(Math.max(0, at - 2), at).map(({ id }) => id),
    after: said.slice(at + 1, at + 3).map(({ id }) => id),
  }))

const ask = (text: string, words: readonly string[], chunks: readonly ScoredChunk[], more: Partial<Question> = {}) => {
  const corpus = { chunks: 500, averageWords: 8, sessions: 12, speakers: [], frequencies: words.map(() => 10) }
  const scores = score({ text, words, ...corpus, ...more }, chunks, [], [], () => 1).chunks
  return [...chunks].sort((a, b) => scores.get(b.id)!.rank - scores.get(a.id)!.rank).map(({ id }) => id)
}

describe('what was told by itself, beside conversations', () => {
  const chats = conversation(1, [
    chunk(1, 'I harvested two kilos of tomatoes today.', 0.3),
    chunk(2, 'Well done! Pick the rest before the frost.', 0.25, { source: 'assistant' }),
    chunk(3, 'What can I plant for the bees?', 0.28),
  ])

  it.each(['user', 'document', 'assistant'] as const)('comes first where it fits best (%s)', (source) => {
    const note = chunk(9, 'I have been vegetarian all my life.', 0.45, { source })
    expect(ask("What's my diet?", ['diet'], [...chats, note])[0]).toBe(9)
  })

  it('comes before a message that fits hardly better and has a conversation to speak for it', () => {
    const note = chunk(9, 'The tomatoes went to Ida.', 0.27)
    expect(ask('Who got my tomatoes?', ['tomatoes'], [...chats, note])[0]).toBe(9)
  })

  it('does not come first where a conversation fits better', () => {
    const note = chunk(9, 'My bicycle is green.', 0.15)
    expect(ask('How many tomatoes did I harvest?', ['tomatoes', 'harvest'], [...chats, note])[0]).toBe(1)
  })

  it('is about the participant whom it names', () => {
    const speakers = ['Caroline', 'Melanie']
    const talk = conversation(1, [
      chunk(1, 'Caroline: I drove to the lake with friends.', 0.35, { speaker: 'Caroline', source: 'document' }),
      chunk(2, 'Melanie: Our car broke down there once.', 0.4, { speaker: 'Melanie', source: 'document' }),
    ])
    const notes = [chunk(8, 'Melanie drives a red Fiat.', 0.42), chunk(9, 'Caroline drives a green Volvo.', 0.42)]
    expect(ask('What car does Caroline have?', ['car'], [...talk, ...notes], { speakers })[0]).toBe(9)
  })
})

describe('what follows a question', () => {
  const asked = (text: string) => {
    const talk = [
      chunk(1, text, 0.5, { speaker: 'Ana', after: [2], session: 1 }),
      chunk(2, 'Since March.', 0.2, { speaker: 'Ben', before: [1], session: 1 }),
      chunk(3, 'In autumn.', 0.2, { speaker: 'Ana', session: 2, after: [4] }),
      chunk(4, 'Fine.', 0.1, { speaker: 'Ben', session: 2, before: [3] }),
    ]
    const corpus = { chunks: 500, averageWords: 8, sessions: 12, speakers: ['Ana', 'Ben'], frequencies: [10] }
    const question = { text: 'How long has he been ill?', words: ['ill'], ...corpus }
    return score(question, talk, [], [], () => 1).chunks.get(2)!.window
  }

  it('has some of its rank, and what follows a statement has none', () => {
    expect(asked('How long have you been ill?')).toBeGreaterThan(asked('You have been ill for long.'))
  })
})

describe('what the assistant told', () => {
  it('is no reply where it is a note: the better fit comes first, whoever told it', () => {
    const notes = [
      chunk(1, 'Flight LH123 to Berlin leaves at 9:40.', 0.54, { source: 'assistant' }),
      chunk(2, 'Flight BA456 to London leaves at 11:15.', 0.49),
    ]
    expect(ask('When does flight LH123 leave?', ['flight', 'lh123', 'leave'], notes, { sessions: 0 })[0]).toBe(1)
  })

  it('counts as much from the assistant as from the user, where nobody talks', () => {
    const answer = `You could grow beans. ${'They like the sun and need little water. '.repeat(6)}`
    const said = [chunk(1, answer, 0.5, { source: 'assistant' }), chunk(2, 'I grow beans on my balcony.', 0.45)]
    expect(ask('What do I grow?', ['grow'], said, { sessions: 0 })[0]).toBe(1)
  })
})

describe('late interaction', () => {
  it('counts beside the cosine, and nothing does in its place where there are no tokens', () => {
    const told = (late: number | null) => [
      chunk(1, 'Tom is allergic to pollen.', 0.5, { late }),
      chunk(2, 'Emma is allergic to peanuts.', 0.52, { late: late === null ? null : 0.52 }),
    ]
    expect(ask('What is Tom allergic to?', ['allergic'], told(null))[0]).toBe(2)
    expect(ask('What is Tom allergic to?', ['allergic'], told(0.6))[0]).toBe(1)
    expect(ask('What is Tom allergic to?', ['allergic'], told(0.3))[0]).toBe(2)
  })

  it('lifts a fact as far as its chunk', () => {
    const corpus = { chunks: 500, averageWords: 8, sessions: 0, speakers: [], frequencies: [10] }
    const fact = { id: 7, text: 'Tom has an allergy', subject: 'tom', object: 'allergy', meaning: 0.4, chunk: 1 }
    const stated = { ...fact, source: 'user' as const, hop: 0, from: null }
    const { chunks, facts } = score(
      { text: 'What is Tom allergic to?', words: ['allergic'], ...corpus },
      [chunk(1, 'Tom is allergic to pollen.', 0.5, { late: 0.7 })],
      [],
      [stated, { ...stated, id: 8, chunk: 2 }],
      () => 1,
    )
    const lifted = chunks.get(1)!.meaning - 0.5
    expect(lifted).toBeGreaterThan(0)
    expect(facts.get(7)!.meaning).toBeCloseTo(0.4 + lifted)
    expect(facts.get(8)!.meaning).toBe(0.4)
  })
})
