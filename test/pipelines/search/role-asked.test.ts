import { describe, expect, it } from 'vitest'
import { entityKey } from '../../../src/domain/entity/entity-name.ts'
import { readQuestion } from '../../../src/domain/question/read-question.ts'
import type { Score } from '../../../src/domain/ranking/score.ts'
import { weights } from '../../../src/domain/ranking/weights.ts'
import { claimOf } from '../../../src/domain/statement/slot.ts'
import { answersIn } from '../../../src/pipelines/search/answers-in.ts'
import { byRoleAsked } from '../../../src/pipelines/search/names-asked.ts'
import { slotsOfRole, statingRole } from '../../../src/pipelines/search/role-asked.ts'
import type { RecalledChunk, RecalledFact } from '../../../src/ports/recollection.ts'

const fact = (id: number, subject: string, slot: string, object: string, text: string, denies = false) =>
  ({ id, subject, slot, object, text, denies, chunk: id }) as RecalledFact

const daughter = fact(1, 'user', 'has_daughter:sunniva', 'sunniva', 'user has daughter Sunniva')
const son = fact(2, 'user', 'has_son:eirik', 'eirik', 'user has son Eirik')
const home = fact(3, 'sunniva', 'lives_in', 'stavanger', 'Sunniva moved to Stavanger')
const boss = fact(4, 'user', 'has_boss', 'petra', "Petra is user's boss")
const facts = [daughter, son, home, boss]
const NONE = new Map<number, number>()

const answersTo = (question: string) => answersIn(facts, NONE, readQuestion(question), slotsOfRole(question))

describe('whom the role is that is asked for', () => {
  const namesOf = (question: string, some = facts, supersededBy = NONE) =>
    statingRole(slotsOfRole(question), some, supersededBy).map(({ object }) => object)

  it('is who has it, by a fact that holds', () => {
    expect(namesOf('where does my daughter live?')).toEqual(['sunniva'])
    expect(namesOf("when is my boss's birthday")).toEqual(['petra'])
    expect(namesOf('where does my sister live?')).toEqual([])
    expect(namesOf("when is my boss's birthday", facts, new Map([[4, 9]]))).toEqual([])
  })

  it("is nobody who is denied, has no name, or is somebody else's", () => {
    expect(
      namesOf('where is my son', [fact(5, 'user', 'has_son:max', 'max', 'user does not have son Max', true)]),
    ).toEqual([])
    expect(namesOf('where is my son', [fact(5, 'user', 'has_son:big boy', 'big boy', 'user has son big boy')])).toEqual(
      [],
    )
    expect(
      namesOf("where is my daughter's husband", [fact(5, 'user', 'has_husband:rob', 'rob', 'user has husband Rob')]),
    ).toEqual([])
  })

  it('is a spouse too, and somebody with a hyphen, where a fact says so as it is stored', () => {
    const stored = (predicate: string, object: string, text: string) => {
      const { slot } = claimOf({ subject: 'user', predicate, object, negated: false, aspect: 'is' })
      return [fact(5, 'user', slot, entityKey(object), text)]
    }
    expect(namesOf('where is my wife', stored('has_wife', 'Anna', 'user has wife Anna'))).toEqual(['anna'])
    const anne = stored('has_daughter', 'Anne-Marie', 'user has daughter Anne-Marie')
    expect(namesOf('where is my daughter', anne)).toEqual([entityKey('Anne-Marie')])
  })

  it.each([
    'who is the coach of the team',
    'the boss of the hotel',
    'where is the daughter of my boss',
    'my previous boss',
    'his daughter',
  ])("is nobody of the user's: %s", (question) => {
    expect(slotsOfRole(question)).toEqual([])
  })

  it('answers by what is stated of them', () => {
    expect([...answersTo('where does my daughter live?')]).toEqual([3])
    expect([...answersTo('where does my son live?')]).toEqual([])
  })

  it('lifts what mentions them and does not say that they have the role', () => {
    const texts = ['My daughter is called Sunniva', 'My son is called Eirik', 'Sunniva has moved', 'Petra is my boss']
    const more = Array.from({ length: 10 }, (_, at) => `note ${at}`)
    const chunks = [...texts, ...more].map((text, at) => ({ id: at + 1, text })) as unknown as RecalledChunk[]
    const change = byRoleAsked(chunks, [daughter], weights)
    const ranks = chunks.map(({ id }) => change({ rank: 1 } as Score, id).rank)
    expect(ranks.flatMap((rank, at) => (rank > 1 ? at + 1 : []))).toEqual([3])
  })
})
