import { BM25 } from './weights.ts'
import { wordsOf } from './words.ts'

export interface Counted {
  /** How often each word of the question stands in the text, in the question's order. */
  readonly found: readonly number[]
  readonly length: number
}

interface Corpus {
  readonly words: readonly string[]
  /** In how many chunks each word stands. */
  readonly frequencies: readonly number[]
  readonly chunks: number
  readonly averageWords: number
}

/** Words in common, weighted by how rare they are in the namespace. */
export function createLexical({ words, frequencies, chunks, averageWords }: Corpus) {
  // Frequencies are those of the whole namespace, of which a caller may see less.
  const all = Math.max(chunks, ...frequencies)
  const rarity = frequencies.map((times) => Math.log(1 + (all - times + 0.5) / (times + 0.5)))
  const place = new Map(words.map((word, at) => [word, at]))
  const total = rarity.reduce((sum, value) => sum + value, 0)
  return {
    /** What a text scores that is all about every word of the question. */
    best: (BM25.k1 + 1) * total,
    count(text: string): Counted {
      const found = new Array<number>(words.length).fill(0)
      const all = wordsOf(text)
      for (const word of all) {
        const at = place.get(word)
        if (at !== undefined) found[at]!++
      }
      return { found, length: all.length }
    },
    /** Several texts are scored as one. */
    bm25(texts: readonly Counted[]): number {
      const length = texts.reduce((sum, text) => sum + text.length, 0)
      const norm = BM25.k1 * (1 - BM25.b + (BM25.b * length) / Math.max(1, averageWords * texts.length))
      let score = 0
      for (const [at, weight] of rarity.entries()) {
        const times = texts.reduce((sum, text) => sum + text.found[at]!, 0)
        if (times > 0) score += (weight * times * (BM25.k1 + 1)) / (times + norm)
      }
      return score
    },
    /** The share of the question's words, by their rarity, that a text contains. */
    coverage: ({ found }: Counted): number =>
      total > 0 ? found.reduce((sum, times, at) => sum + (times > 0 ? rarity[at]! : 0), 0) / total : 0,
  }
}

export type Lexical = ReturnType<typeof createLexical>
