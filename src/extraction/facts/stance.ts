import type { Aspect } from '../../domain/statement/fact.ts'
import type { Clause } from '../clauses/clause.ts'
import { isCopula } from '../phrases/verb-group.ts'
import { DOUBTING, INTENTIONS, REPORTING } from '../words/word-lists.ts'
import type { Reading } from './reading.ts'

/** How a clause is meant: whether it holds, held, may hold; null where it states nothing. */
export interface Stance {
  readonly aspect: Aspect
  readonly negated: boolean
  readonly certainty: number
}

/** Their past tense tells a state that is over: "I lived in Leeds". */
const STATES = new Set([
  'live',
  'reside',
  'work',
  'own',
  'have',
  'belong',
  'dwell',
  'study',
  'teach',
  'speak',
  'smoke',
  'know',
  'cost',
  'date',
  'be',
  'weigh',
  'prefer',
  'play',
  'drive',
])

const FACTUAL_ADVERBIALS = new Set(['because', 'since', 'although', 'though', 'while', 'whereas', 'after', 'so'])

/** "I'm moving to Berlin next month" is a plan; "I'm working at Hooli" is not. */
const FUTURE =
  /\b(?:tomorrow|tonight|soon|next (?:week|weekend|month|year|spring|summer|autumn|fall|winter|\w+day|january|february|march|april|may|june|july|august|september|october|november|december)|in (?:a|an|one|two|three|four|five|six|\d+|a few|some) (?:days?|weeks?|months?|years?)|later this (?:week|month|year))\b/i

const TASTES = new Set(['like', 'love', 'prefer', 'hate', 'enjoy'])

export function stanceOf(clause: Clause, reading: Reading): Stance | null {
  const { verb } = clause
  const { tokens } = reading.analysis
  const role = roleCertainty(clause)
  if (role === 0) return null
  if (hasWord(reading, verb.start, verb.end, /^(?:almost|nearly)$/)) return null
  if (
    [...clause.subjects, ...clause.objects].some(({ np }) => np.determiner === 'neither' || np.determiner === 'either')
  )
    return null
  let certainty = role - (tokens.length > 30 ? 0.1 : 0)
  let aspect: Aspect = 'is'
  let negated = verb.negated || hasWord(reading, verb.start, verb.end, /^(?:hardly|barely|scarcely|rarely|seldom)$/)

  const mayBe =
    clause.adverbs.some((adverb) =>
      /^(?:probably|possibly|maybe|perhaps|hopefully)$/.test(tokens[adverb.start]!.lower),
    ) || hasWord(reading, verb.start, verb.end, /^(?:probably|possibly|maybe|perhaps|hopefully)$/)
  const wish = verb.modal === 'would' && verb.chain.some((lemma) => TASTES.has(lemma) || lemma === 'want')
  if (verb.modal === 'might' || verb.modal === 'may' || mayBe) aspect = 'may'
  else if (verb.modal === 'will') aspect = 'may'
  else if (wish || (verb.progressive && FUTURE.test(reading.analysis.sentence))) aspect = 'may'
  else if (verb.modal && verb.modal !== 'can' && verb.modal !== 'must') return null
  if (verb.modal === 'can') certainty -= 0.1

  for (const [i, lemma] of verb.chain.entries()) {
    if (lemma === 'use') aspect = 'was'
    else if (lemma === 'go' || lemma === 'have' || (INTENTIONS.has(lemma) && !(TASTES.has(lemma) && !verb.modal)))
      aspect = aspect === 'was' ? 'was' : 'may'
    else if (lemma === 'stop' || lemma === 'quit' || lemma === 'cease') aspect = 'was'
    else if (lemma === 'refuse' || lemma === 'fail' || lemma === 'forget') negated = true
    else if ((lemma === 'seem' || lemma === 'appear') && i === 0) return null
  }
  const anyMore = clause.adverbs.some((adverb) => /^(?:any|more|anymore)$/.test(tokens[adverb.start]!.lower))
  if (aspect === 'is' && (verb.former || (verb.negated && anyMore))) aspect = 'was'
  if (verb.former) negated = false
  if (
    aspect === 'is' &&
    verb.chain.length === 0 &&
    !verb.perfect &&
    !verb.passive &&
    verb.past &&
    !verb.progressive &&
    clause.second.length === 0 &&
    STATES.has(verb.lemma)
  ) {
    // "was a great party" is an event; "was a nurse" and "lived in Leeds" are states that ended.
    if (!isCopula(clause.verb) || clause.subjects.length > 0) aspect = 'was'
  }
  if (aspect === 'is' && verb.past && verb.progressive) aspect = 'was'
  return { aspect, negated, certainty }
}

function roleCertainty(clause: Clause): number {
  switch (clause.role) {
    case 'main':
      return 0.95
    case 'relative':
      return 0.9
    case 'conditional':
      return 0
    case 'adverbial':
      return FACTUAL_ADVERBIALS.has(clause.marker ?? '') ? 0.85 : 0
    case 'complement':
      return reported(clause)
  }
}

/** "You told me that you work as a nurse" tells of the work; "I think", "I do not know that" and "she might say that" tell nothing. */
function reported({ parent }: Clause): number {
  if (!parent) return 0
  const { verb } = parent
  if (
    verb.negated ||
    verb.modal ||
    verb.chain.length > 0 ||
    DOUBTING.has(verb.lemma) ||
    !REPORTING.has(verb.lemma.split(' ')[0]!)
  )
    return 0
  return parent.role === 'main' ? 0.85 : 0
}

export const hasWord = ({ analysis: { tokens } }: Reading, from: number, to: number, pattern: RegExp): boolean =>
  tokens.slice(from, to).some((token) => pattern.test(token.lower))
