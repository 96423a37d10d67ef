import { describe, expect, it } from 'vitest'
import { type Dated, findOutdated } from '../../../src/domain/ranking/outdated.ts'
import { DAY_MS } from '../../../src/runtime/duration.ts'

const told = (id: number, text: string, more: Partial<Dated> = {}): Dated => ({
  ...{ id, text, source: 'user', statedAt: id * DAY_MS, rank: 1, meaning: 0.6 },
  ...more,
})

const rent = told(1, 'the rent for the flat is 870 a month')
const raised = told(9, 'the landlord raised the rent for the flat, it is 910 now', { meaning: 0.7 })

describe('what a newer memory overturned', () => {
  it('is found, with what overturned it, and is sure where a change is told', () => {
    const { by, odds, sure } = findOutdated([rent, raised], 'now').outdated.get(1)!
    expect(by).toBe(9)
    expect(odds).toBeGreaterThan(0.7)
    expect(sure).toBe(true)
    expect(findOutdated([rent, raised], 'now').outdated.has(9), 'the newer one holds').toBe(false)
  })

  it('is not sure where the newer one speaks of no change', () => {
    const other = told(9, 'the rent for the flat is 910 a month', { rank: 1.4 })
    expect(findOutdated([rent, other], 'now').outdated.get(1)!.sure).toBe(false)
  })

  it('is not sure of what never answered the question, as the reranker reads it', () => {
    const isSure = (answered: number) =>
      findOutdated([{ ...rent, reranked: answered, answered }, raised], 'now').outdated.get(1)!.sure
    expect(isSure(1)).toBe(true)
    expect(isSure(-1)).toBe(false)
  })

  it('is likelier where the present is asked for than where the past is', () => {
    const odds = (time: 'now' | 'past') => findOutdated([rent, raised], time).outdated.get(1)!.odds
    expect(odds('now')).toBeGreaterThan(odds('past'))
  })

  it('counts the words that both have by how rare they are among all', () => {
    const others = (text: string) => Array.from({ length: 9 }, (_, i) => told(20 + i, text, { rank: 0.1, meaning: 0 }))
    const odds = (text: string) => findOutdated([rent, raised, ...others(text)], 'any').outdated.get(1)!.odds
    expect(odds('the bus was late')).toBeGreaterThan(odds('the rent for the flat'))
  })

  it('goes by a sign of change where both share a rare word, and hardly by one of something else', () => {
    const beside = told(5, 'a note on the garden')
    const odds = (text: string) => findOutdated([rent, beside, told(9, text)], 'any').outdated.get(1)!.odds
    const gain = (said: string, changed: string) => odds(changed) - odds(said)
    expect(gain('the rent is 910 for us', 'the rent changed to 910')).toBeGreaterThan(
      gain('the bus is a 91 for us', 'the bus changed to a 91'),
    )
  })

  it('is likelier the more the reranker thinks of the newer one', () => {
    const odds = (reranked: number) => findOutdated([rent, { ...raised, reranked }], 'any').outdated.get(1)!.odds
    expect(odds(2)).toBeGreaterThan(odds(-6))
  })

  it('is likelier where the reranker takes the older one for what once answered', () => {
    const odds = (answered: number) =>
      findOutdated([{ ...rent, reranked: 1, answered }, raised], 'any').outdated.get(1)!.odds
    expect(odds(6)).toBeGreaterThan(odds(1))
  })

  it('says how far behind the newer one is, as far as it is likely', () => {
    const { outdated, behind } = findOutdated([rent, { ...raised, rank: 0.8 }], 'now')
    expect(behind.get(9)).toBeCloseTo(outdated.get(1)!.odds * 0.2)
    expect(behind.has(1)).toBe(false)
  })

  it('is nothing that speaks of whom the question names, where the newer one speaks of somebody else', () => {
    const saga = told(1, 'Saga lives in Porto', { isNamed: true })
    const isOutdatedBy = (text: string, isNamed = false) =>
      findOutdated([saga, told(9, text, { isNamed })], 'now').outdated.has(1)
    expect(isOutdatedBy('I live in Malmö now')).toBe(false)
    expect(isOutdatedBy('she lives in Malmö now')).toBe(true)
    expect(isOutdatedBy('Saga lives in Malmö now', true)).toBe(true)
    expect(findOutdated([{ ...saga, isNamed: false }, told(9, 'I live in Malmö now')], 'now').outdated.has(1)).toBe(
      true,
    )
  })

  it('is nothing that the speaker says of himself, where he asks and the newer one speaks of others', () => {
    const home = told(1, 'I live in Bergen')
    const isOutdatedBy = (text: string, asked = 'where do I live') =>
      findOutdated([home, told(9, text)], 'now', undefined, asked).outdated.has(1)
    expect(isOutdatedBy('Eirik moved to Oslo, for her work')).toBe(false)
    expect(isOutdatedBy('I moved to Oslo, for her work')).toBe(true)
    expect(isOutdatedBy('Eirik moved to Oslo, for her work', 'which city')).toBe(true)
    expect(isOutdatedBy('They all live in Oslo now')).toBe(true)
    expect(isOutdatedBy('She says it is Oslo now, not Bergen'), 'of the same').toBe(true)
  })

  it('is nothing where the newer one says that what is asked for stays as it is', () => {
    const meetings = told(1, 'planning on Mondays at 9, retro on Fridays at 3')
    const moved = told(9, 'planning is on Tuesdays at 11 now. Retro untouched.')
    const isOutdated = (asked: string) => findOutdated([meetings, moved], 'now', undefined, asked).outdated.has(1)
    expect(isOutdated('when is the retro')).toBe(false)
    expect(isOutdated('when is planning')).toBe(true)
    const phone = [told(1, 'My phone number is 555'), told(9, 'My phone number is 777 now, work number unchanged')]
    expect(findOutdated(phone, 'now', undefined, 'What is my phone number?').outdated.has(1)).toBe(true)
  })

  it('is likelier the better the newer one fits', () => {
    const odds = (rank: number) => findOutdated([rent, { ...raised, rank }], 'any').outdated.get(1)!.odds
    expect(odds(1.2)).toBeGreaterThan(odds(0.6))
  })

  it.each([
    ['a less trusted source', { ...raised, source: 'assistant' as const }],
    ['what is only supposed', told(9, 'what if they raise the rent for the flat to 910?')],
  ])('is nothing by %s', (_, newer) => {
    expect(findOutdated([rent, newer], 'now').outdated.size).toBe(0)
  })

  it('is nothing by another page of the same document', () => {
    const page = (id: number, statedAt: number) => told(id, raised.text, { source: 'document', statedAt })
    expect(findOutdated([page(1, 5), page(2, 5)], 'now').outdated.size).toBe(0)
    expect(findOutdated([page(1, 5), page(2, 5 + DAY_MS)], 'now').outdated.has(1)).toBe(true)
  })

  it('is nothing by what the reranker thinks holds less than the older one', () => {
    const isOutdated = (older: number, newer: number) =>
      findOutdated(
        [
          { ...rent, reranked: older },
          { ...raised, reranked: newer },
        ],
        'now',
      ).outdated.has(1)
    expect(isOutdated(3, 2)).toBe(false)
    expect(isOutdated(2, 3)).toBe(true)
    expect(isOutdated(2.2, 2), 'nearly the same').toBe(true)
  })

  it('is looked for among the best only', () => {
    const better = Array.from({ length: 15 }, (_, i) => told(20 + i, `note ${i}`, { rank: 2, meaning: 0 }))
    expect(findOutdated([rent, raised, ...better], 'now').outdated.has(1)).toBe(false)
  })
})
