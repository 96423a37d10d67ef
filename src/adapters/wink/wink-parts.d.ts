/** The parts of wink that are used, as far as they are: it publishes types for its whole only. */

declare module 'wink-nlp/src/dd-wrapper.js' {
  /** What wink calls its cache: words by number. */
  export interface WinkCache {
    /** Enters the word in this category of tokens and returns its number. */
    add(word: string, category: number): number
    /** The word's number alone, or four numbers for each part of a contraction, or null. */
    lookup(word: string): number[] | null
    value(number: number): string
    normal(number: number): number
    /** The normal form of a contraction's part. */
    nox(packed: number): number
    mappedSpelling(number: number): number
    posOf(number: number): number
    /** Only ever asked for the hint to the tagger. */
    property(number: number, name: 'posHint'): number
    isMemberPOS(number: number, pos: number): boolean
    intrinsicSize(): number
  }

  /** A text in the making: four numbers for each token. */
  export interface RawDocument {
    readonly cache: WinkCache
    readonly tokens: number[]
    readonly nonBreakingSpaces: Record<string, string>
    numOfTokens: number
  }

  export default function wrap(document: RawDocument): object
}

declare module 'wink-nlp/src/constants.js' {
  const constants: Readonly<
    Record<'tkSize' | 'xnMask' | 'bits4PrecedingSpace' | 'xcMask' | 'bits4xpPointer' | 'posMask' | 'bits4lemma', number>
  >
  export default constants
}

declare module 'wink-nlp/src/compile-trex.js' {
  export default function compile(rules: unknown): object
}

declare module 'wink-nlp/src/tokenizer.js' {
  export default function createTokenizer(
    rules: object,
    categories: Readonly<Record<string, number>>,
    preserve: unknown,
  ): (wrapped: object, text: string) => void
}

declare module 'wink-nlp/src/tokens-mappers.js' {
  import type { RawDocument } from 'wink-nlp/src/dd-wrapper.js'

  const mappers: {
    mapRawTokens2UIdOfNormal(document: RawDocument): number[]
    mapRawTokens2UIdOfDefaultPOS(document: RawDocument): number[]
  }
  export default mappers
}

declare module 'wink-nlp/src/automaton.js' {
  import type { WinkCache } from 'wink-nlp/src/dd-wrapper.js'
  export interface Automaton {
    importJSON(json: string): void
    recognize(tags: number[], transform: unknown, tokens: number[]): unknown[]
  }
  export default function createAutomaton(cache: WinkCache, ignored: string): Automaton
}

declare module 'wink-eng-lite-web-model/dist/feature.js' {
  import type { WinkCache } from 'wink-nlp/src/dd-wrapper.js'
  export default function featuresOf(config: { prefix: number; suffix: number }): {
    pos(word: string, category: number, cache: WinkCache): number
  }
}

declare module 'wink-eng-lite-web-model/dist/pos-transformers.js' {
  const transformers: readonly unknown[]
  export default transformers
}

declare module 'wink-eng-lite-web-model/dist/pos-updater.js' {
  import type { WinkCache } from 'wink-nlp/src/dd-wrapper.js'
  export default function update(found: unknown[], cache: WinkCache, tags: number[], normals: number[]): void
}
