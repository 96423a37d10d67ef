import { describe, expect, it } from 'vitest'
import { dependsOn, sameStatement, statementKey } from '../../../src/domain/statement/same-statement.ts'
import { NEAR_MISSES, TRUE_DUPLICATES } from './same-statement.pairs.ts'

const texts = [...new Set([...TRUE_DUPLICATES, ...NEAR_MISSES].flat())]

describe('sameStatement', () => {
  it('swallows no near miss', () => {
    const swallowed = NEAR_MISSES.filter(([a, b]) => sameStatement(a, b))
    console.log(`near misses swallowed: ${swallowed.length} of ${NEAR_MISSES.length}`)
    expect(swallowed).toEqual([])
  })

  it('finds at least nine in ten true duplicates', () => {
    const missed = TRUE_DUPLICATES.filter(([a, b]) => !sameStatement(a, b))
    console.log(`true duplicates found: ${TRUE_DUPLICATES.length - missed.length} of ${TRUE_DUPLICATES.length}`, missed)
    expect(missed.length).toBeLessThanOrEqual(TRUE_DUPLICATES.length / 10)
  })

  it('is tried on enough pairs', () => {
    expect(TRUE_DUPLICATES.length).toBeGreaterThanOrEqual(100)
    expect(NEAR_MISSES.length).toBeGreaterThanOrEqual(120)
    expect(TRUE_DUPLICATES.length + NEAR_MISSES.length).toBeGreaterThanOrEqual(220)
  })

  it('takes no two of all the texts for one unless they are labelled so', () => {
    const bare = (text: string) => text.replace(/[.!]+$/, '')
    const labelled = new Set(TRUE_DUPLICATES.flatMap(([a, b]) => [`${bare(a)}\n${bare(b)}`, `${bare(b)}\n${bare(a)}`]))
    const byKey = Map.groupBy(new Set(texts.map(bare)), statementKey)
    // Two texts may meet through a third that both restate; then all of the group are linked by labels.
    const strangers = [...byKey.values()].filter((group) =>
      group.some((a) => group.length > 1 && !group.some((b) => labelled.has(`${a}\n${b}`))),
    )
    expect(strangers).toEqual([])
  })

  it('sees every word, number and name that is changed', () => {
    const unseen = texts.flatMap((text) =>
      text.split(' ').flatMap((word, at, words) => {
        if (!/[\p{L}\p{N}]/u.test(word)) return []
        const changed = words.with(at, 'zebra').join(' ')
        return statementKey(changed) === statementKey(text) ? [`${text} / ${changed}`] : []
      }),
    )
    expect(unseen).toEqual([])
  })

  it('is reflexive and symmetric', () => {
    for (const text of texts) expect(sameStatement(text, `${text}`)).toBe(true)
    for (const [a, b] of [...TRUE_DUPLICATES, ...NEAR_MISSES]) expect(sameStatement(a, b)).toBe(sameStatement(b, a))
  })

  it('does not see case, white space or closing punctuation', () => {
    for (const text of texts.filter((text) => !/https?:|[?？]/.test(text))) {
      expect(statementKey(text.toUpperCase())).toBe(statementKey(text))
      expect(statementKey(text.toLowerCase())).toBe(statementKey(text))
      expect(statementKey(`  ${text.replaceAll(' ', '  \t')}\n`)).toBe(statementKey(text))
      const bare = text.replace(/[.!。]+$/u, '')
      for (const end of ['', '.', '!', '...', '…', ' !!']) expect(statementKey(bare + end)).toBe(statementKey(text))
    }
  })

  it('never throws, whatever the text', () => {
    const odd = [
      '',
      ' ',
      '\u0000',
      '\ud800',
      'a\udc00b',
      '🙂',
      '?!',
      "'s",
      "'d",
      'by',
      'at',
      '12',
      'שלום עולם',
      'x'.repeat(50_000),
      '```',
    ]
    for (const text of odd) expect(sameStatement(text, text)).toBe(true)
    expect(sameStatement('!!!', '???')).toBe(false)
  })

  it('is linear in the length of the text', () => {
    const patterns = [
      'a+',
      '111,',
      '+1 (',
      'well, ',
      'one hundred and ',
      'a.b@',
      "'s ",
      '```',
      '- ',
      'at 3 in the ',
      '"I ',
      'no longer not ',
    ]
    for (const pattern of patterns) {
      const text = pattern.repeat(100_000 / pattern.length)
      const start = performance.now()
      statementKey(text)
      // Generous for shared machines; a quadratic step takes far longer.
      expect(performance.now() - start, pattern).toBeLessThan(15_000)
    }
  })
})

describe('dependsOn', () => {
  it('tells what a text leaves to who says it and when', () => {
    expect(dependsOn('I ran 5 km today.')).toEqual({ speaker: true, time: true })
    expect(dependsOn('Rosa flies to Rome on Friday.')).toEqual({ speaker: false, time: true })
    expect(dependsOn('Rosa moved in 3 weeks ago, and in two weeks she leaves.').time).toBe(true)
    expect(dependsOn('Rosa plays chess on Fridays, and this is her club.').time).toBe(false)
    expect(dependsOn('The audit is on 12 March 2027.')).toEqual({ speaker: false, time: false })
  })
})
