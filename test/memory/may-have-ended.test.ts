import { describe, expect, it } from 'vitest'
import { claimOf } from '../../src/domain/statement/slot.ts'
import { isNameOfSeveral, mayHaveEnded, mayHaveReplaced, readChunk } from '../../src/memory/may-have-ended.ts'
import type { StoredFact } from '../../src/memory/records.ts'

const TIMES = { createdAt: 1, statedAt: 1, lastAccess: 1, accessCount: 0 }
const COMMON = { persona: 'shared', source: 0, level: 20, metadata: null, memory: 1, statedBy: ['user'], ...TIMES }

function fact(subject: string, predicate: string, relation: string, object: string, given = {}): StoredFact {
  const said = { subject, predicate, object, negated: false, aspect: 'is' as const }
  return {
    ...{ ...COMMON, ...said, ...claimOf(said), relation, id: 1, chunk: 1, text: `${subject} ${relation} ${object}` },
    ...{ leaf: false, abstraction: null, members: 0, latest: 0, ...given },
  }
}

const chunk = (text: string, given = {}) =>
  readChunk({ ...COMMON, id: 2, statedAt: 2, memory: 2, text, speaker: null, ...given })

const home = fact('user', 'lives_in', 'lives in', 'Leeds')
const sister = fact('user', 'has_sister', 'has sister', 'Anjali')
const teacher = fact('user', 'has_teacher', 'has teacher', 'Mr Deane')
const friend = fact('user', 'has_friend', 'has friend', 'Tess')
const wife = fact('user', 'has_wife', 'has wife', 'Eleanor')
const partner = fact('user', 'has_girlfriend', 'has girlfriend', 'Giada')

describe('what a later text may have ended', () => {
  it.each([
    [home, 'MOVED. Bristol is steep. New address: 14 Pylle Hill Crescent.'],
    [home, 'Keys!! Sycamore Court, flat 3, moved in on Saturday.'],
    [home, "We're moving on the 3rd of October."],
    [teacher, "Mr Deane left, we've got a supply, Ms Farouk."],
    [partner, 'Giada and I broke up.'],
    [partner, 'So we are finished, with respect. And pizza.'],
    [sister, 'My sister Anjali died last year.'],
    [partner, 'Giada died in spring.'],
    [wife, 'Eleanor passed away.'],
    [wife, 'Eleanor passed.'],
    [wife, 'Eleanor passed in her sleep last night.'],
    [wife, 'Eleanor passed two years ago.'],
    [wife, 'Eleanor passed on the 3rd of May.'],
    [wife, 'Eleanor passed early last year.'],
    [wife, "Eleanor's passed away."],
    [wife, "Eleanor's funeral was on Monday."],
    [wife, "Eleanor's sudden death broke me."],
    [wife, 'I am alone since my wife died.'],
    [partner, "Giada's left and we are finished."],
    [friend, "Tess's gone to Peru for good."],
    [partner, 'Giada moved out on Sunday.'],
    [partner, 'Giada has left me.'],
    [partner, 'Giada and I are not together any more.'],
    [wife, 'Eleanor and I have separated.'],
    [wife, 'I am divorced now.'],
  ])('is "$0.text" by "%s"', (known, text) => {
    expect(mayHaveEnded(known, chunk(text))).toBe(true)
  })

  it.each([
    [home, 'If I ever move, it will be to the sea.'],
    [home, 'Standup moved from 9:00 to 9:30.'],
    [home, 'Lindgren moved to another lab.'],
    [home, 'It rains.'],
    [sister, 'Anjali moved to Montreal.'],
    [friend, 'Tess has a new flat.'],
    [teacher, 'Mr Deane goes way too fast.'],
    [wife, 'My wife Eleanor passed her driving test.'],
    [sister, 'Anjali had her exam in May and passed.'],
    [sister, 'Anjali passed on the offer.'],
    [wife, 'Eleanor passed me the salt.'],
    [sister, 'Anjali bought a ski pass.'],
    [wife, "Eleanor's cat died."],
    [wife, 'Eleanor’s mother passed away.'],
    [wife, 'I passed my exam.'],
    [wife, 'I heard that Bob died.'],
    [wife, "I am sad, my wife's cat died."],
    [sister, "Anjali's dog died."],
    [friend, "Tess's train left."],
    [wife, 'Eleanor has a new job.'],
    [wife, 'Eleanor has just changed her number, it is 0151 now.'],
    [wife, 'Eleanor quit smoking.'],
    [wife, 'Eleanor is no longer at Halden, she moved to Kestrel.'],
    [wife, 'Eleanor broke her arm.'],
    [wife, 'Eleanor finished her thesis.'],
    [partner, 'Giada and I split the bill.'],
    [partner, 'Giada switched from tea to coffee.'],
    [partner, 'Giada was promoted, she is head of sales now.'],
  ])('is not "$0.text" by "%s"', (known, text) => {
    expect(mayHaveEnded(known, chunk(text))).toBe(false)
  })

  it('is nothing by an earlier text, or by one that is trusted less', () => {
    expect(mayHaveEnded(home, chunk('I moved!', { statedAt: 0 }))).toBe(false)
    expect(mayHaveEnded(home, chunk('I moved!', { source: 1 }))).toBe(false)
  })

  it('is told of others only where they are named', () => {
    const hers = fact('anjali', 'lives_in', 'lives in', 'Toronto')
    expect(mayHaveEnded(hers, chunk('Anjali moved last week.'))).toBe(true)
    expect(mayHaveEnded(hers, chunk('I moved last week.'))).toBe(false)
    const herHusband = fact('anjali', 'has_husband', 'has husband', 'Tom')
    expect(mayHaveEnded(herHusband, chunk("Anjali's husband died."))).toBe(true)
    expect(mayHaveEnded(herHusband, chunk("Anjali's cat died."))).toBe(false)
  })

  it('is an occupation by a later one, and an address by a later home', () => {
    const later = { id: 2, chunk: 2, statedAt: 2 }
    const nurse = fact('user', 'is_a', 'is', 'nurse', { text: 'user is a nurse' })
    const works = fact('user', 'works_as', 'works as', 'teacher', later)
    expect(mayHaveReplaced(nurse, works, undefined)).toBe(true)
    expect(mayHaveReplaced(works, nurse, undefined)).toBe(false)
    expect(
      mayHaveReplaced(fact('user', 'address', 'lives at', '8 Tannery Row'), { ...home, ...later }, undefined),
    ).toBe(true)
  })

  it('takes what several are called for the name of none', () => {
    const name = fact('user', 'is_a', 'is', 'Ferret Weather')
    expect(isNameOfSeveral(name, chunk("so we're Ferret Weather now."))).toBe(true)
    expect(isNameOfSeveral(name, chunk("I'm Ferret Weather."))).toBe(false)
  })
})

describe('what the same text may have ended', () => {
  const same = { id: 1, statedAt: 1, memory: 1 }
  it('is the marriage to whoever it says has died, and nothing else', () => {
    expect(mayHaveEnded(wife, chunk('My wife Eleanor passed in October.', same))).toBe(true)
    expect(mayHaveEnded(wife, chunk('Harold here. My wife is Eleanor. The old cat died.', same))).toBe(false)
    expect(mayHaveEnded(wife, chunk('My wife Eleanor broke her arm.', same))).toBe(false)
    expect(mayHaveEnded(wife, chunk('My wife Eleanor passed her driving test.', same))).toBe(false)
    expect(mayHaveEnded(wife, chunk("My wife is Eleanor. Eleanor's cat died.", same))).toBe(false)
  })
})
