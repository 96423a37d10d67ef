import type { Clause, PrepositionalPhrase } from '../clauses/clause.ts'
import { PREPOSITIONS, VAGUE_PRONOUNS } from '../words/word-lists.ts'
import { describe } from './mentions.ts'
import type { Reading } from './reading.ts'

/** Longer tails are no longer about the fact. */
const MAX_CHARS = 120

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** What else the clause says from token `from` on, when, where, with whom, ready to stand behind the fact; `except` is already in it. */
export function rest(
  reading: Reading,
  clause: Clause,
  from: number,
  except: PrepositionalPhrase | null = null,
): string {
  const { tokens, chunks } = reading.analysis
  const parts: { start: number; end: number }[] = []
  for (const pp of clause.prepositions)
    if (pp !== except && pp.start >= from && isClear(pp.start, pp.end)) parts.push(pp)
  for (const time of clause.times) if (time.start >= from) parts.push(time)
  for (const adverb of clause.adverbs) {
    if (
      adverb.start >= from &&
      /^(?:any|more|anymore|ago|again|daily|weekly|monthly|together|recently|abroad|downtown|upstairs|part-time|full-time|twice|once|regularly|often|sometimes)$/.test(
        tokens[adverb.start]!.lower,
      )
    )
      parts.push(adverb)
  }
  parts.sort((a, b) => a.start - b.start)
  const leading = leadingTime()
  if (leading) parts.push(leading)
  const text = parts
    .map((part) =>
      part.start === 0 && tokens[0]!.pos !== 'PROPN'
        ? lowerFirst(describe(reading, part.start, part.end))
        : describe(reading, part.start, part.end),
    )
    .join(' ')
  return text && text.length <= MAX_CHARS ? ` ${text}` : ''

  /** "because of it", "with them": words that nobody can read later are left out. */
  function isClear(start: number, end: number): boolean {
    return !tokens.slice(start, end).some((token) => token.pos === 'PRON' && VAGUE_PRONOUNS.has(token.lower))
  }

  /** "In 2019, I moved to Turin": a time before the subject belongs to the fact too. */
  function leadingTime(): { start: number; end: number } | null {
    let i = chunks.findIndex((chunk) => chunk.start === clause.subjectStart)
    if (i < 1 || clause.sharesSubject) return null
    if (chunks[i - 1]!.type === 'comma') i--
    const time = chunks[i - 1]
    if (time?.type !== 'np' || !time.time) return null
    const before = chunks[i - 2]
    const governed = before?.type === 'prep' && PREPOSITIONS.has(tokens[before.start]!.lower)
    return { start: governed ? before.start : time.start, end: time.end }
  }
}
