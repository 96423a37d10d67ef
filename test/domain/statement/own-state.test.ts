import { describe, expect, it } from 'vitest'
import { ownStates } from '../../../src/domain/statement/own-state.ts'

describe('what somebody says he is, of what one is one of', () => {
  it.each([
    ["I'm vegetarian.", 'vegetarian'],
    ['I eat fish again, so pescatarian I guess.', 'pescatarian'],
    ["Update: I'm eating eggs and cheese now, so vegetarian", 'vegetarian'],
    ['I was a vegan for years, now I am a vegetarian', 'vegetarian'],
    ['we got engaged on Saturday', 'engaged'],
  ])('%s', (text, value) => {
    expect(ownStates(text).map((state) => state.value)).toEqual([value])
  })

  it.each([
    'I made a vegan cake',
    'I like single malt and married life',
    'She stopped eating meat, so vegan now.',
    'My sister is vegan.',
    'If I were vegan I would miss cheese.',
  ])('is not said by: %s', (text) => {
    expect(ownStates(text)).toEqual([])
  })
})
