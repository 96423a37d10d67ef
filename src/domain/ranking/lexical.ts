import { type Counted, createWordCounter } from './count-words.ts'
import { BM25 } from './weights.ts'

/** What was asked, and how common its words are. */
export interface Corpus {
  readonly words: readonly string[]
  /** In how many chunks each word stands. */
  readonly frequencies: readonly number[]
  readonly chunks: number
  readonly averageWords: number
}

/** Words in common, weighted by how rare they are in the namespace. One of the same family counts `soft`. */
export function createLexical({ words, frequencies, chunks, averageWords }: Corpus, soft: number) {
  // Frequencies are those of the whole namespace, of which a caller may see less.
  const all = Math.max(chunks, ...frequencies)
  const rarity = frequencies.map((times) => Math.log(1 + (all - times + 0.5) / (times + 0.5)))
  const total = rarity.reduce((sum, value) => sum + value, 0)
  return {
    /** What a text scores that is all about every word of the question. */
    best: (BM25.k1 + 1) * total,
    count: createWordCounter(words, soft),
    /** Several texts are scored as one. */
    bm25(texts: readonly Counted[]): number {
      let length = 0
      for (const text of texts) length += text.length
      const norm = BM25.k1 * (1 - BM25.b + (BM25.b * length) / Math.max(1, averageWords * texts.length))
      let score = 0
      for (let at = 0; at < rarity.length; at++) {
        let times = 0
        for (const text of texts) times += text.found[at]!
        if (times > 0) score += (rarity[at]! * times * (BM25.k1 + 1)) / (times + norm)
      }
      return score
    },
    /** The share of the question's words, by their rarity, that a text contains. */
    coverage: ({ found }: Counted): number =>
      total > 0 ? found.reduce((sum, times, at) => sum + (times > 0 ? rarity[at]! : 0), 0) / total : 0,
  }
}

export type Lexical = ReturnType<typeof createLexical>
