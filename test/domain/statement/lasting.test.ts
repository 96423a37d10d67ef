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
    ['I play the piano.', 'user plays the piano'],
    ['I live at 14 Mill Lane.', 'user lives at 14 Mill Lane'],
    ['My brother Luis sails.', 'user has brother Luis'],
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
    'I am a dictator.',
    "I'm a queen!",
    'I must work from home.',
    'I smoke six cigarettes a day.',
    'I teach the apprentices 20 hours in the week.',
    'I drink 3 coffees a day.',
    'I like the garden.',
    'I hate those tiny lids.',
    'I love this job sometimes.',
    'I always despised electronic signatures.',
    'My twins Ben and Ida are seven.',
  ])('has nothing of "%s"', async (text) => {
    expect(await lasting(text)).toEqual([])
  })

  it('tells a message that was passed on from what somebody says', () => {
    for (const text of [
      'FWD from Sandra: my brother Graham',
      'Fwd: Hi, we would',
      'Email from Joe: I',
      'Ana wrote: I am',
      '---------- Forwarded message ---------',
      'Forwarding this email from Joe: I',
      "Note from last year's tenant: I",
    ])
      expect(isPassedOn(text)).toBe(true)
    for (const text of [
      'I live in Porto.',
      'From Monday on I work at home.',
      'Forwards play in front.',
      'Forward planning: I move to Oslo in May',
      'Note from Monday: I started at Acme',
      'Message of the day: I quit smoking',
      'Letter of yesterday: I',
    ])
      expect(isPassedOn(text)).toBe(false)
  })
})
