import {
  AUXILIARIES,
  CLOSERS,
  NOISE,
  OPENERS,
  PERIODS,
  PERSONAL,
  PRONOUNS_AND_DETERMINERS,
  RELATIVE_TIME,
  SET_OFF_CLOSERS,
  SET_OFF_OPENERS,
  SYNONYMS,
  WEAK_OPENERS,
} from './same-statement.data.ts'
import { isClock, isDate, isNumber, readNumbers } from './statement-numbers.ts'
import { orderSentence } from './statement-order.ts'
import { statementTokens } from './statement-tokens.ts'

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
  const sentences = splitSentences(resolveEndings(readNumbers(statementTokens(text))))
  const keys = sentences.map(sentenceKey).filter((key) => key !== '')
  // Nothing but punctuation or filler: then that is what it says.
  return keys.length > 0 ? keys.join(' ') : `"${text.trim().replace(/\s+/g, ' ').toLowerCase()}`
}

/**
 * What a text leaves to its circumstances: "I" means another in another's mouth, "yesterday" another day tomorrow. Two equal texts say
 * the same only if these circumstances are equal too; whoever compares knows them, this function does not.
 */
export function dependsOn(text: string): { speaker: boolean; time: boolean } {
  const tokens = statementTokens(text)
  return {
    speaker: tokens.some((token) => PERSONAL.has(token)),
    time: tokens.some((token) => RELATIVE_TIME.has(token)),
  }
}

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

function sentenceKey({ tokens, question }: Sentence, _index: number, all: readonly Sentence[]): string {
  const label = labelLength(tokens)
  const stripped = stripClosers(stripOpeners(tokens.slice(label), all.length > 1))
  const plain = dropMarks(stripped)
  if (plain.length === 0) return ''
  const asks = question || (AUXILIARIES.has(plain[0]!) && PRONOUNS_AND_DETERMINERS.has(plain[1] ?? ''))
  const said = orderSentence(rewriteGrammar(rewriteSynonyms(plain)))
  return [...tokens.slice(0, label), ...said, ...(asks ? ['?'] : [])].join(' ')
}

/** "Ana: I love techno" is hers. A label is at most four words; a colon further on is punctuation. */
function labelLength(tokens: readonly string[]): number {
  const colon = tokens.indexOf(':')
  if (colon < 1 || colon > 4 || colon === tokens.length - 1) return 0
  const label = tokens.slice(0, colon).join(' ')
  return SET_OFF_OPENERS.includes(label) || OPENERS.includes(label) ? 0 : colon + 1
}

const byFirstWord = (phrases: readonly string[]): ReadonlyMap<string, readonly (readonly string[])[]> => {
  const index = new Map<string, (readonly string[])[]>()
  for (const words of phrases.map((phrase) => phrase.split(' ')).sort((a, b) => b.length - a.length)) {
    index.set(words[0]!, [...(index.get(words[0]!) ?? []), words])
  }
  return index
}
const startsWith = (tokens: readonly string[], words: readonly string[], at = 0): boolean =>
  words.every((word, i) => tokens[at + i] === word)
const isMark = (token: string | undefined): boolean => token !== undefined && /^[,:"-]$/.test(token)

const isPause = (token: string): boolean => token !== '"' && isMark(token)

const OPENERS_BY_WORD = byFirstWord(OPENERS)
const SET_OFF_BY_WORD = byFirstWord(SET_OFF_OPENERS)

/** More than a text has that means anything; keeps odd ones linear. */
const MAX_FILLERS = 8

function stripOpeners(tokens: readonly string[], mayVanish: boolean): readonly string[] {
  let rest = tokens
  for (let openers = 0; openers < MAX_FILLERS; openers++) {
    const first = rest.findIndex((token) => !isPause(token))
    if (first > 0) rest = rest.slice(first)
    const length = openerLength(rest)
    if (length === 0 || (!mayVanish && rest.slice(length).every(isMark))) return rest
    rest = rest.slice(length)
  }
  return rest
}

function openerLength(tokens: readonly string[]): number {
  const first = tokens[0] ?? ''
  const opener = OPENERS_BY_WORD.get(first)?.find((words) => startsWith(tokens, words))
  const setOff = SET_OFF_BY_WORD.get(first)?.find((words) => startsWith(tokens, words))
  if (setOff !== undefined && (setOff.length >= tokens.length || isMark(tokens[setOff.length]))) return setOff.length
  if (opener !== undefined) return opener.length
  if (!WEAK_OPENERS.has(first)) return 0
  return tokens.length === 1 || isMark(tokens[1]) || PRONOUNS_AND_DETERMINERS.has(tokens[1]!) ? 1 : 0
}

const CLOSING = CLOSERS.map((phrase) => phrase.split(' '))
const SET_OFF_CLOSING = SET_OFF_CLOSERS.map((phrase) => phrase.split(' '))

function stripClosers(tokens: readonly string[]): readonly string[] {
  let rest = tokens
  for (let closers = 0; closers < MAX_FILLERS; closers++) {
    rest = rest.slice(0, rest.findLastIndex((token) => !isPause(token)) + 1)
    const ends = (words: readonly string[]) =>
      words.length < rest.length && startsWith(rest, words, rest.length - words.length)
    const closer =
      CLOSING.find(ends) ?? SET_OFF_CLOSING.find((words) => ends(words) && rest[rest.length - words.length - 1] === ',')
    if (closer === undefined) return rest
    rest = rest.slice(0, -closer.length)
  }
  return rest
}

/** Quotation marks stay where they decide whose "I" it is: Tom said "I am late". */
function dropMarks(tokens: readonly string[]): string[] {
  const quoted = tokens.indexOf('"')
  const matters = quoted >= 0 && tokens.slice(quoted, tokens.lastIndexOf('"')).some((token) => PERSONAL.has(token))
  return tokens.filter((token) => !NOISE.has(token) && !(isMark(token) && !(token === '"' && matters)))
}

const SYNONYMS_BY_WORD = byFirstWord([...SYNONYMS.keys()])

function rewriteSynonyms(tokens: readonly string[]): string[] {
  const rewritten: string[] = []
  for (let i = 0; i < tokens.length; ) {
    const phrase = SYNONYMS_BY_WORD.get(tokens[i]!)?.find((words) => startsWith(tokens, words, i))
    if (phrase === undefined) rewritten.push(tokens[i++]!)
    else {
      rewritten.push(...SYNONYMS.get(phrase.join(' '))!.split(' '))
      i += phrase.length
    }
  }
  return rewritten
}

/** Small words that grammar lets vary: approximation before a number, "a year" after an amount, "that" after "said", "no longer". */
function rewriteGrammar(tokens: readonly string[]): string[] {
  const out: string[] = []
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    const [previous, next] = [out.at(-1) ?? '', tokens[i + 1] ?? '']
    const numeric = isNumber(next) || isClock(next) || isDate(next)
    if (numeric && APPROXIMATELY.test(token)) out.push('approx')
    else if (numeric && (token === 'over' || (token === 'than' && previous === 'more'))) {
      if (token === 'than') out.pop()
      out.push('over')
    } else if (numeric && (token === 'under' || (token === 'than' && /^(?:less|fewer)$/.test(previous)))) {
      if (token === 'than') out.pop()
      out.push('under')
    } else if (numeric && token === 'from' && tokens.slice(i, i + 6).includes('to')) continue
    else if (token === 'that' && REPORTS.test(previous) && PRONOUNS_AND_DETERMINERS.has(next)) continue
    else if (
      /^(?:have|has)$/.test(token) &&
      next === 'to' &&
      !/^(?:be|have)$/.test(tokens[i + 2] ?? '') &&
      !MODAL.test(previous)
    ) {
      out.push('must')
      i++
    } else if (PER.test(token) && PERIODS.has(next) && isNumber(out.at(-2)) && previous !== '') out.push('per')
    else if (token === 'name' && next === 'is' && previous === "'s") {
      out.splice(-1, 1, 'is', 'called')
      i++
    } else if (token === 'grey') out.push(COLOURED.test(previous) ? 'gray' : 'grey')
    else if (token === 'once' && PER.test(next)) out.push('1', 'time')
    else if (token === 'twice') out.push('2', 'time')
    else out.push(token)
  }
  return noLonger(out)
}

const APPROXIMATELY = /^(?:about|around|roughly|approx|circa|ca|~)$/
const REPORTS =
  /^(?:say|says|said|think|thinks|thought|believe|believes|believed|know|knows|knew|hope|hopes|hoped|me|us)$/
const MODAL = /^(?:not|will|would|might|may|could|should|can|did|does|do|had|used|never)$/
const PER = /^(?:a|an|per|each|every|\/)$/
/** Gray is also a surname, which another spelling would change. */
const COLOURED = /^(?:a|the|my|your|his|her|our|their|is|are|was|were|dark|light|pale|painted|of|with|wear|wears)$/

/** "I do not smoke any more" is "I no longer smoke". */
function noLonger(tokens: string[]): string[] {
  const not = tokens.indexOf('not')
  if (not < 1 || tokens.at(-1) !== 'anymore' || tokens.indexOf('not', not + 1) > 0) return tokens
  const before = tokens[not - 1]!
  if (before === 'did') return tokens
  const verb = tokens[not + 1] ?? ''
  const rest = tokens.slice(not + 2, -1)
  if (before === 'do') return [...tokens.slice(0, not - 1), 'no', 'longer', verb, ...rest]
  if (before === 'does') return [...tokens.slice(0, not - 1), 'no', 'longer', thirdPerson(verb), ...rest]
  return [...tokens.slice(0, not), 'no', 'longer', verb, ...rest]
}

const thirdPerson = (verb: string): string =>
  verb === 'have'
    ? 'has'
    : /(?:s|x|z|ch|sh|o)$/.test(verb)
      ? `${verb}es`
      : /[^aeiou]y$/.test(verb)
        ? `${verb.slice(0, -1)}ies`
        : `${verb}s`

const IS_HOST = /^(?:he|she|it|that|there|what|who|where|here|how|this|everything|everyone|someone|nobody|name)$/
const AFTER_HAS = /^(?:been|got|had|become)$/
const AFTER_IS =
  /^(?:a|an|the|not|in|at|on|here|there|now|my|our|your|his|still|always|very|too|from|allergic|married)$/

/** 's is "is", "has" or a possessive; 'd is "would" or "had". What follows tells; a possessive keeps its mark. */
function resolveEndings(tokens: readonly string[]): string[] {
  return tokens.map((token, i) => {
    const next = tokens[i + 1] ?? ''
    if (token === "'d") return /^(?:been|better|had|gone|already)$/.test(next) ? 'had' : 'would'
    if (token !== "'s") return token
    if (AFTER_HAS.test(next)) return 'has'
    if (IS_HOST.test(tokens[i - 1] ?? '')) return 'is'
    const doing =
      next.length > 4 &&
      next.endsWith('ing') &&
      (/^(?:to|for|with|by|home|away|back)$/.test(tokens[i + 2] ?? 'to') || AFTER_IS.test(tokens[i + 2] ?? ''))
    return (AFTER_IS.test(next) && tokens[i - 2] !== 'of') || (doing && next !== '') ? 'is' : token
  })
}
