import { relationByNoun } from '../../domain/statement/relations.ts'
import { surface } from '../analyse.ts'
import type { Clause } from '../clauses/clause.ts'
import type { Token } from '../tokens/token.ts'
import { wordSet } from '../words/word-set.ts'
import type { Draft, Reading } from './reading.ts'

/** What a sentence is about, where it says so before a colon: "printers: staff room is an HP", "For the move: I need a form". */
export interface Topic {
  readonly text: string
  /** The token of the colon. */
  readonly end: number
  /** "Landlord: I own three flats": then "I" may be that one. */
  readonly isPerson: boolean
}

const MOST_TOKENS = 5

/** Headings that say what kind of text follows, and not what it is about; but a "car plan" and a "birthday list" are topics. */
const KINDS_OF_TEXT = wordSet(
  `note notes update updates correction edit reminder news question questions answer summary result results status example tip tips warning notice
  decision plan plans idea fact facts context background reason conclusion record file error mistake issue point list task tasks step item
  message mail email quote log sms letter memo minutes recap standup report info information advice caution heads-up fyi ps pps btw todo
  confession tldr psa subject re`,
)
/** "By the way:", "One more thing:", "Long story short:", "Note to self:" */
const FILLER = wordSet('way thing things story line side all self hi hello hey hallelujah')

/** No marks of a list, of emphasis or of a chat's clock. */
const WORDS_ALONE = /^[^\s"'*[\](){}<>#_-][^"*[\](){}<>#_]*$/

export function topicOf({ analysis }: Reading): Topic | null {
  const { tokens, chunks } = analysis
  const end = tokens.findIndex(({ text }) => text === ':')
  if (end < 1 || end > MOST_TOKENS) return null
  const said = tokens.slice(0, end)
  const text = surface(analysis, 0, end)
  const nouns = said.filter(({ pos }) => pos === 'NOUN' || pos === 'PROPN')
  const hasVerb = chunks.some(({ type, start }) => type === 'vg' && start < end)
  if (hasVerb || nouns.length === 0 || !WORDS_ALONE.test(text)) return null
  if (said.some(({ pos, lower }) => pos === 'PRON' || FILLER.has(lower))) return null
  // "Message of the day"
  const preposition = said.findIndex(({ pos }, at) => pos === 'ADP' && at > 0)
  const head = preposition < 0 ? nouns : nouns.filter((noun) => said.indexOf(noun) < preposition)
  if (head.length === 1 && KINDS_OF_TEXT.has(head[0]!.lower)) return null
  const last = nouns.at(-1)!
  return { text, end, isPerson: last.pos === 'PROPN' || relationByNoun(last.lower)?.object === 'person' }
}

/**
 * Whether a fact of a clause is to be told with the sentence's topic: "wifi at the studio: code is blue42; landlord Rao wants rent" says what the
 * landlord wants and not where, and "food: a sack is 15 kg, we eat at six" does not say that we eat the food.
 */
export function isToldWith(
  { end, isPerson }: Topic,
  { subject }: Draft,
  { verb, subjectStart, sharesSubject }: Clause,
  tokens: readonly Token[],
): boolean {
  if (verb.start <= end || (isPerson && subject.kind === 'user')) return false
  const between = tokens.slice(end + 1, sharesSubject ? verb.start : subjectStart)
  const isSomebody = /^(?:user|assistant|person)$/.test(subject.kind)
  return !between.some(({ text }) => /^[.;:!?]/.test(text) || (isSomebody && text === ','))
}
