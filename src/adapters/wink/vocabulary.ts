import featuresOf from 'wink-eng-lite-web-model/dist/feature.js'
import constants from 'wink-nlp/src/constants.js'
import type { WinkCache } from 'wink-nlp/src/dd-wrapper.js'
import type { LexiconFile } from './lexicon-file.ts'

const { xnMask, bits4PrecedingSpace, xcMask, bits4xpPointer } = constants
const POINTER = (1 << bits4xpPointer) - 1

/** What wink's tokenizer and tagger ask of words: those of the file, and new ones as they come. */
export interface Vocabulary extends WinkCache {
  /** Words that the file does not have. They are remembered, as wink does, until they are too many. */
  readonly newWords: number
  forgetNewWords(): void
  canBe(number: number, pos: number): boolean
}

export function createVocabulary(file: LexiconFile): Vocabulary {
  const { size, places, expansions } = file
  const clusters = file.clusters.map((members) => new Set(members))
  const features = featuresOf({ prefix: 0, suffix: 0 })
  const numbers = new Map<string, number>()
  const words: string[] = []
  const normals: number[] = []
  const posTags: number[] = []

  const numberOf = (word: string): number => {
    const number = file.find(word)
    return number >= 0 ? number : (numbers.get(word) ?? -1)
  }

  /** The number of a word that may be new, and whether it is. */
  function enter(word: string): { number: number; isNew: boolean } {
    const known = numberOf(word)
    if (known >= 0) return { number: known, isNew: false }
    const number = size + words.push(word) - 1
    numbers.set(word, number)
    return { number, isNew: true }
  }

  const mappedSpelling = (number: number): number =>
    number < size && file.get(number, places.spelling) ? file.get(number, places.lemma) : number

  const vocabulary: Vocabulary = {
    add(word, category) {
      const normal = word.toLowerCase()
      const entered = enter(word)
      const lower = normal === word ? entered : enter(normal)
      for (const [form, { number, isNew }] of [
        [word, entered],
        [normal, lower],
      ] as const) {
        if (!isNew || number - size < posTags.length) continue
        normals.push(lower.number)
        posTags.push(features.pos(form, category, vocabulary))
      }
      return entered.number
    },
    lookup(word) {
      const number = numberOf(word)
      if (number < 0) return null
      if (number >= size || !file.get(number, places.contraction)) return [number]
      const lemma = file.get(number, places.lemma)
      const from = lemma & POINTER
      const count = (lemma >>> bits4xpPointer) & xcMask
      const parts: number[] = []
      for (let at = from; at < from + count; at += 4)
        parts.push(expansions[at]!, at + 1, expansions[at + 2]!, expansions[at + 3]!)
      return parts
    },
    value: (number) => (number < size ? file.word(number) : words[number - size]!),
    normal(number) {
      if (number >= size) return mappedSpelling(normals[number - size]!)
      return file.get(number, places.spelling)
        ? file.get(number, places.lemma)
        : number + file.get(number, places.normal)
    },
    nox: (packed) => expansions[(packed & xnMask) >>> bits4PrecedingSpace]!,
    mappedSpelling,
    posOf: (number) => (number < size ? file.get(number, places.pos) : posTags[number - size]!),
    property: (number) => (number < size ? file.get(number, places.posHint) : 0),
    isMemberPOS: (number, pos) => vocabulary.canBe(number, Number(pos)),
    intrinsicSize: () => size,
    canBe: (number, pos) => clusters[number < size ? file.get(number, places.cluster) : 0]!.has(pos),
    get newWords() {
      return words.length
    },
    forgetNewWords() {
      numbers.clear()
      words.length = 0
      normals.length = 0
      posTags.length = 0
    },
  }
  return vocabulary
}
