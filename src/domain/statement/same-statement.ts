import { readDates, readTimes } from './dates.ts'
import { labelLength, stripFiller } from './filler.ts'
import { resolveEndings, rewriteGrammar, rewriteSynonyms } from './grammar.ts'
import { readAmounts, readNumberWords } from './numbers.ts'
import { orderSentence } from './order.ts'
import { AUXILIARIES, PERSONAL, PRONOUNS_AND_DETERMINERS, RELATIVE_TIME, SPANS } from './same-statement.data.ts'
import { statementTokens } from './tokens.ts'

/**
 * Whether two texts say the same: nothing differs but listed synonyms, spelling, notation, case, punctuation and filler. Nearness of
 * meaning plays no part, since "3 pm" and "4 pm" are nearer to each other than many a paraphrase. In doubt, texts differ.
 */
export const sameStatement = (a: string, b: string): boolean => a === b || statementKey(a) === statementKey(b)

/**
 * The normal form of a text: two texts are the same statement if and only if their keys are equal, so a store can find a restatement by
 * the hash of its key, without any vector. Linear in the length of the text. Never throws.
 */
export function statementKey(text: string): string {
  const sentences = splitSentences(readAll(resolveEndings(statementTokens(text))))
  const keys = sentences.map(sentenceKey).filter((key) => key !== '')
  // Nothing but punctuation or filler: then that is what it says.
  return keys.length > 0 ? keys.join(' ') : `"${text.trim().replace(/\s+/g, ' ').toLowerCase()}`
}

const readAll = (tokens: readonly string[]): string[] => readAmounts(readTimes(readDates(readNumberWords(tokens))))

/**
 * What a text leaves to its circumstances: "I" means another in another's mouth, "yesterday" another day tomorrow. Two equal texts say
 * the same only if these circumstances are equal too; whoever compares knows them, this function does not.
 */
export function dependsOn(text: string): { speaker: boolean; time: boolean } {
  const tokens = statementTokens(text)
  const relative = (token: string, i: number) =>
    RELATIVE_TIME.has(token) || (/^(?:this|last|next|in)$/.test(token) && SPANS.has(singular(tokens, i)))
  return { speaker: tokens.some((token) => PERSONAL.has(token)), time: tokens.some(relative) }
}

/** The period after "last" or "in 3": week of "weeks". */
const singular = (tokens: readonly string[], at: number): string =>
  (tokens[at] === 'in' ? (tokens[at + 2] ?? '') : (tokens[at + 1] ?? '')).replace(/s$/, '')

interface Sentence {
  readonly tokens: readonly string[]
  readonly question: boolean
}

function splitSentences(tokens: readonly string[]): Sentence[] {
  const sentences: Sentence[] = []
  let current: string[] = []
  for (const token of tokens) {
    if (token !== '.' && token !== '?') {
      current.push(token)
      continue
    }
    if (current.length > 0) sentences.push({ tokens: current, question: token === '?' })
    current = []
  }
  if (current.length > 0) sentences.push({ tokens: current, question: false })
  return sentences
}

function sentenceKey({ tokens, question }: Sentence, index: number, all: readonly Sentence[]): string {
  const label = labelLength(tokens)
  // "Hi!" before a statement says nothing, "Yes." after a question all.
  const mayVanish = index < all.length - 1 && all[index - 1]?.question !== true
  const plain = stripFiller(tokens.slice(label), mayVanish)
  if (plain.length === 0) return ''
  const asks = question || (AUXILIARIES.has(plain[0]!) && PRONOUNS_AND_DETERMINERS.has(plain[1] ?? ''))
  const said = orderSentence(rewriteGrammar(rewriteSynonyms(plain)))
  return [...tokens.slice(0, label), ...said, ...(asks ? ['?'] : [])].join(' ')
}
