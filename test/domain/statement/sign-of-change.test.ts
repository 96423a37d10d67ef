import { describe, expect, it } from 'vitest'
import { changesNothing, signOfChange, signsOf } from '../../../src/domain/statement/sign-of-change.ts'

const CHANGES = [
  'My doctor raised my sertraline to 100 mg',
  'GP upped my dose from today',
  'I quit Halden, I am at Kestrel now.',
  'we switched from jest to vitest last sprint',
  'i no longer eat fish',
  "dad can't drive at night any more",
  'scratch that, it starts at nine',
  'nvm, Tuesday after all',
  'correction: take 1.06',
  'Update 1 Oct: opened machines may be returned within 21 days',
  'turns out the gate code is 4820',
  "actually it's 42, I looked it up",
  'it’s 75 from Monday',
  'as of last week the limit is 250',
  'make it every 6 weeks instead of 4',
  'the launch was postponed to 15 January',
  'Standup moved to 9:30',
  'Lena left the team, Tomasz took over worker',
  'trip’s off',
  'we ended up with the grey one',
  'they landed on Norlinje Go',
  'back to the old timetable',
  'new vet for Biscuit = Zebedee',
  'GOT THE JOB. Start on Monday',
  'Callum and I broke up',
  'sold the van on Sunday',
  'bought a second hand one off Gumtree',
  'crane gone. The sky looks empty',
  'pannon it is',
  'the project was renamed, PROJ-142 resolved',
  'raise that limit to 250/min',
]

const PLAIN = [
  'I live in Leeds and work as a claims analyst.',
  'My sister Anjali lives in Toronto.',
  'Mei is allergic to hazelnuts.',
  'The office has 14 rooms, the biggest on the third floor.',
  'she wants no more than 5 pages',
  'im left back for Ashby under 16s',
  'he prefers tea',
  'do not migrate these pages',
  'Dani stays with us, his mother told them no. maybe in summer',
  '',
]

const NOTHING = [
  "if i ever win the lottery i'm quitting and moving to Whitby",
  'thinking about switching to Linux',
  'we might move to Lyon in spring',
  'maybe we should replace the boiler',
  'my mum wants to move her pension to the other bank',
  'Mei joked she had sold my bike',
  'someday I would love to open a bookshop',
  'lol imagine we renamed it',
  'Did Emma move to Marseille?',
  'What if we dropped Redis and used pg-boss? just thinking out loud',
  'rumour has it that the plant was sold',
]

describe('a sign of change', () => {
  it.each(CHANGES)('is seen in "%s"', (text) => {
    expect(signOfChange(text)).toBeGreaterThan(0.4)
    expect(changesNothing(text)).toBe(false)
  })

  it.each(PLAIN)('is not seen in "%s"', (text) => {
    expect(signOfChange(text)).toBe(0)
    expect(changesNothing(text)).toBe(false)
  })

  it.each(NOTHING)('does not count in "%s"', (text) => {
    expect(signOfChange(text)).toBe(0)
    expect(changesNothing(text)).toBe(true)
  })

  it('counts where another sentence or clause is only a wish', () => {
    for (const text of [
      'Maybe we go to Lisbon someday. The meeting moved to Friday.',
      'The GP wants me to come down slowly, so it is 75 from Monday',
      'we switched to Hono, let me know if something breaks',
      'Jas wants to text instead of letters, went live today',
    ]) {
      expect(signOfChange(text)).toBeGreaterThan(0.4)
      expect(changesNothing(text)).toBe(false)
    }
  })

  it('does not count where it is still to come', () => {
    expect(signOfChange('Mr Shinoda covers for her until the cast is off')).toBe(0)
  })

  it('grows with the number of signs', () => {
    expect(signOfChange('the price was raised to 40 as of today')).toBeGreaterThan(
      signOfChange('the price was raised to 40'),
    )
    expect(signOfChange('correction: it was raised to 40 as of today instead')).toBeLessThanOrEqual(1)
  })

  it('tells the sentences apart', () => {
    expect(signsOf('Dr. Obi is nice. We moved to Bristol! Maybe I should quit; is it cold?')).toEqual([
      { sentence: 'Dr. Obi is nice.', sign: 0, unreal: false },
      { sentence: 'We moved to Bristol!', sign: expect.closeTo(0.96, 1), unreal: false },
      { sentence: 'Maybe I should quit', sign: expect.closeTo(0.85, 2), unreal: true },
      { sentence: 'is it cold?', sign: 0, unreal: true },
    ])
  })

  it('reads long texts in linear time', () => {
    const started = performance.now()
    signOfChange('we switched and moved not the rent from '.repeat(500))
    signOfChange('a'.repeat(50_000))
    signOfChange('. '.repeat(20_000))
    expect(performance.now() - started).toBeLessThan(500)
  })
})
