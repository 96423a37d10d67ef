import { CAPITAL_FIRST, pattern } from '../../runtime/pattern.ts'
import type { RawToken } from '../lexicon.ts'
import { wordMap } from '../words/word-set.ts'
import { joinWords } from './join-words.ts'
import type { Pos, Token } from './token.ts'

const WITH_FULL_STOP = pattern(String.raw`^[\p{L}\d]{2,}\.$`, 'u')
const LETTER_WITH_FULL_STOP = pattern(String.raw`^\p{Lu}\.$`, 'u')
const SMALL_WORD = pattern(String.raw`^\p{Ll}{3}`, 'u')
const WORD_AT_END = pattern(String.raw`[\p{L}\p{N}]$`, 'u')
const WORD_AT_START = pattern(String.raw`^[\p{L}\p{N}]`, 'u')
const NUMBER_AND_WORD = pattern(String.raw`^\d+[-–/]\p{L}{3,}`, 'u')

/** Contractions as people type them in a hurry. */
const HASTY = wordMap(
  `im:'m ive:'ve dont:n't doesnt:n't didnt:n't cant:n't wont:n't isnt:n't arent:n't wasnt:n't werent:n't havent:n't hvnt:n't havnt:n't hasnt:n't hadnt:n't youre:'re
  theyre:'re weve:'ve youve:'ve thats:'s hes:'s shes:'s`,
)

const CONTRACTION = /^(.+)(n['’]t|['’](?:m|re|ve|ll|d|s))$/i

/** Two words written as one, with the first of them. */
const FUSED = wordMap('gonna:gon wanna:wan gotta:got cannot:can')

/** The lexicon's tokens with contractions split and hyphenated words joined, all with their place in the sentence. */
export function tokenise(raw: readonly RawToken[], sentence: string): Token[] {
  const tokens: Token[] = []
  const push = (text: string, pos: string, start: number, lower = text.toLowerCase().replace('’', "'")) =>
    tokens.push({ text, lower, pos: pos as Pos, start, end: start + text.length })
  for (const { text, pos, start } of raw) {
    const parts = CONTRACTION.exec(text)
    const fused = FUSED.get(text.toLowerCase())
    const hasty = HASTY.get(text.toLowerCase())
    if (text.toLowerCase() === 'tho') push(text, 'ADV', start)
    else if (/^(?:nt|ve)$/i.test(text)) push(text, 'PART', start, text.toLowerCase() === 've' ? "'ve" : "n't")
    else if (hasty) {
      const cut = text.length - hasty.length + 1
      push(text.slice(0, cut), hasty === "n't" ? 'AUX' : 'PRON', start)
      push(text.slice(cut), 'PART', start + cut, hasty)
    } else if (fused) {
      push(text.slice(0, fused.length), 'VERB', start)
      push(text.slice(fused.length), 'PART', start + fused.length)
    } else if (parts && text.length > 2) {
      const [, word = '', tail = ''] = parts
      push(
        word,
        pos === 'PROPN' && /^(?:i|you|he|she|it|we|they|that|there|who|what)$/i.test(word) ? 'PRON' : pos,
        start,
      )
      push(tail, 'PART', start + word.length)
    } else if (
      (WITH_FULL_STOP().test(text) || (LETTER_WITH_FULL_STOP().test(text) && followsSmallWord(tokens))) &&
      start + text.length === sentence.length &&
      !/^(?:inc|ltd|corp|jr|sr|etc)\.$/i.test(text)
    ) {
      // The tokenizer keeps the full stop on what could be an abbreviation ("figs."); at the end of a sentence it is one of the sentence.
      push(text.slice(0, -1), pos, start)
      push('.', 'PUNCT', start + text.length - 1)
    } else push(text, pos, start)
  }
  return joinHyphens(joinWords(tokens, sentence), sentence)
}

/** "lives in block D."; but "met Anna K." */
const followsSmallWord = (tokens: readonly Token[]): boolean => SMALL_WORD().test(tokens.at(-1)?.text ?? '')

function joinHyphens(tokens: readonly Token[], sentence: string): Token[] {
  const joined: Token[] = []
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    const previous = joined.at(-1)
    const next = tokens[i + 1]
    const glued =
      /^[-–/&]$/.test(token.text) &&
      previous?.end === token.start &&
      next?.start === token.end &&
      WORD_AT_END().test(previous.text) &&
      WORD_AT_START().test(next.text)
    if (!glued) {
      joined.push(token)
      continue
    }
    joined.pop()
    const text = sentence.slice(previous.start, next.end)
    const numeric = /\d/.test(text) && !NUMBER_AND_WORD().test(text)
    const pos = numeric
      ? 'NUM'
      : next.pos === 'VERB'
        ? 'ADJ'
        : /^(?:ADP|ADV|PART|PRON|DET)$/.test(next.pos)
          ? 'NOUN'
          : next.pos
    joined.push({
      text,
      lower: text.toLowerCase(),
      pos: CAPITAL_FIRST().test(text) && pos === 'NOUN' ? 'PROPN' : pos,
      start: previous.start,
      end: next.end,
    })
    i++
  }
  return joined
}
