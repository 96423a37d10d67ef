import { describe, expect, it } from 'vitest'
import { parseSentences, scoreSentences } from './score-sentences.ts'
import { SENTENCES } from './sentences.ts'
import { createTestExtractor } from './test-extractor.ts'

describe('the extractor on conversational sentences', () => {
  it('finds what they state, and little else', async () => {
    const cases = parseSentences(SENTENCES)
    const extractor = createTestExtractor()
    await extractor.load()
    const started = Date.now()
    const report = await scoreSentences(extractor, cases)
    const each = (Date.now() - started) / cases.length
    console.log(
      `extraction: ${report.sentences} sentences, ${each.toFixed(2)} ms each, precision ${report.precision.toFixed(3)}, recall ${report.recall.toFixed(3)}\n${report.misses.join('\n')}`,
    )
    expect(cases.length).toBeGreaterThanOrEqual(300)
    expect(report.precision).toBeGreaterThanOrEqual(0.85)
    expect(report.recall).toBeGreaterThanOrEqual(0.75)
  })
})
