import { describe, expect, it } from 'vitest'
import { isGrounded, isSaidIn } from '../../../src/domain/statement/grounded.ts'

const facts = ['Emma works at Nordwind', 'Nordwind is located in Kiel', 'Emma is 31 years old']

describe('grounding in facts', () => {
  it.each([
    ['Emma works at Nordwind in Kiel.', true],
    ['Emma, who is 31, works at Nordwind.', true],
    ['Emma works at Hooli.', false],
    ['Emma is 32 years old.', false],
    ['Emma does not work at Nordwind.', false],
    ['Emma works at Nordwind and earns a lot of money every single month.', false],
    ['', false],
  ])('%s %s', (statement, grounded) => {
    expect(isGrounded(statement, facts)).toBe(grounded)
  })

  it('says of a fact whether a statement tells it', () => {
    expect(isSaidIn('Emma works at Nordwind, which is located in Kiel.', facts[0]!)).toBe(true)
    expect(isSaidIn('Emma works at Nordwind. Nordwind is located in Kiel.', facts[1]!)).toBe(true)
    expect(isSaidIn('Emma works at Nordwind, which is located in Kiel.', facts[2]!)).toBe(false)
    expect(isSaidIn('Cleo works with Ada.', 'Cleo likes Ada')).toBe(false)
    expect(isSaidIn('Ada works with Ben, and Ben works with Cleo.', 'Cleo works with Ada')).toBe(false)
    expect(isSaidIn('Ada, Ben and Cleo work with each other.', 'Cleo works with Ada')).toBe(true)
  })
})
