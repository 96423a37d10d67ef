import { wordsOf, wordsOfToken } from './words.ts'

export interface Counted {
  /** How often each of the wanted words stands in the text, in their order. */
  readonly found: readonly number[]
  /** How many words the text has. */
  readonly length: number
}

const CODES = 128
const APOSTROPHE = 39
const JOINERS = new Set([...'-_./:@'].map((sign) => sign.charCodeAt(0)))

/** What a character is to a word, with capitals as small letters: 0 nothing, else its code. */
const LETTER = new Uint8Array(CODES)
for (let code = 0; code < CODES; code++) {
  const sign = String.fromCharCode(code).toLowerCase()
  if (/[a-z0-9]/.test(sign)) LETTER[code] = sign.charCodeAt(0)
}
/** A small number for each letter and digit, for a small table of beginnings: it is made anew for every question. */
const KIND = LETTER.map((code) => (code >= 97 ? code - 96 : code > 0 ? code - 48 + 27 : 0))
const KINDS = 37
const isLetter = (code: number) => LETTER[code]! >= 97

/** From a place where a word begins: the token as `wordsOf` cuts it. */
const TOKEN = /[a-z0-9]+(?:'[a-z]+)*(?:[-_./:@][a-z0-9]+)*/iy

/** Words that share so many letters from the first on are mostly of one family: "photograph" and "photography". */
const FAMILY_LETTERS = 6

/**
 * Counts the same words as `wordsOf`, without making them: a query is held against a few hundred texts. Stemming leaves the first two letters
 * of a word alone, so that only a word which begins as one of the wanted ones is looked at. A word of a wanted one's family counts `soft`.
 */
export function createWordCounter(wanted: readonly string[], soft = 0): (text: string) => Counted {
  const place = new Map(wanted.map((word, at) => [word, at]))
  const family = new Map(
    wanted.flatMap((word, at) => (word.length >= FAMILY_LETTERS ? [[word.slice(0, FAMILY_LETTERS), at] as const] : [])),
  )
  function note(word: string, found: number[]): void {
    const at = place.get(word)
    if (at !== undefined) found[at]!++
    else if (soft > 0 && word.length >= FAMILY_LETTERS) {
      const near = family.get(word.slice(0, FAMILY_LETTERS))
      if (near !== undefined) found[near]! += soft
    }
  }
  const beginnings = new Uint8Array(KINDS * KINDS)
  for (const word of wanted) {
    const [first = 0, second = 0] = [word.charCodeAt(0), word.length > 1 ? word.charCodeAt(1) : 0]
    if (first < CODES && second < CODES) beginnings[KIND[first]! * KINDS + KIND[second]!] = 1
  }

  function countAll(text: string): Counted {
    const found = new Array<number>(wanted.length).fill(0)
    const words = wordsOf(text)
    for (const word of words) note(word, found)
    return { found, length: words.length }
  }

  return (text) => {
    const found = new Array<number>(wanted.length).fill(0)
    let length = 0
    for (let at = 0; at < text.length; ) {
      const first = text.charCodeAt(at)
      if (first >= CODES) return countAll(text)
      if (LETTER[first] === 0) {
        at++
        continue
      }
      let end = at + 1
      while (end < text.length && LETTER[text.charCodeAt(end)]! > 0) end++
      const next = end < text.length ? text.charCodeAt(end) : 0
      const after = end + 1 < text.length ? text.charCodeAt(end + 1) : 0
      const goesOn = (next === APOSTROPHE && isLetter(after)) || (JOINERS.has(next) && LETTER[after]! > 0)
      const second = end - at > 1 ? KIND[text.charCodeAt(at + 1)]! : 0
      if (goesOn || beginnings[KIND[first]! * KINDS + second] === 1) {
        if (goesOn) {
          TOKEN.lastIndex = at
          end = at + TOKEN.exec(text)![0].length
        }
        const words = wordsOfToken(text.slice(at, end).toLowerCase())
        length += words.length
        for (const word of words) note(word, found)
      } else length++
      at = end
    }
    return { found, length }
  }
}
