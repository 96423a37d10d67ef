import { describe, expect, it } from 'vitest'
import { withUnreset } from '../../src/memory/unreset-sessions.ts'

describe('sessions that are still to be reset', () => {
  it('are named once, the newest last', () => {
    expect(withUnreset(['one', 'two'], { add: ['one', 'three', 'three'], remove: ['nobody'] })).toEqual([
      'two',
      'one',
      'three',
    ])
    expect(withUnreset(['one', 'two'], { add: [], remove: ['one', 'two'] })).toEqual([])
  })

  it('are 2,000 at most', () => {
    const many = Array.from({ length: 2_100 }, (_, at) => `session ${at}`)
    expect(withUnreset([], { add: many, remove: [] })).toEqual(many.slice(-2_000))
  })
})
