import { describe, expect, it } from 'vitest'
import { talkAmong } from '../../../src/domain/ranking/talk.ts'
import type { Source } from '../../../src/domain/statement/source.ts'

/** Messages of one session, one after the other. */
const said = (...by: readonly { source?: Source; speaker?: string }[]) =>
  by.map(({ source = 'user', speaker = null }, at) => ({
    ...{ id: at + 1, text: 'words', session: 1, source, speaker },
    before: at > 0 ? [at] : [],
    after: at + 1 < by.length ? [at + 2] : [],
  }))

const talk = (turns: ReturnType<typeof said>) => talkAmong(turns, turns)
const user = {}
const assistant = { source: 'assistant' as const }

describe('how much of a conversation memories stand in', () => {
  it('is all where people take turns, with an assistant or with each other', () => {
    expect(talk(said(user, assistant, user, assistant))).toBe(1)
    const [anna, ben] = [
      { source: 'document' as const, speaker: 'Anna' },
      { source: 'document' as const, speaker: 'Ben' },
    ]
    expect(talk(said(anna, ben, anna, ben))).toBe(1)
  })

  it('is none among the notes of one, though they share a session', () => {
    expect(talk(said(user, user, user, user))).toBe(0)
  })

  it('is some where there is a bit of both', () => {
    const some = talk(said(user, assistant, user, assistant, user, user, assistant))
    expect(some).toBeGreaterThan(0)
    expect(some).toBeLessThan(1)
  })

  it('is none among notes in sessions of their own, though one of them was answered', () => {
    const answered = said(user, assistant)
    const alone = [3, 4, 5, 6].map((id) => ({ ...said(user)[0]!, id, session: id }))
    expect(talk([...answered, ...alone])).toBe(0)
  })

  it('is not told by an assistant who goes on, and is none where nothing follows', () => {
    expect(talk(said(user, assistant, assistant, assistant))).toBe(1)
    expect(talk(said(user))).toBe(0)
    expect(talk([])).toBe(0)
  })
})
