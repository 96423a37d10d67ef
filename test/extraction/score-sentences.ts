import type { ExtractedFact } from '../../src/domain/statement/fact.ts'
import { slotValue } from '../../src/domain/statement/slot.ts'
import type { Source } from '../../src/domain/statement/source.ts'
import type { Extractor } from '../../src/ports/extractor.ts'

export interface SentenceCase {
  readonly text: string
  readonly source: Source
  readonly expected: readonly string[]
}

/** Reads the lines of `sentences.ts`; a fact is compared as "subject | predicate | object [flags]". */
export function parseSentences(lines: string): SentenceCase[] {
  return lines
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => {
      const [left = '', right = ''] = line.split(' → ')
      const source = /^(document|assistant)> /.exec(left)?.[1] as Source | undefined
      const text = (source ? left.slice(source.length + 2) : left).replaceAll(' ¶ ', '\n')
      const expected = right.trim() === '-' ? [] : right.split(';').map((fact) => fact.trim())
      return { text, source: source ?? 'user', expected }
    })
}

const flags = ({ aspect, negated }: ExtractedFact): string => {
  const words = [aspect === 'is' ? '' : aspect, negated ? 'not' : ''].filter(Boolean).join(' ')
  return words ? ` [${words}]` : ''
}

export const factLine = (fact: ExtractedFact): string =>
  `${fact.subject.name} | ${fact.predicate} | ${fact.object.name}${flags(fact)}`

function matches(expected: string, fact: ExtractedFact): boolean {
  const [subject = '', predicates = '', tail = ''] = expected.split(' | ')
  const [, object = '', wanted = ''] = /^(.*?)(?: \[(.*)\])?$/.exec(tail) ?? []
  return (
    slotValue(subject) === slotValue(fact.subject.name) &&
    predicates.split('/').includes(fact.predicate) &&
    slotValue(object) === slotValue(fact.object.name) &&
    flags(fact) === (wanted ? ` [${wanted}]` : '')
  )
}

export interface SentenceReport {
  readonly precision: number
  readonly recall: number
  readonly sentences: number
  readonly misses: readonly string[]
}

export async function scoreSentences(extractor: Extractor, cases: readonly SentenceCase[]): Promise<SentenceReport> {
  let found = 0
  let said = 0
  let wanted = 0
  const misses: string[] = []
  const results = await extractor.extract(
    cases.map(({ text, source }) => ({ text, source, now: Date.UTC(2026, 10, 15) })),
  )
  for (const [i, { text, expected }] of cases.entries()) {
    const facts = results[i]?.facts ?? []
    const left = [...facts]
    const missing = expected.filter((line) => {
      const at = left.findIndex((fact) => matches(line, fact))
      if (at >= 0) left.splice(at, 1)
      return at < 0
    })
    wanted += expected.length
    said += facts.length
    found += expected.length - missing.length
    if (missing.length + left.length > 0)
      misses.push(
        [
          text,
          ...missing.map((line) => `  missing: ${line}`),
          ...left.map((fact) => `  wrong:   ${factLine(fact)}`),
        ].join('\n'),
      )
  }
  return { precision: said ? found / said : 1, recall: wanted ? found / wanted : 1, sentences: cases.length, misses }
}
