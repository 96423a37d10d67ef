import { describe, expect, it } from 'vitest'
import { relationById, relations } from '../../../src/domain/statement/relations.ts'
import { type ClaimSource, claimOf, conflicts, slotValue } from '../../../src/domain/statement/slot.ts'

const claim = (predicate: string, object: string, more: Partial<ClaimSource> = {}) =>
  claimOf({ subject: 'user', predicate, object, negated: false, aspect: 'is', ...more })

describe('slots', () => {
  it('lets a new value of a single-valued relation replace the old one', () => {
    expect(conflicts(claim('lives_in', 'York'), claim('lives_in', 'Leeds'))).toBe(true)
  })

  it('keeps many-valued facts side by side', () => {
    expect(conflicts(claim('likes', 'opera'), claim('likes', 'ramen'))).toBe(false)
  })

  it('lets a negation replace its own affirmation and no other', () => {
    const no = claim('drinks', 'coffee', { negated: true })
    expect(conflicts(no, claim('drinks', 'coffee'))).toBe(true)
    expect(conflicts(no, claim('drinks', 'the Coffee'))).toBe(true)
    expect(conflicts(no, claim('drinks', 'tea'))).toBe(false)
  })

  it('lets a former state end the present one of the same object only', () => {
    const former = claim('lives_in', 'Leeds', { aspect: 'was' })
    expect(conflicts(former, claim('lives_in', 'Leeds'))).toBe(true)
    expect(conflicts(former, claim('lives_in', 'York'))).toBe(false)
    expect(conflicts(former, claim('lives_in', 'Bath', { aspect: 'was' }))).toBe(false)
  })

  it('knows what two words for one state have in common: who sold his boat has none', () => {
    expect(conflicts(claim('sold', "user's boat"), claim('owns', 'a boat'))).toBe(true)
    expect(conflicts(claim('sold', "Rolf's boat", { subject: 'Rolf' }), claim('has', 'a boat'))).toBe(true)
    expect(conflicts(claim('sold', "Rolf's boat"), claim('has', 'a boat'))).toBe(false)
    expect(conflicts(claim('sold', 'vegan cheese', { subject: 'the shop' }), claim('has', 'vegan cheese'))).toBe(false)
    expect(conflicts(claim('has_wife', 'Ana'), claim('married_to', 'Ana Silva'))).toBe(false)
    expect(conflicts(claim('broke_up_with', 'Nadia'), claim('has_girlfriend', 'Nadia'))).toBe(true)
    expect(conflicts(claim('broke_up_with', 'Nadia'), claim('married_to', 'Ines'))).toBe(false)
    expect(conflicts(claim('quit_habit', 'tennis'), claim('plays', 'tennis'))).toBe(true)
    expect(conflicts(claim('has_wife', 'Ines'), claim('has_girlfriend', 'Nadia'))).toBe(false)
  })

  it('lets a new floor, level or dose replace the old one', () => {
    expect(conflicts(claim('is_on', 'the fourth floor'), claim('is_on', 'the 9th floor'))).toBe(true)
    expect(conflicts(claim('is_in', 'room B12'), claim('is_in', 'room 4'))).toBe(true)
    expect(conflicts(claim('take', '20 mg of lisinopril'), claim('take', '40 mg of lisinopril'))).toBe(true)
    expect(conflicts(claim('take', '20 mg of lisinopril'), claim('take', '5 mg of warfarin'))).toBe(false)
    expect(conflicts(claim('is_in', 'Berlin'), claim('is_on', 'the fourth floor'))).toBe(false)
    expect(conflicts(claim('owns', 'a Peugeot 208'), claim('owns', 'a Peugeot 308'))).toBe(false)
    expect(conflicts(claim('take', 'bus 12'), claim('take', 'bus 40'))).toBe(false)
  })

  it('lets what may be compete with nothing', () => {
    const plan = claim('lives_in', 'Dublin', { aspect: 'may' })
    expect(conflicts(plan, claim('lives_in', 'Dublin'))).toBe(false)
    expect(conflicts(plan, claim('lives_in', 'York'))).toBe(false)
  })

  it('lets the end of a state deny it: who left a company does not work there', () => {
    const left = claim('left_employer', 'Hooli')
    expect(conflicts(left, claim('works_at', 'Hooli'))).toBe(true)
    expect(conflicts(left, claim('works_at', 'Alto'))).toBe(false)
    expect(conflicts(claim('left_employer', 'Hooli', { negated: true }), claim('works_at', 'Hooli'))).toBe(false)
  })

  it('lets a new number replace the old one of the same measured thing', () => {
    expect(conflicts(claim('has', '16 GB of memory'), claim('has', '32 GB of memory'))).toBe(true)
    expect(conflicts(claim('has', '16 GB of memory'), claim('has', '2 TB of storage'))).toBe(false)
    expect(conflicts(claim('has', 'two cats'), claim('has', 'three cats'))).toBe(true)
    expect(conflicts(claim('finished', '10 km'), claim('finished', '5 km'))).toBe(false)
  })

  it('gives each favourite a slot of its own', () => {
    expect(conflicts(claim('favourite_colour', 'teal'), claim('favourite_colour', 'amber'))).toBe(true)
    expect(conflicts(claim('favourite_colour', 'teal'), claim('favourite_film', 'Heat'))).toBe(false)
  })

  it('lets the reader overrule the vocabulary', () => {
    expect(
      conflicts(claim('locker_number', '88', { single: true }), claim('locker_number', '12', { single: true })),
    ).toBe(true)
    expect(conflicts(claim('lives_in', 'small house', { single: false }), claim('lives_in', 'Porto'))).toBe(false)
  })

  it('knows a value by its words, not by case, article or spaces', () => {
    expect(slotValue('  The  Gate Code. ')).toBe('gate code')
    expect(slotValue('the')).toBe('the')
  })
})

describe('the vocabulary of relations', () => {
  it('has at least 150 relations with unique ids, readable words and inverses', () => {
    expect(relations().length).toBeGreaterThanOrEqual(150)
    expect(new Set(relations().map(({ id }) => id)).size).toBe(relations().length)
    for (const { readable, inverse, valued } of relations()) {
      expect(readable && inverse).toBeTruthy()
      expect(['single', 'many']).toContain(valued)
    }
  })

  it('says each phrase and noun once, and denies only what it has', () => {
    const phrases = relations().flatMap(({ phrases }) => phrases)
    const nouns = relations().flatMap(({ nouns }) => nouns)
    expect(new Set(phrases).size).toBe(phrases.length)
    expect(new Set(nouns).size).toBe(nouns.length)
    for (const { denies, competes, ends } of relations())
      for (const other of [denies, competes, ...Object.keys(ends ?? {})])
        if (other) expect(relationById(other)).toBeDefined()
  })
})
