import { stemmer } from 'stemmer'

/**
 * The words of a text as full-text search and scoring see them: lower case, without accents, stemmed. Chinese, Japanese and Korean text,
 * which has no spaces, becomes pairs of characters. A code such as QX-9913-B is kept whole and in its parts.
 */
const TOKEN = /[\p{L}\p{N}]+(?:['’][\p{L}]+)*(?:[-_./:@][\p{L}\p{N}]+)*/gu
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const MAX_WORD = 64

export function wordsOf(text: string): string[] {
  const words: string[] = []
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  for (const [token] of plain.matchAll(TOKEN)) addToken(token, words)
  return words
}

function addToken(token: string, words: string[]): void {
  if (CJK.test(token)) {
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
    if (word) words.push(/^[a-z]+$/.test(word) ? stemmer(word) : word)
  }
  if (parts.length > 1) words.push(token.replace(/[^\p{L}\p{N}]/gu, '').slice(0, MAX_WORD))
}

/** Words that say nothing of what a text is about; a query drops them. */
const STOP = new Set(
  `a about after again all also am an and ani any are as at be because been befor before being but by can could did do doe does doing don
   down for from get go got had ha has have having he her here hers him his how i if in into is it its itself just know let like me
   mi my of on onli only or other our out over own so some such than that the their them then there these they thi this those to too up
   us veri very wa was we were what when where which while who whom whose whi why will with would you your`.split(
    /\s+/,
  ),
)

/** What a query asks for, each word once. All its words, where it is made of nothing else. */
export function queryWords(query: string): string[] {
  const all = [...new Set(wordsOf(query))]
  const telling = all.filter((word) => !STOP.has(word))
  return (telling.length > 0 ? telling : all).slice(0, 64)
}
