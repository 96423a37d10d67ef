import { createWordCounter } from './count-words.ts'
import { isStopWord, MOST_QUERY_WORDS, queryWords, wordsOfStored } from './words.ts'

/** The words by which a text is told from others: those of `queryWords`. */
export function wordingOf(text: string): ReadonlySet<string> {
  const telling = new Set<string>()
  for (const word of wordsOfStored(text)) {
    if (telling.size >= MOST_QUERY_WORDS) break
    if (!isStopWord(word)) telling.add(word)
  }
  return telling.size > 0 ? telling : new Set(queryWords(text))
}

/** Which of the wanted words a text has in its wording, without making the others. */
export function createWordSearch(wanted: readonly string[]): (text: string) => readonly string[] {
  const among = (words: ReadonlySet<string>) => wanted.filter((word) => words.has(word))
  // Of a text that says nothing the stop words are its wording, and of a long one only the first words.
  if (wanted.some(isStopWord)) return (text) => among(wordingOf(text))
  const count = createWordCounter(wanted)
  return (text) => {
    const { found, length } = count(text)
    return length > MOST_QUERY_WORDS ? among(wordingOf(text)) : wanted.filter((_, at) => found[at]! > 0)
  }
}
