import type { Lexicon, RawToken } from '../../extraction/lexicon.ts'
import { createLemmas } from './lemma.ts'
import { readLexiconFile } from './lexicon-file.ts'
import { createTagger } from './tagger.ts'
import { createVocabulary } from './vocabulary.ts'

/** wink remembers every unknown word it meets, for ever; past this many they are forgotten, so that an isolate does not grow without end. */
const MAX_NEW_WORDS = 60_000

/** Of the bytes of `assets/model/lexicon.bin`, which it keeps. */
export function createLexicon(bytes: ArrayBuffer): Lexicon {
  const file = readLexiconFile(bytes)
  const vocabulary = createVocabulary(file)
  const tag = createTagger(file, vocabulary)
  const posNumbers = new Map(file.pos.map((name, number) => [name, number]))

  function canBe(word: string, pos: string): boolean {
    const number = file.find(word)
    return number >= 0 && vocabulary.canBe(number, posNumbers.get(pos) ?? -1)
  }

  return {
    read(text) {
      if (vocabulary.newWords > MAX_NEW_WORDS) vocabulary.forgetNewWords()
      const read: RawToken[] = []
      let from = 0
      tag(text, (value, pos) => {
        const at = text.indexOf(value, from)
        if (at < 0 || /^\s*$/.test(value)) return
        read.push({ text: value, pos, start: at })
        from = at + value.length
      })
      return read
    },
    canBe,
    knows: (word) => file.find(word) >= 0,
    lemma: createLemmas(file.irregular, canBe),
  }
}
