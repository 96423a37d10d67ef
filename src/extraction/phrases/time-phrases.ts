import type { Token } from '../tokens/token.ts'
import { isGivenName } from '../words/given-names.ts'
import { DATE_NAMES, MONTHS, TIME_NOUNS, UNITS } from '../words/word-lists.ts'

const isYear = (token: Token | undefined): boolean => token !== undefined && /^(?:1[5-9]|20|21)\d\d$/.test(token.text)

export function isDateComma(tokens: readonly Token[], i: number, head: number): boolean {
  if (head < 0 || !isYear(tokens[i + 1])) return false
  return tokens[i - 1]?.pos === 'NUM' && MONTHS.has(tokens[i - 2]?.lower ?? '')
}

/** "Friday the 13th", "May the 4th" */
export const isDayOfDate = (tokens: readonly Token[], i: number, head: number): boolean =>
  head === i - 2 && DATE_NAMES.has(tokens[head]!.lower) && /^\d{1,2}(?:st|nd|rd|th)$/.test(tokens[i]?.lower ?? '')

export function isDate(tokens: readonly Token[], from: number, to: number): boolean {
  // Jan, April and June are people too, where no number and no preposition makes them months.
  if (to - from === 1 && isGivenName(tokens[from]!.lower) && tokens[from - 1]?.pos !== 'ADP') return false
  for (let i = from; i < to; i++) {
    const { lower } = tokens[i]!
    if (
      DATE_NAMES.has(lower) ||
      /^\d{1,2}:\d{2}(?:am|pm)?$|^\d{1,2}(?:am|pm)$|^(?:am|pm|a\.m\.|p\.m\.|o'clock|noon|midnight)$/.test(lower)
    )
      return true
  }
  return to - from === 1 && isYear(tokens[from])
}

/** "last week", "every Monday", "two years", "this morning"; but not "the week" as what somebody enjoyed. */
export function isTimePhrase(tokens: readonly Token[], from: number, end: number): boolean {
  const first = tokens[from]!
  if (
    /^(?:last|next|this|these|those|every|each|yesterday|today|tomorrow|tonight)$/.test(first.lower) ||
    (/^(?:that|one|all|some)$/.test(first.lower) && end - from === 2)
  )
    return true
  // "two apples a day": what stands before is what is eaten.
  if (/^an?$/.test(first.lower) && end - from === 2 && /^(?:NOUN|PROPN)$/.test(tokens[from - 1]?.pos ?? '')) return true
  if (first.pos === 'NUM' || first.pos === 'PROPN') return true
  return (
    (end - from === 1 &&
      /^(?:noon|midnight|weekends|mornings|afternoons|evenings|nights|tonight)$/.test(first.lower)) ||
    isDate(tokens, from, end)
  )
}

/** "1,200 dollars a year", "20 km per hour", "165 a job". */
export function rateEnd(tokens: readonly Token[], end: number, head: number): number {
  const per = tokens[end]
  const unit = tokens[end + 1]
  const { pos, lower } = tokens[head]!
  const isPrice = (pos === 'NUM' && /\d/.test(lower)) || /^(?:fiver|tenner)$/.test(lower)
  const measured = pos === 'NUM' || UNITS.has(lower) || TIME_NOUNS.has(lower) || isPrice
  if (!measured || !per || !unit || !/^(?:a|an|per|each|every)$/.test(per.lower)) return end
  // Not "Office 365 a lot", "the class of 2020 a party".
  const isAmount = isPrice && !/^(?:NOUN|PROPN)$/.test(tokens[head - 1]?.pos ?? '') && tokens[head - 1]?.lower !== 'of'
  const isOfAny = isAmount && /^an?$/.test(per.lower) && unit.pos === 'NOUN' && tokens[end + 2]?.pos !== 'NOUN'
  return TIME_NOUNS.has(unit.lower) || UNITS.has(unit.lower) || /^(?:person|head)$/.test(unit.lower) || isOfAny
    ? end + 2
    : end
}
