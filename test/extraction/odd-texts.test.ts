import { describe, expect, it } from 'vitest'
import { createTestExtractor } from './test-extractor.ts'

const extractor = createTestExtractor()

/** What arrives when nobody promised that it is prose. */
const ODD: Record<string, string> = {
  empty: '',
  blank: ' \n\t\r\n ',
  'one hundred thousand characters of prose': 'I like tea and my sister Emma lives in Lyon. '
    .repeat(2300)
    .slice(0, 100_000),
  'one hundred thousand characters without a full stop': 'the dog that the cat saw and the '
    .repeat(3100)
    .slice(0, 100_000),
  'a word of fifty thousand letters': `I like ${'a'.repeat(50_000)} a lot.`,
  'ten thousand short lines': 'yes, ok\n'.repeat(10_000),
  'ten thousand full stops': '. '.repeat(10_000),
  'a hundred thousand full stops before a letter': `${'.'.repeat(99_999)}x`,
  'full stops, quotes and a letter': `${'.'.repeat(50_000)}${'"'.repeat(49_999)}x`,
  'full stops in brackets, and a small letter': `(${'.'.repeat(99_990)}) x`,
  'a hundred thousand apostrophes': '’'.repeat(100_000),
  'a hundred thousand line ends': `I like tea.${'\n'.repeat(99_980)}I like cake.`,
  'nested brackets': `${'('.repeat(5000)}I like tea${')'.repeat(5000)}`,
  commas: `I like ${'tea, '.repeat(5000)}and coffee.`,
  emoji: 'I ❤️ 🐶🐱 and 👨‍👩‍👧‍👦 live in 🇳🇴! 🎉🎉🎉',
  'right to left': 'אני גר בתל אביב. أنا أعيش في القاهرة.',
  'Chinese and Japanese': '我住在北京。私は東京に住んでいます。',
  code: 'function f(a) { return a.map((x) => x * 2) }\nconst y = f([1, 2]);',
  HTML: '<p>I live in <b>Oslo</b>.</p><script>alert("x")</script>',
  'null bytes': 'I live\u0000 in Oslo.\u0000\u0000',
  'unpaired surrogates': 'I like \ud83d and \udc36 tea.',
  'zero width': 'I\u200b live\u200d in\ufeff Oslo.',
  'combining marks': `I like Z${'\u0301'.repeat(2000)}algo.`,
  apostrophes: "''' I'm ''n't 's 's 'd'd'll",
  colons: ': : a: b: c: :::: Ana::: x',
  base64: 'SGVsbG8gd29ybGQhIEhlbGxvIHdvcmxkISBIZWxsbyB3b3JsZCE='.repeat(500),
}

describe('the extractor on odd texts', () => {
  it.each(Object.entries(ODD))('reads %s in bounded time and never throws', async (_, text) => {
    for (const source of ['user', 'document', 'assistant'] as const) {
      const [extraction] = await extractor.extract([{ text, source, now: Date.UTC(2026, 0, 1) }])
      expect(extraction!.facts.length).toBeLessThanOrEqual(500)
      for (const fact of extraction!.facts) expect(fact.text.length).toBeLessThanOrEqual(500)
    }
  })

  it('survives times that are no times', async () => {
    for (const now of [Number.NaN, Number.POSITIVE_INFINITY, 9e15, -1]) {
      const [extraction] = await extractor.extract([{ text: 'I bought a tent yesterday.', source: 'user', now }])
      expect(extraction!.facts).toHaveLength(1)
    }
  })
})
