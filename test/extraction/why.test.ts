import { describe, expect, it } from 'vitest'
import { createLexicon } from '../../src/adapters/wink/lexicon.ts'
import { readText } from '../../src/extraction/read-text.ts'
import { explain } from '../../src/extraction/why.ts'
import { fetchLexicon } from './test-extractor.ts'

const lexicon = createLexicon(await fetchLexicon())
const read = (text: string) => readText({ text, source: 'user', now: Date.UTC(2026, 10, 15) }, lexicon)

function reasonsOf(text: string) {
  const { result, why } = explain(() => read(text))
  return {
    facts: result.facts.map((fact) => [fact.text, ...why.makers.get(fact)!]),
    steps: why.steps.map(({ stage, about, rule }) => [stage, about, rule]),
  }
}

describe('why a text is read as it is', () => {
  it('names the rules that made each fact, the outermost first', () => {
    expect(reasonsOf('My sister Emma is 34 and lives in Bergen.').facts).toEqual([
      ['user has sister Emma', 'possession-in-a-phrase'],
      ['Emma is 34', 'is-noun', 'age'],
      ['Emma lives in Bergen', 'verb-and-preposition'],
    ])
  })

  it('names the rules of tags, phrases and clauses', () => {
    const { steps } = reasonsOf('Marek works at Fjord and lives in Bodø.')
    expect(steps).toContainEqual(['sentence', 'Marek works at Fjord and lives in Bodø.', ''])
    expect(steps).toContainEqual(['tag', 'lives: NOUN → VERB', 'third-person-after-and'])
    expect(steps).toContainEqual(['phrase', 'works: vg', 'verb-group'])
    expect(steps).toContainEqual(['clause', 'lives: Marek, main clause', 'shared-with-verb-before'])
  })

  it('names the rules that keep silent', () => {
    expect(reasonsOf('Please write a poem.').steps).toEqual([['silent', 'Please write a poem.', 'request']])
    expect(reasonsOf('I think she left Hooli.').steps).toContainEqual(['silent', 'left Hooli', 'in-doubt'])
  })

  it('reads the same when nobody asks, and notes nothing then', () => {
    const text = 'I moved to Oslo. My dog is called Rex. He might like it here.'
    const { result, why } = explain(() => read(text))
    const noted = why.steps.length
    expect(read(text)).toEqual(result)
    expect(why.steps.length).toBe(noted)
  })
})
