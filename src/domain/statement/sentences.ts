import { pattern } from '../../runtime/pattern.ts'
import { words } from '../word-lists.ts'

const CAPITAL_AFTER_END = pattern(String.raw`[.!?…]["'”’)\]]*\s+\p{Lu}`, 'u')
const SMALL = pattern(String.raw`\p{Ll}`, 'u')
const LAST_WORD = pattern(String.raw`[\p{L}\p{N}.'’-]*$`, 'u')
const INITIALS = pattern(String.raw`^(?:\p{L}\.)*\p{Lu}$`, 'u')

/**
 * Where the sentences of a paragraph begin, as offsets into `text` within [start, end); the first is `start`. White space belongs to the
 * sentence before it. By rule rather than Intl.Segmenter, which knows no abbreviations and ends a sentence after "Dr." and "e.g.".
 * In doubt there is no end: a sentence too long harms less than one cut in two.
 */
export function sentenceStarts(text: string, start: number, end: number): number[] {
  const starts = [start]
  const paragraph = text.slice(start, end)
  // In a text that never begins a sentence with a capital, small letters begin them.
  const allSmall = !CAPITAL_AFTER_END().test(paragraph)
  for (const match of paragraph.matchAll(END())) {
    const after = match.index + match[0].length
    if (after >= paragraph.length) break
    if (endsSentence(paragraph, match, after, allSmall)) starts.push(start + after)
  }
  return starts
}

/** An end mark (its whole run at once, which keeps 50,000 dots linear), what closes with it, and the white space or smileys after it. Ideographic marks need no space after them. */
const END = pattern(
  String.raw`(?<![.!?…؟۔।])(?<mark>[.!?…؟۔।]+)(?<close>["'”’»)\]*_]*)(?<space>\s+(?:(?:\p{Extended_Pictographic}(?:\ufe0f|\u200d|[\u{1f3fb}-\u{1f3ff}])*)+\s+)?)|(?<cjk>[。！？｡]+[」』”’）]*)\s*`,
  'gu',
)

function endsSentence(text: string, match: RegExpExecArray, after: number, allSmall: boolean): boolean {
  if (match.groups?.cjk !== undefined) return true
  const { mark = '', close = '' } = match.groups ?? {}
  // What opens the next sentence may stand in quotes or brackets.
  const next = /^["'“‘«([*_¿¡]*(.)/su.exec(text.slice(after, after + 8))?.[1] ?? ''
  const small = SMALL().test(next)
  if (small && (!allSmall || close !== '' || mark.length > 1)) return false
  if (mark !== '.') return true
  const word = LAST_WORD().exec(text.slice(Math.max(0, match.index - 24), match.index))?.[0] ?? ''
  return !isAbbreviation(word, text, after, next)
}

/** Never last in a sentence. */
const TITLES = words(
  'dr mr mrs ms mx prof st mt ft gen col sgt capt cpt lt rev hon pres gov sen rep e.g i.e eg ie cf vs viz approx incl excl esp resp ca al bzw ggf str hr fr frau',
)
/** An abbreviation only before a number. */
const BEFORE_NUMBER = words(
  'no nos nr fig figs sec ch chap art vol p pp eq ex ed v ver para jan feb mar apr jun jul aug sep sept oct nov dec tel',
)
/** An abbreviation that may also be last: what follows tells. */
const EITHER = words(
  'inc ltd co corp llc plc jr sr etc a.m p.m am pm u.s u.s.a u.k e.u ph.d b.c a.d bros dept ave blvd rd est',
)

/** Words that open sentences and rarely follow an abbreviation within one. */
const OPENS = pattern(
  String.raw`^["'“‘«(]*(?:The|A|An|It|He|She|We|They|I|You|This|That|These|Those|There|Here|But|And|So|Then|If|When|While|After|Before|In|On|At|My|Our|His|Her|Their|Its|Your|As|For|What|Why|How|No|Yes|However|Later|Now|Today|Tomorrow|Yesterday)(?![\p{L}'’]*\.)\b`,
  'u',
)

function isAbbreviation(word: string, text: string, after: number, next: string): boolean {
  const lower = word.toLowerCase()
  if (TITLES.has(lower)) return true
  if (BEFORE_NUMBER.has(lower) && /\d/.test(next)) return true
  const opens = OPENS().test(text.slice(after, after + 20))
  if (EITHER.has(lower)) return !opens
  // "J. Smith", "John F. Kennedy", "U.N. forces"; but "vitamin C. It helps".
  if (INITIALS().test(word)) return !opens
  return false
}
