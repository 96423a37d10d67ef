import { describe, expect, it } from 'vitest'
import { lastingKind } from '../../../src/domain/statement/lasting.ts'
import { isPassedOn } from '../../../src/domain/statement/passed-on.ts'
import { createTestExtractor } from '../../extraction/test-extractor.ts'

const extractor = createTestExtractor()

/** The facts of a text that last, in their own words. */
async function lasting(text: string): Promise<string[]> {
  const [read] = await extractor.extract([{ text, source: 'user', now: Date.UTC(2026, 10, 16) }])
  return read!.facts.filter((fact) => lastingKind(fact) !== null).map((fact) => fact.text)
}

describe('what lasts', () => {
  it.each([
    ['I live in Porto.', 'user lives in Porto'],
    ['I moved to Berlin.', 'user moved to Berlin'],
    ['My sister Emma lives far away.', 'user has sister Emma'],
    ['I am allergic to nuts.', 'user is allergic to nuts'],
    ['I do not eat meat.', 'user does not eat meat'],
    ['I love sushi.', 'user loves sushi'],
    ["I'm Priya.", 'user is Priya'],
    ['I am a nurse.', 'user is a nurse'],
    ['I am vegan.', 'user is vegan'],
  ])('has %s', async (text, fact) => {
    expect(await lasting(text)).toContain(fact)
  })

  it.each([
    'I want to move to Oslo.',
    'I used to live in Rome.',
    'I loved the film.',
    'I ate the sandwich.',
    'I ran the numbers.',
    'I worked at Hooli.',
    "I'm a mess today.",
    'I am not a morning person.',
    'I am tired.',
    'I need a drink.',
    'I might move to Spain.',
  ])('has nothing of "%s"', async (text) => {
    expect(await lasting(text)).toEqual([])
  })

  it('tells a message that was passed on from what somebody says', () => {
    for (const text of [
      'FWD from Sandra: my brother Graham',
      'Fwd: Hi, we would',
      'Email from Joe: I',
      'Ana wrote: I am',
    ])
      expect(isPassedOn(text)).toBe(true)
    for (const text of ['I live in Porto.', 'From Monday on I work at home.', 'Forwards play in front.'])
      expect(isPassedOn(text)).toBe(false)
  })
})
