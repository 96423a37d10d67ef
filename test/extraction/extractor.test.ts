import { describe, expect, it } from 'vitest'
import type { Source } from '../../src/domain/statement/source.ts'
import { createTestExtractor } from './test-extractor.ts'

const extractor = createTestExtractor()
const NOW = Date.UTC(2026, 10, 15, 12)

const read = async (text: string, source: Source = 'user') => {
  const [extraction] = await extractor.extract([{ text, source, now: NOW }])
  return { texts: extraction!.facts.map((fact) => fact.text), ...extraction! }
}

describe('the wink extractor', () => {
  it('loads lazily and once', async () => {
    const fresh = createTestExtractor()
    expect(fresh.loaded).toBe(false)
    await Promise.all([fresh.load(), fresh.load()])
    expect(fresh.loaded).toBe(true)
  })

  it('answers each input in its order', async () => {
    const inputs = ['I like tea.', 'Hello!', 'I like rye.'].map((text) => ({ text, source: 'user' as const, now: NOW }))
    expect((await extractor.extract(inputs)).map(({ facts }) => facts.map(({ object }) => object.name))).toEqual([
      ['tea'],
      [],
      ['rye'],
    ])
  })

  it('writes facts as readable lines', async () => {
    expect((await read("I don't eat pork any more and I'm allergic to figs.")).texts).toEqual([
      'user does not eat pork any more',
      'user is allergic to figs',
    ])
    expect((await read('The report was written by Marta.')).texts).toEqual(['Marta wrote the report'])
    expect((await read('I used to live in Leeds.')).texts).toEqual(['user used to live in Leeds'])
    expect((await read('My flat has 74 square metres.')).texts).toEqual(["user's flat has 74 square metres"])
  })

  it('leaves out what is said by the way, and no word that only looks so', async () => {
    expect((await read("I'm allergic to figs btw.")).texts).toEqual(['user is allergic to figs'])
    expect((await read('My sister lives in Leeds rn.')).texts).toEqual(["user's sister lives in Leeds"])
    for (const text of ['Maria is an RN.', 'Maria is an rn.', 'The station has an ATM.'])
      expect((await read(text)).texts.join(), text).toMatch(/\ban (?:RN|rn|ATM)$/)
  })

  it('makes relative dates absolute where somebody speaks now, and leaves documents alone', async () => {
    expect((await read('I bought a tent yesterday.')).texts).toEqual([
      'user bought a tent yesterday (14 November 2026)',
    ])
    expect((await read('We moved to Turku two years ago.')).texts).toEqual(['user moved to Turku two years ago (2024)'])
    expect((await read('I visited Bonn last week.')).texts).toEqual([
      'user visited Bonn last week (week of 2 November 2026)',
    ])
    expect((await read('Ida: I bought a tent yesterday.', 'document')).texts).toEqual(['Ida bought a tent yesterday'])
  })

  it('says where in the text each fact stands', async () => {
    const text = 'Hello there. I live in Ghent. My cat is called Pixel.'
    const { facts } = await read(text)
    expect(facts.map(({ start, end }) => text.slice(start, end))).toEqual([
      'I live in Ghent.',
      'My cat is called Pixel.',
    ])
  })

  it('lets an inherited modal stay a modal', async () => {
    const { facts } = await read('I will sell the house and buy a boat.')
    expect(facts.map(({ aspect, text }) => [aspect, text])).toEqual([
      ['may', 'user will sell the house'],
      ['may', 'user will buy a boat'],
    ])
  })
})

describe('who speaks', () => {
  it('is the user in user text, whoever says "the user"', async () => {
    expect((await read('I play chess.')).facts[0]?.subject).toEqual({ name: 'user', kind: 'user' })
    expect((await read('The user plays chess.', 'assistant')).facts[0]?.subject).toEqual({ name: 'user', kind: 'user' })
    expect((await read('You play chess.', 'assistant')).facts[0]?.subject).toEqual({ name: 'user', kind: 'user' })
  })

  it('is the assistant where it says "I" or is told "you"', async () => {
    expect((await read('I am a language model.', 'assistant')).facts[0]?.subject.kind).toBe('assistant')
    expect((await read('You are a good listener.')).facts[0]?.subject.kind).toBe('assistant')
  })

  it('is nobody in a document without a label', async () => {
    expect((await read('I live in Oslo.', 'document')).facts).toEqual([])
  })

  it('is the one whom a label names, line by line', async () => {
    const { texts, speaker } = await read('Caroline: I adopted a puppy.\nLuis: I love flamenco.', 'document')
    expect(speaker).toBe('Caroline')
    expect(texts).toEqual(['Caroline adopted a puppy', 'Luis loves flamenco'])
  })

  it.each(['Mark: I sail.', 'Anna Schmidt: I sail.', '**Jo**: I sail.', 'Dr. Weber: I sail.', 'Amélie: I sail.'])(
    'is named by %j',
    async (text) => {
      expect((await read(text, 'document')).speaker).not.toBeNull()
    },
  )

  it.each([
    'Note: I sail.',
    'Warning: the deck is wet.',
    'Ingredients: flour, eggs.',
    '10:30: the ferry leaves.',
    'https://example.org: a page',
    'Update: I sailed.',
    'TODO: sail',
    'To do: sail',
    'Meeting notes: Ada leads.',
    'Summary: we sailed.',
  ])('is not named by %j', async (text) => {
    expect((await read(text, 'document')).speaker).toBeNull()
  })

  it('takes role labels for the roles, not for names', async () => {
    const { facts, speaker } = await read('User: I live in Kyiv.\nAssistant: I am a model.', 'document')
    expect(speaker).toBeNull()
    expect(facts.map(({ subject }) => subject.kind)).toEqual(['user', 'assistant'])
  })
})
