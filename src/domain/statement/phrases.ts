/** Phrases by their first word, longest first: to look up which one a list of tokens starts with. */
export type Phrases = ReadonlyMap<string, readonly (readonly string[])[]>

export const phrasesOf = (phrases: Iterable<string>): Phrases => {
  const index = new Map<string, (readonly string[])[]>()
  const longestFirst = [...phrases].map((phrase) => phrase.split(' ')).sort((a, b) => b.length - a.length)
  for (const words of longestFirst) index.set(words[0]!, [...(index.get(words[0]!) ?? []), words])
  return index
}

export const startsWith = (tokens: readonly string[], words: readonly string[], at = 0): boolean =>
  words.every((word, i) => tokens[at + i] === word)

/** The longest of the phrases that stands at `at`. */
export const phraseAt = (phrases: Phrases, tokens: readonly string[], at = 0): readonly string[] | undefined =>
  phrases.get(tokens[at] ?? '')?.find((words) => startsWith(tokens, words, at))
