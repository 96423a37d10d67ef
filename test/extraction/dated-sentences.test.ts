import { describe, expect, it } from 'vitest'
import type { Source } from '../../src/domain/statement/source.ts'
import { DATED_SENTENCES } from './dated-sentences.ts'
import { createTestExtractor } from './test-extractor.ts'

const SAID = '2026-11-05'

interface Case {
  readonly sentence: string
  readonly source: Source
  readonly now: number
  readonly dates: readonly string[]
}

const cases = DATED_SENTENCES.trim()
  .split('\n')
  .map((line): Case => {
    const [said = '', expected = ''] = line.split(' → ')
    const [, lead = '', sentence = said] = /^(?:(document|[\d-]+)> )?(.*)$/.exec(said) ?? []
    return {
      sentence,
      source: lead === 'document' ? 'document' : 'user',
      now: Date.parse(`${/^\d/.test(lead) ? lead : SAID}T10:00:00Z`),
      dates: expected === '-' ? [] : expected.split('; '),
    }
  })

describe('the dates that sentences name', () => {
  const extractor = createTestExtractor()

  it.each(cases)('$sentence', async ({ sentence, source, now, dates }) => {
    const [extraction] = await extractor.extract([{ text: sentence, source, now }])
    const found = new Set(extraction!.facts.flatMap(({ date }) => date ?? []))
    expect([...found], extraction!.facts.map(({ text }) => text).join('\n')).toEqual(dates)
  })

  it('are tried on facts, as many with a date as without', async () => {
    const read = await extractor.extract(cases.map(({ sentence: text, source, now }) => ({ text, source, now })))
    const silent = cases.filter((_, at) => read[at]!.facts.length === 0)
    expect(cases.length).toBeGreaterThanOrEqual(100)
    expect(cases.filter(({ dates }) => dates.length === 0).length).toBeGreaterThan(45)
    expect(silent.length).toBeLessThan(20)
  })
})
