import { describe, expect, it } from 'vitest'
import { namesIn, normaliseName } from '../../../src/domain/question/names.ts'

describe('names in a text', () => {
  it.each<[string, string[]]>([
    ['My sister Anjali lives in Toronto.', ['Anjali', 'Toronto']],
    ['Callum went to Lisbon with his brother instead.', ['Callum', 'Lisbon']],
    ['surgeon is a Mr Whitcombe', ['Mr Whitcombe']],
    ['mr deane left', ['mr deane']],
    ['vet is Dr. Amara Obi at Otley Road Vets', ['Dr. Amara Obi', 'Otley Road Vets']],
    ['Lehrerin ist Frau Dr. Lindqvist', ['Lehrerin', 'Frau Dr. Lindqvist']],
    ["Tess's cousin knows Vincent van Gogh", ['Tess', 'Vincent van Gogh']],
    [
      'PROJ-142 is fixed in v2.3 of billing-api, see src/core/eta.ts and eta_v2',
      ['PROJ-142', 'v2.3', 'billing-api', 'src/core/eta.ts', 'eta_v2'],
    ],
    ['issue #988 is about DHL and the iPhone', ['#988', 'DHL', 'iPhone']],
    ['Sato & Partners bought two Pro machines', ['Sato & Partners', 'Pro']],
  ])('are found: %s', (text, names) => {
    expect(namesIn(text)).toEqual(names)
  })

  it.each([
    'The rent is 870. Trip is off! Moving on the 3rd of October.',
    'GOT THE JOB, it went GREAT',
    'Budget approved: 480k',
    'I think Mum said Friday or monday, check-in at 3pm, 100mg',
    'Status: open. Owner: nobody.',
    '',
  ])('are not made up: %s', (text) => {
    expect(namesIn(text)).toEqual([])
  })

  it('are the same with and without accents, titles, case and possessive', () => {
    expect(normaliseName('Inés')).toBe('ines')
    expect(normaliseName('Mr Whitcombe’s')).toBe('whitcombe')
    expect(normaliseName('Frau Dr. Lindqvist')).toBe('lindqvist')
    expect(normaliseName("James'")).toBe('james')
    expect(normaliseName('Dr')).toBe('dr')
    expect(normaliseName('PROJ-142')).toBe('proj-142')
  })
})

it('reads a text that breaks off after a name and an ampersand', () => {
  expect(namesIn('I work with Ana & ')).toEqual(['Ana'])
})
