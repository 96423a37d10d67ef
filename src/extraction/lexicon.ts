/** What the language model behind the reader knows about words: tokens with a first guess of their part of speech, and what a word can be at all. */
export interface Lexicon {
  read(text: string): RawToken[]
  /** Whether the lexicon lists the word (in lower case) with this part of speech. */
  canBe(word: string, pos: string): boolean
  knows(word: string): boolean
  lemma(word: string, pos: string): string
}

export interface RawToken {
  readonly text: string
  readonly pos: string
  readonly start: number
}
