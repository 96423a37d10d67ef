import { pattern } from '../../runtime/pattern.ts'
import { LETTERED } from '../words/word-lists.ts'

const SMALL_NEXT = pattern(String.raw`^\s+\p{Ll}`, 'u')

/** [start, end) of a sentence in its text. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Longer than any sentence that people write; what is longer is a table, a dump or a log, and states nothing that one could read. */
const MAX_SENTENCE_CHARS = 600

const ABBREVIATION = pattern(
  String.raw`(?:^|[\s(])(?:mr|mrs|ms|mx|dr|dra|dott|sig|hr|fr|frl|herr|bro|srta|sra|eng|ing|mme|mlle|prof|st|sr|jr|vs|etc|e\.g|i\.e|inc|ltd|co|corp|vol|fig|al|approx|dept|est|gen|gov|sen|rep|rev|hon|capt|lt|col|sgt|mt|ave|blvd|\p{Lu}|[ap]\.m|u\.s|u\.k)\.$`,
  'iu',
)

/** Abbreviations before a number only. */
const NUMBERED = /(?:^|[\s(])(?:no|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.$/i

/**
 * A letter that is no initial: of a place or part that has one ("on shelf D."), or the last of several ("rows A and B.").
 */
const LETTER_AT_END = pattern(
  String.raw`\b(?:${LETTERED}) \p{Lu}\.$|\b\p{Lu}(?:, \p{Lu})*(?:, (?:and |or )?| and | or | & )\p{Lu}\.$`,
  'u',
)

/** `if one more issue says "any update?" I rewrite the lot`: the clause with "if" is not the sentence. */
const IN_CONDITION =
  /^\W*(?:(?:and|but|so|also|ok|okay|oh|well|seriously|honestly),? )?(?:if|when|whenever|unless|once|every time|each time|the next time|next time|any time|anytime)\b(?!,)[^,;:.!?]* (?:"[^"\n]*"|“[^”\n]*”)$/i

const CLOSERS = /["'”’)\]]/

/** Cuts a text into lines and the lines into sentences. Never looks further than it must: odd texts cost time in proportion to their length. */
export function sentencesOf(text: string): Span[] {
  const spans: Span[] = []
  let from = 0
  for (let i = 0; i <= text.length; i++) {
    const char = text[i]
    const lineEnd = char === undefined || char === '\n' || char === '\r' || char === '\u2028'
    let end = -1
    if (lineEnd) end = i
    else if (char === '.' || char === '!' || char === '?' || char === '…' || char === '。')
      end = sentenceEnd(text, from, i)
    if (end < 0) {
      i = Math.max(i, -end - 1)
      continue
    }
    add(spans, text, from, end)
    from = lineEnd ? i + 1 : end
    if (!lineEnd) i = end - 1
  }
  return spans
}

/**
 * The end of the sentence that the mark at `i` closes. Below 0 where it closes none: −n where no mark before n does, so that a run of marks
 * is read once.
 */
function sentenceEnd(text: string, from: number, i: number): number {
  let end = i + 1
  while (end < text.length && /[.!?…]/.test(text[end]!)) end++
  while (end < text.length && CLOSERS.test(text[end]!)) end++
  const next = text[end]
  if (next !== undefined && !/\s/.test(next) && text[i] !== '。') return -end
  // "My dealer (car!!) found one"
  if (text[end - 1] === ')' && SMALL_NEXT().test(text.slice(end, end + 3))) return -end
  if (/["”]/.test(text[end - 1]!) && IN_CONDITION.test(text.slice(from, end))) return -end
  if (text[i] !== '.') return end
  const word = text.slice(Math.max(from, i - 12), i + 1)
  // "on 5 Oct. we leave" ends with it, "on Oct. 5" goes on.
  if (NUMBERED.test(word) && /^\s+\d/.test(text.slice(end, end + 3))) return -1
  if (LETTER_AT_END().test(text.slice(Math.max(from, i - 24), i + 1))) return end
  if (ABBREVIATION().test(word) && end === i + 1) {
    // "at Acme Inc. He left": an abbreviation of a company ends a sentence where a pronoun or article follows.
    return /^\s+(?:He|She|It|They|We|I|My|The|This|His|Her)\b/.test(text.slice(end, end + 8)) &&
      /(?:inc|ltd|co|corp|etc|m)\.$/i.test(word)
      ? end
      : -1
  }
  return SMALL_NEXT().test(text.slice(end, end + 3)) && /\d\.$/.test(word) ? -1 : end
}

export function add(spans: Span[], text: string, from: number, to: number): void {
  let start = from
  let end = to
  while (start < end && /\s/.test(text[start]!)) start++
  while (end > start && /\s/.test(text[end - 1]!)) end--
  if (end > start && end - start <= MAX_SENTENCE_CHARS) spans.push({ start, end })
}
