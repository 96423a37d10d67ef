import { NUMBER_BITS, SLOTS, wordHash } from './word-hash.ts'

/**
 * `assets/model/lexicon.bin`, made by scripts/lexicon/lexicon.ts from what wink publishes as JavaScript: words and what is known of each. It is looked
 * up where it lies. As objects it took a quarter of a second and 20 MB in every isolate, and as source its share of every start.
 *
 * Five counts, then as many 32-bit numbers: where each word begins in the text, the hash table, the properties, the expansions of
 * contractions. Then the rest as JSON, and the text: all words, one after the other.
 */
export interface LexiconFile extends LexiconRest {
  readonly size: number
  /** The word's number, or -1. */
  find(word: string): number
  word(number: number): string
  /** The property of a word, by its place. */
  get(number: number, place: Place): number
  readonly expansions: Uint32Array
}

/** Which of a word's 32-bit numbers, and how far its bits stand in it. */
export type Place = readonly [offset: number, mask: number, shift: number]

export interface LexiconRest {
  readonly places: Readonly<
    Record<'cluster' | 'pos' | 'posHint' | 'lemma' | 'normal' | 'contraction' | 'spelling', Place>
  >
  /** How many 32-bit numbers a word has. */
  readonly width: number
  readonly pos: readonly string[]
  /** Parts of speech that words can have, by cluster. */
  readonly clusters: readonly (readonly number[])[]
  readonly categories: Readonly<Record<string, number>>
  readonly tokenRules: unknown
  readonly preserve: unknown
  /** Automata that correct a first guess of the parts of speech, as JSON. */
  readonly machines: readonly string[]
  /** What they leave out when reading. */
  readonly ignored: string
  /** Irregular forms with their lemma. */
  readonly irregular: Readonly<Record<'ADJ' | 'NOUN' | 'VERB', Readonly<Record<string, string>>>>
}

const COUNTS = 5

export function readLexiconFile(file: ArrayBuffer): LexiconFile {
  const [size = 0, slots = 0, properties = 0, expanded = 0, restBytes = 0] = new Uint32Array(file, 0, COUNTS)
  let at = COUNTS * 4
  const numbers = (count: number) => {
    const section = new Uint32Array(file, at, count)
    at += count * 4
    return section
  }
  if (slots !== SLOTS || at + 4 * (size + 1 + slots + properties + expanded) + restBytes > file.byteLength)
    throw new Error('this is no lexicon')
  const starts = numbers(size + 1)
  const table = numbers(slots)
  const packed = numbers(properties)
  const expansions = numbers(expanded)
  const decoder = new TextDecoder()
  const rest = JSON.parse(decoder.decode(new Uint8Array(file, at, restBytes))) as LexiconRest
  const text = decoder.decode(new Uint8Array(file, at + restBytes))
  const { width } = rest

  return {
    ...rest,
    size,
    expansions,
    find(word) {
      const hash = wordHash(word)
      const tag = hash >>> NUMBER_BITS
      for (let slot = hash & (SLOTS - 1); ; slot = (slot + 1) & (SLOTS - 1)) {
        const entry = table[slot]!
        if (entry === 0) return -1
        if (entry >>> NUMBER_BITS !== tag) continue
        const number = (entry & (SLOTS - 1)) - 1
        const start = starts[number]!
        if (starts[number + 1]! - start === word.length && text.startsWith(word, start)) return number
      }
    },
    word: (number) => text.slice(starts[number], starts[number + 1]),
    get: (number, [offset, mask, shift]) => (packed[number * width + offset]! & mask) >>> shift,
  }
}
