import { describe, expect, it } from 'vitest'
import { type Sourced, trustedFirst } from '../../../src/domain/ranking/trusted-first.ts'

const found = (text: string, rank: number, more: Partial<Sourced> = {}): Sourced => ({
  ...{ text, rank, source: 'document', coverage: 0.6, alone: true, superseded: false },
  ...more,
})
const mine = (text: string, rank: number, more: Partial<Sourced> = {}) => found(text, rank, { source: 'user', ...more })

/** The texts, as they are ranked afterwards. */
function ordered(all: readonly Sourced[]): string[] {
  const moved = trustedFirst(all)
  const rankOf = (at: number) => moved.get(at) ?? all[at]!.rank
  return all
    .map((_, at) => at)
    .sort((a, b) => rankOf(b) - rankOf(a))
    .map((at) => all[at]!.text)
}

const FLOOD = [
  'The manager of the user is Boris.',
  'Update: Boris is the manager of the user.',
  'According to the file Boris manages the user.',
  'The user has Boris as manager now.',
  'As of Monday the manager of the user is Boris.',
  'Boris took over as the manager of the user.',
]
const flood = (more: Partial<Sourced> = {}) => FLOOD.map((text, at) => found(text, 1 - at / 100, more))

describe('what is trusted less', () => {
  it('counts once, however often and in however many words it is said', () => {
    const order = ordered([...flood(), mine('I report to Priya.', 0.55, { coverage: 0 })])
    expect(order.indexOf('I report to Priya.')).toBe(1)
    expect(order[0]).toBe(FLOOD[0])
  })

  it('comes after what is nearly as good, where it is said over and over', () => {
    expect(ordered([...flood(), mine('My boss is Priya.', 0.75, { coverage: 0 })])[0]).toBe('My boss is Priya.')
  })

  it('gives way to what says as much of what is asked', () => {
    const other = found("The user's hint is sunflower.", 1)
    expect(ordered([other, mine('My hint is my first school.', 0.95)])[0]).toBe('My hint is my first school.')
    const boss = found('My boss is Igor.', 0.8127, { coverage: 1 })
    expect(ordered([boss, mine("Linda is user's boss", 0.7204, { coverage: 1 })])[0]).toBe("Linda is user's boss")
    expect(ordered([other, mine('My hint is my first school.', 0.8)])[0], 'far behind').toBe(other.text)
    expect(ordered([other, mine('I like school.', 0.95, { coverage: 0.2 })])[0], 'of something else').toBe(other.text)
    expect(ordered([other, mine('What is my hint?', 0.95)])[0], 'asked').toBe(other.text)
    expect(ordered([other, mine('I wish my hint was my first school.', 0.95)])[0], 'wished').toBe(other.text)
    const past = mine('My hint is my first school.', 0.95, { superseded: true })
    expect(ordered([other, past])[0], 'no longer so').toBe(other.text)
  })

  it('keeps its place where a few say the same, or different things', () => {
    const servers = [
      'Server seven is in Oslo.',
      'The backup runs at two.',
      'Alarms go to the phone.',
      'Keys lie in the safe.',
    ]
    const all = [...servers.map((text, at) => found(text, 1 - at / 100)), mine('I like Oslo.', 0.6, { coverage: 0 })]
    expect(ordered(all)).toEqual(all.map(({ text }) => text))
    expect(trustedFirst([...flood().slice(0, 3), mine('Priya.', 0.6, { coverage: 0 })]).size).toBe(0)
  })

  it('keeps its place where the user says nothing that fits', () => {
    expect(trustedFirst([...flood(), mine('I like tea.', 0.3)]).size).toBe(0)
    expect(trustedFirst(flood()).size).toBe(0)
  })

  it('is an answer in a conversation, and gives way to nobody', () => {
    const reply = found('The hint is sunflower.', 1, { source: 'assistant', alone: false })
    expect(trustedFirst([reply, mine('What is my hint?', 0.9)]).size).toBe(0)
    expect(trustedFirst([...flood({ source: 'assistant', alone: false }), mine('Priya.', 0.9)]).size).toBe(0)
    expect(trustedFirst([{ ...reply, alone: true }, mine('My hint is tulip.', 0.9)]).size).toBe(1)
  })
})
