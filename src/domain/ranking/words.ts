import { stemmer } from 'stemmer'
import { MARKS, pattern } from '../../runtime/pattern.ts'
import { recentTexts } from '../../runtime/recent-texts.ts'
import { words } from '../word-lists.ts'

const NOT_IN_WORD = pattern(String.raw`[^\p{L}\p{N}]`, 'gu')

/**
 * The words of a text as full-text search and scoring see them: lower case, without accents, stemmed. Chinese, Japanese and Korean text,
 * which has no spaces, becomes pairs of characters. A code such as QX-9913-B is kept whole and in its parts.
 */
const TOKEN = pattern(String.raw`[\p{L}\p{N}]+(?:['’][\p{L}]+)*(?:[-_./:@][\p{L}\p{N}]+)*`, 'gu')
const CJK = pattern(String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]`, 'u')
const MAX_WORD = 64

/** The same without the letters of other scripts, for texts that have none: several times as fast. */
const ASCII_TOKEN = /[a-z0-9]+(?:'[a-z]+)*(?:[-_./:@][a-z0-9]+)*/g
const ASCII = /^[\n\r\t -~]*$/

export function wordsOf(text: string): string[] {
  const words: string[] = []
  const { plain, token } = tokenised(text)
  for (const found of plain.match(token) ?? []) for (const word of wordsOfToken(found)) words.push(word)
  return words
}

/** Some two thousand texts, each of which is read for several reasons. */
const MOST_KEPT = 200_000

/** The words of a text that was stored. */
export const wordsOfStored: (text: string) => readonly string[] = recentTexts(wordsOf, MOST_KEPT)

/** Whether this holds of every word of a text. What follows one of which it does not is not read: that is mostly nearly all. */
export function everyWord(text: string, holds: (word: string) => boolean): boolean {
  const { plain, token } = tokenised(text)
  for (let from = 0; ; from = token.lastIndex) {
    token.lastIndex = from
    const found = token.exec(plain)
    if (!found) return true
    if (!wordsOfToken(found[0]).every(holds)) return false
  }
}

const tokenised = (text: string): { readonly plain: string; readonly token: RegExp } =>
  ASCII.test(text)
    ? { plain: text.toLowerCase(), token: ASCII_TOKEN }
    : { plain: text.normalize('NFKD').replace(MARKS(), '').toLowerCase(), token: TOKEN() }

/** Scoring reads a few hundred texts a query, and stemming is most of its time: the same tokens come again and again. */
const known = new Map<string, readonly string[]>()
const MAX_KNOWN = 20_000

/** The words of one token, which is in lower case. */
export function wordsOfToken(token: string): readonly string[] {
  const cached = known.get(token)
  if (cached) return cached
  const words: string[] = []
  addToken(token, words)
  if (token.length <= MAX_WORD) {
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(token, words)
  }
  return words
}

function addToken(token: string, words: string[]): void {
  if (CJK().test(token)) {
    const characters = [...token].slice(0, 2000)
    if (characters.length === 1) words.push(token)
    for (let i = 0; i + 1 < characters.length; i++) words.push(characters[i]! + characters[i + 1]!)
    return
  }
  const parts = token.split(/[-_./:@]/)
  for (const part of parts) {
    const word = part
      .replace(/['’]s?$/, '')
      .replace(/['’]/g, '')
      .slice(0, MAX_WORD)
    if (word) words.push(/^[a-z]+$/.test(word) ? stemOf(word) : word)
  }
  if (parts.length > 1) words.push(token.replace(NOT_IN_WORD(), '').slice(0, MAX_WORD))
}

/** "Inés" is not "in": where next to nothing would be left of a word, it stays as it is. */
function stemOf(word: string): string {
  const stem = stemmer(word)
  return stem.length < 3 && word.length > 3 ? word : stem
}

/** Words that say nothing of what a text is about; a query drops them. */
const STOP = words(
  `a about after again all also am an and ani any are as at be because been befor before being but by can could did do doe does doing don
   down for from get go got had ha has have having he her here hers him his how i if in into is it its itself just know let like me
   mi my of on onli only or other our out over own so some such than that the their them then there these they thi this those to too up
   us veri very wa was we were what when where which while who whom whose whi why will with would you your`,
)

export const isStopWord = (word: string): boolean => STOP.has(word)

export const MOST_QUERY_WORDS = 64

/** What a query asks for, each word once. All its words, where it is made of nothing else. */
export function queryWords(query: string): string[] {
  const all = [...new Set(wordsOf(query))]
  const telling = all.filter((word) => !STOP.has(word))
  return (telling.length > 0 ? telling : all).slice(0, MOST_QUERY_WORDS)
}
