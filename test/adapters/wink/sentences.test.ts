import { describe, expect, it } from 'vitest'
import { createWinkExtractor } from '../../../src/adapters/wink/extractor.ts'
import { parseSentences, scoreSentences } from './score-sentences.ts'
import { SENTENCES } from './sentences.ts'

describe('the extractor on conversational sentences', () => {
  it('finds what they state, and little else', async () => {
    const cases = parseSentences(SENTENCES)
    const report = await scoreSentences(createWinkExtractor(), cases)
    console.log(
      `extraction: ${report.sentences} sentences, precision ${report.precision.toFixed(3)}, recall ${report.recall.toFixed(3)}\n${report.misses.join('\n')}`,
    )
    expect(cases.length).toBeGreaterThanOrEqual(300)
    expect(report.precision).toBeGreaterThanOrEqual(0.85)
    expect(report.recall).toBeGreaterThanOrEqual(0.75)
  })
})
