import type { Clause, PrepositionalPhrase } from '../clauses/clause.ts'
import type { Link } from '../phrases/chunks.ts'
import type { Token } from '../tokens/token.ts'
import { PREPOSITIONS, VAGUE_PRONOUNS } from '../words/word-lists.ts'
import { wordSet } from '../words/word-set.ts'
import { endOfClause } from './cut/end-of-clause.ts'
import { NEEDLESS } from './cut/leaves-words-out.ts'
import { describe } from './mentions.ts'
import type { Reading } from './reading.ts'

/** A stretch of tokens. */
type Span = Pick<Link, 'start' | 'end'>

/** Longer tails are no longer about the fact. */
const MAX_CHARS = 120

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** What else the clause says from token `from` on, when, where, with whom, ready to stand behind the fact; `except` is already in it. */
export const rest = (reading: Reading, clause: Clause, from: number, except?: PrepositionalPhrase): string =>
  saying(reading, [...saidFrom(reading, clause, from, except), ...leading(reading, clause)])

/** The same before and behind a phrase that is in the fact, in the order in which it was said: "ran 14 hours at 75"; `phraseFirst`: all behind it. */
export function restAround(
  reading: Reading,
  clause: Clause,
  from: number,
  phrase: PrepositionalPhrase,
  phraseFirst: boolean,
): { readonly before: string; readonly behind: string } {
  const said = saidFrom(reading, clause, from, phrase)
  const isBefore = ({ start }: Span) => !phraseFirst && start < phrase.start
  const behind = [...said.filter((part) => !isBefore(part)), ...leading(reading, clause)]
  return { before: saying(reading, said.filter(isBefore)), behind: saying(reading, behind) }
}

function saidFrom(reading: Reading, clause: Clause, from: number, except?: PrepositionalPhrase): Span[] {
  const { tokens } = reading.analysis
  return [
    ...clause.prepositions.filter((pp) => pp !== except && isClear(tokens, pp)),
    ...clause.times,
    ...clause.adverbs.filter(({ start }) => tokens[start]!.pos !== 'NEG' && !NEEDLESS.has(tokens[start]!.lower)),
    ...purpose(reading, clause),
  ]
    .filter(({ start }) => start >= from)
    .sort((a, b) => a.start - b.start)
}

const leading = (reading: Reading, clause: Clause): Span[] => {
  const phrase = leadingPhrase(reading, clause)
  return phrase ? [phrase] : []
}

function saying(reading: Reading, parts: readonly Span[]): string {
  const { tokens } = reading.analysis
  const text = parts
    .map(({ start, end }) => {
      const words = describe(reading, start, end)
      return start === 0 && tokens[0]!.pos !== 'PROPN' ? lowerFirst(words) : words
    })
    .join(' ')
  return text && text.length <= MAX_CHARS ? ` ${text}` : ''
}

/** "rides a bike to get to work", "has the right to vote": an infinitive that closes the clause belongs to it. */
function purpose(reading: Reading, clause: Clause): Span[] {
  const { tokens } = reading.analysis
  // "speaks Dutch and enough Arabic to be cheated": of things that are joined it may belong to one.
  if (clause.objects.length > 1) return []
  const span = { start: clause.end, end: endOfClause(reading, clause) }
  return tokens[clause.end]?.pos === 'TO' && isClear(tokens, span) ? [span] : []
}

/** "because of it", "with them": words that nobody can read later are left out. */
const isClear = (tokens: readonly Token[], { start, end }: Span): boolean =>
  !tokens.slice(start, end).some((token) => token.pos === 'PRON' && VAGUE_PRONOUNS.has(token.lower))

/** "In 2019, I moved to Turin", "On trains I like the quiet coach": what stands before the subject belongs to the fact too. */
function leadingPhrase({ analysis: { tokens, chunks } }: Reading, clause: Clause): Span | null {
  let i = chunks.findIndex((chunk) => chunk.start === clause.subjectStart)
  if (i < 1 || clause.sharesSubject) return null
  if (chunks[i - 1]!.type === 'comma') i--
  // "next Friday only, we meet at six"
  const only = chunks[i - 1]?.type === 'adv' && tokens[chunks[i - 1]!.start]!.lower === 'only' ? chunks[--i] : undefined
  const said = chunks[i - 1]
  if (said?.type !== 'np') return null
  const before = chunks[i - 2]
  const governed = before?.type === 'prep' && PREPOSITIONS.has(tokens[before.start]!.lower)
  const opener = chunks[governed ? i - 3 : i - 2]
  // "I left on Monday, she stays": what ends another clause does not open this one.
  if (opener && !/^(?:break|cc|sc|adv)$/.test(opener.type)) return null
  const listed = opener?.type === 'cc' && chunks[chunks.indexOf(opener) - 1]
  if (listed && listed.type === 'np' && listed.time) return null
  const span = { start: governed ? before.start : said.start, end: only?.end ?? said.end }
  // "40 g twice a day, she hates us"
  if (said.time) return /^an?$/.test(said.determiner ?? '') ? null : span
  const isPlain = governed && !opener && !said.pronoun && LEADS.has(tokens[before.start]!.lower)
  return isPlain && isClear(tokens, span) && !tokens.slice(span.start, span.end).some(saysNothing) ? span : null
}

const LEADS = wordSet('on in at for from with under until during after before per')

/** "in other words", "for the record", "on her birthday": filler, or of whom nobody knows. */
const saysNothing = ({ lower }: Token): boolean => SAYS_NOTHING.has(lower)
const SAYS_NOTHING = wordSet(
  `course fact record example instance hand side way time moment end news luck question point view opinion comparison general total principle
  theory particular addition contrast case meantime context note file words word summary conclusion honesty respect contrary result thought
  thoughts reason information surprise brief short sum his her their its that this these those it`,
)
