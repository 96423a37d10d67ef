import { pattern } from '../../runtime/pattern.ts'

/** Token ids of a text, without the frame of [CLS] and [SEP]. */
export type Tokenize = (text: string) => number[]

const UNKNOWN = '[UNK]'

/** Longer words are unknown, as in the tokenizer this one follows. */
const LONGEST_WORD = 100

const punctuation = pattern(String.raw`\p{P}`, 'u')
export const mark = pattern(String.raw`\p{Mn}`, 'gu')
/** Control, format, private use and stray surrogates: dropped, not turned into spaces. */
const dropped = pattern(String.raw`[\p{Cc}\p{Cf}\p{Co}\p{Cs}\uFFFD]`, 'u')
const space = pattern(String.raw`[\p{Zs}\p{Zl}\p{Zp}\t\n\r]`, 'u')

const isAsciiPunctuation = (code: number) =>
  (code >= 33 && code <= 47) || (code >= 58 && code <= 64) || (code >= 91 && code <= 96) || (code >= 123 && code <= 126)

/** Scripts written without spaces between words: each character is a word. */
const ideograph =
  /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2a6df}\u{2a700}-\u{2b81f}\u{2b920}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/u

/**
 * Uncased WordPiece as BERT defines it: clean, strip accents, lower case, split on spaces and punctuation, then the longest known piece
 * first. It differs from the reference in one thing on purpose: "[SEP]" in a text is five characters, never a control token.
 */
export function createWordpiece(vocabulary: readonly string[]): Tokenize {
  const starts = new Map<string, number>()
  const continuations = new Map<string, number>()
  let longestStart = 0
  let longestContinuation = 0
  vocabulary.forEach((token, id) => {
    if (token.length > 2 && token.startsWith('##')) {
      continuations.set(token.slice(2), id)
      longestContinuation = Math.max(longestContinuation, token.length - 2)
    } else if (!/^\[.+\]$/.test(token)) {
      starts.set(token, id)
      longestStart = Math.max(longestStart, token.length)
    }
  })
  const unknown = vocabulary.indexOf(UNKNOWN)

  function pushWord(word: string, out: number[]): void {
    const whole = starts.get(word)
    if (whole !== undefined) {
      out.push(whole)
      return
    }
    const before = out.length
    let at = word.length > LONGEST_WORD && [...word].length > LONGEST_WORD ? -1 : 0
    while (at >= 0 && at < word.length) {
      const pieces = at === 0 ? starts : continuations
      let end = Math.min(word.length, at + (at === 0 ? longestStart : longestContinuation))
      let piece: number | undefined
      for (; end > at; end--) {
        piece = pieces.get(word.slice(at, end))
        if (piece !== undefined) break
      }
      if (piece === undefined) at = -1
      else {
        out.push(piece)
        at = end
      }
    }
    if (at >= 0) return
    out.length = before
    out.push(unknown)
  }

  /** Nearly all texts; several times faster than the general way. False at the first character it does not know how to treat. */
  function pushAscii(text: string, out: number[]): boolean {
    const lower = text.toLowerCase()
    let start = -1
    for (let i = 0; i <= lower.length; i++) {
      const code = i < lower.length ? lower.charCodeAt(i) : 32
      const isSpace = code === 32 || code === 10 || code === 13 || code === 9
      if (code > 126 || (code < 32 && !isSpace)) return false
      if (isSpace || isAsciiPunctuation(code)) {
        if (start >= 0) pushWord(lower.slice(start, i), out)
        if (!isSpace) pushWord(lower[i]!, out)
        start = -1
      } else if (start < 0) start = i
    }
    return true
  }

  function pushAny(text: string, out: number[]): void {
    let word = ''
    const flush = () => {
      if (word) pushWord(word, out)
      word = ''
    }
    let clean = ''
    for (const character of text) {
      const kept = character === '\t' || character === '\n' || character === '\r' || !dropped().test(character)
      if (kept) clean += ideograph.test(character) ? ` ${character} ` : character
    }
    for (const character of clean.normalize('NFD').replace(mark(), '')) {
      if (space().test(character)) flush()
      else if (isAsciiPunctuation(character.charCodeAt(0)) || punctuation().test(character)) {
        flush()
        pushWord(character, out)
      } else word += character.toLowerCase() // one by one: "Σ" at the end of a word must not become "ς"
    }
    flush()
  }

  return (text) => {
    const out: number[] = []
    if (pushAscii(text, out)) return out
    out.length = 0
    pushAny(text, out)
    return out
  }
}
