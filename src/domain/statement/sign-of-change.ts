import { lazy } from '../../runtime/lazy.ts'
import { phrases } from '../word-lists.ts'
import { NOT_MEANT, SIGNS, UNREAL } from './sign-of-change.words.ts'

/** From this sign on a text speaks of a change. */
export const SAYS_CHANGE = 0.4

export interface SentenceSign {
  readonly sentence: string
  /** How strongly the sentence says that something changed: 0 to 1. */
  readonly sign: number
  /** It is only planned, wished, supposed, joked, asked or hearsay. */
  readonly unreal: boolean
}

/** How strongly a text says that a value changed, is corrected or replaced: 0 to 1. What is only wished or supposed does not count. */
export const signOfChange = (text: string): number => strongestOf(signsOf(text))

export const strongestOf = (signs: readonly SentenceSign[]): number =>
  signs.reduce((most, { sign, unreal }) => (unreal ? most : Math.max(most, sign)), 0)

/** Is all that the text could change only planned, wished, supposed, joked, asked or hearsay? One sentence that is meant is enough for no. */
export const changesNothing = (text: string): boolean => areUnreal(signsOf(text))

export function areUnreal(all: readonly SentenceSign[]): boolean {
  const signed = all.filter(({ sign }) => sign > 0)
  const telling = signed.length > 0 ? signed : all
  return telling.length > 0 && telling.every(({ unreal }) => unreal)
}

/** The sentences of a text, each with its sign. */
export const signsOf = (text: string): SentenceSign[] => sentencesOf(text).map(signOfSentence)

/** A space is looked for first: to look back from every letter takes most of the time. */
const SENTENCE_END = /(?=\s)(?<=[^\s.!?…][.!?…]+["'”’)\]]*)\s+|\n+|;\s+/
/** "Dr. Obi" and "e.g. this" go on. */
const GOES_ON = /(?:^|[\s(])(?:dr|mr|mrs|ms|prof|st|ca|vs|approx|incl|resp|sra?|e\.g|i\.e|[a-z])\.$/i

/** Chats end sentences with any mark and begin the next one small, so that these are shorter than those of `sentenceStarts`. */
function sentencesOf(text: string): string[] {
  const sentences: string[] = []
  let begun = ''
  for (const part of text.split(SENTENCE_END)) {
    begun = begun === '' ? part : `${begun} ${part}`
    if (part.endsWith('.') && GOES_ON.test(begun)) continue
    sentences.push(begun)
    begun = ''
  }
  return [...sentences, begun].filter((sentence) => /\w/.test(sentence))
}

/** Where what is wished or supposed ends and what is the case may begin. */
const CLAUSE =
  /,? (?:but|because|bc|cos|cuz|though|although|yet|however) |,? (?=so )|, (?=(?:went|now|done|signed|approved|agreed|moved|switched|started|cancelled) )| [-–—]+ |→|->| \(/

function signOfSentence(sentence: string): SentenceSign {
  const small = plainWords(sentence)
  const asked = /[^?!]\?["')\] ]*$/.test(small)
  let notMeant = asked
  let supposed = false
  let real = 0
  let unreal = 0
  for (const clause of small.split(CLAUSE)) {
    const found = findPhrases(clause)
    const from = found[WISHED]!
    notMeant ||= found[MEANT_NOT]! < NOWHERE
    supposed ||= from < NOWHERE
    real = Math.max(real, strength(found, 0, from))
    unreal = Math.max(unreal, strength(found, from, NOWHERE))
  }
  if (notMeant) return { sentence, sign: Math.max(real, unreal), unreal: true }
  if (real > 0) return { sentence, sign: real, unreal: false }
  // Where nothing changes anyway, "would rather" and "wants a report" tell of what is: only what is plainly in the air counts.
  return { sentence, sign: unreal, unreal: supposed && (unreal > 0 || IN_THE_AIR.test(small)) }
}

const IN_THE_AIR =
  /\b(?:what if|if (?:i|we|he|she|they) ever|imagine|some ?day|one day|wish(?:es)?|might|maybe|perhaps|thinking (?:about|of)|dreams? of|jok(?:ed|es|ing)|rumou?rs?|hypothetical|love to|wants? to|wanna|considering|tempted|toying with)\b/

/** Small letters, single spaces, and contractions written out as far as they have one reading. */
function plainWords(sentence: string): string {
  const small = sentence.toLowerCase()
  const plain = (/\s\s|[^\S ]/.test(small) ? small.replace(/\s+/g, ' ') : small).replaceAll('’', "'")
  return plain.includes("'") ? plain.replace(/'(s|re|m|ve)\b/g, (_, end: string) => WRITTEN_OUT[end]!) : plain
}

const WRITTEN_OUT: Readonly<Record<string, string>> = { s: ' is', re: ' are', m: ' am', ve: ' have' }

const NOWHERE = Number.POSITIVE_INFINITY
const WISHED = SIGNS.length
const MEANT_NOT = WISHED + 1

/** Signs of several classes add up, like chances that are independent of each other. */
function strength(found: readonly number[], from: number, to: number): number {
  let none = 1
  for (const [at, { weight }] of SIGNS.entries()) if (found[at]! >= from && found[at]! < to) none *= 1 - weight
  return 1 - none
}

/** Where in a clause each class of phrases is found first. */
function findPhrases(clause: string): number[] {
  const found: number[] = new Array(MEANT_NOT + 1).fill(NOWHERE)
  const { index, begins } = phrasesByLetters()
  let inWord = false
  for (let at = 0; at < clause.length; at++) {
    const wasInWord = inWord
    inWord = isInWord(clause.charCodeAt(at))
    if (wasInWord || !inWord) continue
    if (begins[(letterAt(clause, at) * LETTERS + letterAt(clause, at + 1)) * LETTERS + letterAt(clause, at + 2)] === 0)
      continue
    for (let next = at, letters = 0; next < at + MOST_LETTERS; next++) {
      const letter = letterAt(clause, next)
      if (letter === 0) break
      letters = letters * LETTERS + letter
      const begun = index.get(letters)
      if (begun === undefined || !matchesAt(begun.any, clause, at)) continue
      for (const { list, pattern } of begun.lists)
        if (found[list] === NOWHERE && matchesAt(pattern, clause, at)) found[list] = at
    }
  }
  return found
}

function matchesAt(pattern: RegExp, clause: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(clause)
}

/** Digits, small letters, what is not ASCII, and the hyphen: "re-audit" begins no word "audit". */
const isInWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 45 || code > 127

/** The phrases that begin with the same letters: those of each list, and all of them, since most words begin none. */
interface Indexed {
  readonly any: RegExp
  readonly lists: readonly { readonly list: number; readonly pattern: RegExp }[]
}
/** Letters, the apostrophe and the space, from 1 on, so that some of them make one number, which is found faster than a piece of the text. */
const LETTERS = 29
const letterAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at)
  if (code >= 97 && code <= 122) return code - 96
  return code === 32 ? 27 : code === 39 ? 28 : 0
}
/** So many letters of a phrase are looked at, which tells "in the end" from most of what "in" begins. */
const MOST_LETTERS = 5
const numberOf = (letters: string): number =>
  Array.from(letters, (_, at) => letterAt(letters, at)).reduce((number, letter) => number * LETTERS + letter)

/** By their first letters, which spares most words of a text the phrases that cannot begin there. */
const phrasesByLetters = lazy((): { readonly index: ReadonlyMap<number, Indexed>; readonly begins: Uint8Array } => {
  const byLetters = new Map<number, Map<number, Set<string>>>()
  const lists = [...SIGNS.map((sign) => sign.phrases), UNREAL, NOT_MEANT]
  for (const [list, text] of lists.entries()) {
    for (const phrase of phrases(text)) {
      for (const letters of firstLetters(phrase).map(numberOf)) {
        const ofLists = byLetters.get(letters) ?? new Map<number, Set<string>>()
        byLetters.set(letters, ofLists.set(list, (ofLists.get(list) ?? new Set()).add(phrase)))
      }
    }
  }
  const toPattern = (some: Iterable<string>) => new RegExp(`(?:${[...some].join('|')})(?!(?<=\\w)\\w)`, 'y')
  const indexed = (ofLists: ReadonlyMap<number, ReadonlySet<string>>): Indexed => ({
    any: toPattern([...ofLists.values()].flatMap((some) => [...some])),
    lists: [...ofLists].map(([list, some]) => ({ list, pattern: toPattern(some) })),
  })
  const index = new Map([...byLetters].map(([letters, ofLists]) => [letters, indexed(ofLists)]))
  return { index, begins: beginningsOf([...index.keys()]) }
})

/** By three letters, of which the last may be none, whether any of the phrases can begin with them: most words are done with one look. */
function beginningsOf(all: readonly number[]): Uint8Array {
  const begins = new Uint8Array(LETTERS ** 3)
  for (const letters of all) {
    let first = letters
    while (first >= LETTERS ** 3) first = Math.floor(first / LETTERS)
    if (first >= LETTERS ** 2) begins[first] = 1
    else begins.fill(1, first * LETTERS, (first + 1) * LETTERS)
  }
  return begins
}

/** With which letters can what a phrase matches begin? */
function firstLetters(phrase: string): string[] {
  if (phrase.startsWith('(?<')) return firstLetters(phrase.slice(groupEnd(phrase)))
  if (!phrase.startsWith('(?:')) {
    const letters = /^[a-z][a-z' ](?:[a-z' ](?![?*{])){0,3}(?![?*{])/.exec(phrase)?.[0]
    if (letters === undefined) throw new Error(`A phrase has to begin with letters: ${phrase}`)
    return [letters]
  }
  const end = groupEnd(phrase)
  const optional = phrase[end] === '?'
  const rest = phrase.slice(optional ? end + 1 : end)
  const all = alternatives(phrase.slice(3, end - 1)).flatMap((one) => firstLetters(`${one}${rest}`))
  return optional ? [...all, ...firstLetters(rest.trimStart())] : all
}

/** Where the group ends that a phrase begins with. */
function groupEnd(phrase: string): number {
  let depth = 0
  for (let at = 0; at < phrase.length; at++) {
    if (phrase[at] === '\\') at++
    else if (phrase[at] === '(') depth++
    else if (phrase[at] === ')' && --depth === 0) return at + 1
  }
  throw new Error(`A group of this phrase is open: ${phrase}`)
}

function alternatives(inside: string): string[] {
  const found = ['']
  let depth = 0
  for (const sign of inside) {
    if (sign === '|' && depth === 0) found.push('')
    else {
      if (sign === '(') depth++
      if (sign === ')') depth--
      found.push(found.pop()! + sign)
    }
  }
  return found
}
