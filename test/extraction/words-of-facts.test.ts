import { describe, expect, it } from 'vitest'
import type { Source } from '../../src/domain/statement/source.ts'
import { createTestExtractor } from './test-extractor.ts'

const extractor = createTestExtractor()

const read = async (text: string, source: Source = 'user') => {
  const [extraction] = await extractor.extract([{ text, source, now: Date.UTC(2026, 10, 15, 12) }])
  return extraction!.facts
}
const textsOf = async (text: string, source?: Source) => (await read(text, source)).map((fact) => fact.text)

describe('the words of a fact', () => {
  it.each([
    ['who speaks, called "yours truly"', 'The test was signed by yours truly.', 'user signed the test'],
    ['who speaks, as the subject', 'Yours truly paid for the drinks.', 'user paid for the drinks'],
    ['what closes a letter', 'Yours truly, Ada'],
    ['when something happened', 'I moved to Leeds when I was ten.', 'user moved to Leeds'],
    ['when it is so, where that points at something', 'I see the physio when it hurts.', 'user sees the physio'],
    ['a version', 'The file carries LGPL-2.1 headers.', 'the file carries LGPL-2.1 headers'],
    ['what was said after a name in quotes', 'I call it "Rex." I live in Leeds.', 'user lives in Leeds'],
    [
      'what was said after a condition in quotes that is over',
      'When I moved here, they said "welcome!" I live in Leeds.',
      'user lives in Leeds',
    ],
    ["days that are somebody's", 'Wednesdays are my day off.'],
    ['a man of whom nothing more is told', 'Lou met a man at the harbour.', 'Lou met a man at the harbour'],
  ])('%s', async (_, text, ...expected) => {
    expect(await textsOf(text)).toEqual(expected)
  })

  it.each([
    ['I read the tracker: 212 open issues.', 'assistant read the tracker'],
    ['I put the files in the archive.', 'assistant put the files in the archive'],
    ['I split the invoice into two parts.', 'assistant split the invoice into two parts'],
    ['I always put the bills in the archive.', 'assistant always puts the bills in the archive'],
    ['I have the files in the archive.', 'assistant has the files in the archive'],
    ['You put milk in your coffee.', "user puts milk in user's coffee"],
  ])('an assistant tells what it did: %s', async (text, expected) => {
    expect(await textsOf(text, 'assistant')).toEqual([expected])
  })

  it('a user tells what he does', async () => {
    expect(await textsOf('I put the bills in the archive.')).toEqual(['user puts the bills in the archive'])
  })

  it.each([
    ['Priya sits nowhere near Karol.', 'sits nowhere near'],
    ['Our cat has no shame.', 'has'],
    ['The trainee pays no wage.', 'pays'],
  ])('a denial denies: %s', async (text, relation) => {
    expect((await read(text)).map((fact) => [fact.negated, fact.relation])).toEqual([[true, relation]])
  })

  it('nearness is no denial', async () => {
    expect((await read('Priya sits near Karol.')).map(({ negated }) => negated)).toEqual([false])
  })
})
