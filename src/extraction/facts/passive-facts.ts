import { relationByNoun, relationByPhrase } from '../../domain/statement/relations.ts'
import type { Clause, PrepositionalPhrase } from '../clauses/clause.ts'
import type { NounPhrase } from '../phrases/noun-phrase.ts'
import { TRAITS } from '../words/traits.ts'
import { wordSet } from '../words/word-set.ts'
import { type ClauseReading, factOf } from './fact-rule.ts'
import { describe, isPlural, mentionOf } from './mentions.ts'
import { snake } from './objects.ts'
import type { Draft } from './reading.ts'
import { pastOf, thirdPerson } from './relation-words.ts'
import { rest } from './rest.ts'

/** "The report was written by Marta" → "Marta wrote the report"; "Eva was given a watch by Tim" → "Tim gave Eva a watch". */
export function activeFacts(at: ClauseReading, agent: PrepositionalPhrase): Draft[] {
  const { reading, tokens, clause, subject, stance } = at
  const { verb } = clause
  const { np, end } = subject.argument
  if (verb.negated || verb.modal || verb.chain.length > 0) return []
  // "we were stood by the gate", "has gone by the wayside": where, and not by whom.
  if (NEVER_DONE_TO.has(verb.lemma)) return []
  // "is led by Bo from the school": who comes from there; but "built by him from stone", "bought by Aldi from the owner"
  const isWhence = ({ preposition, start, objects }: PrepositionalPhrase) =>
    preposition === 'from' &&
    start === agent.end &&
    objects.some(({ np }) => !np.time && (np.determiner === 'the' || tokens[np.head]!.pos === 'PROPN'))
  if (!TAKEN.has(verb.lemma) && clause.prepositions.some(isWhence)) return []
  if (/^(?:this|that|these|those|no|every|each)$/.test(np.determiner ?? '')) return []
  // "is used by two groups only": by nobody else, and not nothing else.
  if (tokens.slice(verb.start, clause.end + 1).some(({ lower }) => lower === 'only')) return []
  const [given] = clause.objects
  const patient = given ? mentionOf(reading, given.np, given.end) : (subject.mention ?? mentionOf(reading, np, end))
  const relation = activeVerb(clause, tokens[verb.main]!.lower)
  return agent.objects.flatMap((by) => {
    const doer = mentionOf(reading, by.np, by.end)
    if (
      !doer ||
      !patient ||
      isBareNoun(at, by.np) ||
      AMOUNT.test(doer.name) ||
      RECORDS.has(tokens[by.np.head]!.lower) ||
      (tokens[by.np.start]!.pos === 'NUM' && BY_SO_MUCH.has(tokens[by.np.head]!.lower))
    )
      return []
    return {
      subject: doer,
      predicate: relationByPhrase(verb.lemma)?.id ?? snake(verb.lemma),
      relation,
      object: patient,
      text: `${describe(reading, by.np.start, by.end)} ${relation} ${patientText(at)}${rest(reading, clause, verb.end, agent)}`,
      ...stance,
    }
  })
}

const TAKEN = wordSet('buy take rescue steal get adopt collect fetch')
const NEVER_DONE_TO = wordSet('stand sit go come lie live wait sleep stay')

/** "restarted in April, by your own note" */
const RECORDS = wordSet('note notes account count reckoning estimate record records log diary calculation calculations')

/** "raised by €200" */
const AMOUNT = /^(?:[A-Z]{3} |[$€£¥₹]) ?\d|^[\d.,]+(?: ?%| percent)?$/

/** "elected by 31 votes to 30" */
const BY_SO_MUCH = wordSet('votes points goals minutes hours days weeks months years metres miles degrees')

/** "shaken by hand", "raised by creatine": how, or why. */
const isBareNoun = ({ reading, tokens }: ClauseReading, np: NounPhrase): boolean =>
  !np.determiner &&
  !np.possessor &&
  !np.pronoun &&
  tokens[np.head]!.pos === 'NOUN' &&
  !isPlural(reading, np) &&
  relationByNoun(tokens[np.head]!.lower) === undefined

function activeVerb({ verb, marker }: Clause, participle: string): string {
  const [base = '', particle] = verb.lemma.split(' ')
  const present = !verb.past && !verb.perfect && marker !== 'en'
  const word = present ? thirdPerson(base) : pastOf(participle)
  return verb.particle ? `${word} ${particle}` : word
}

function patientText({ reading, clause, subject }: ClauseReading): string {
  const { np, end } = subject.argument
  const [given] = clause.objects
  const text = subject.text || describe(reading, np.start, end)
  if (given) return `${text} ${describe(reading, given.np.start, given.end)}`
  return np.determiner === 'a' || np.determiner === 'an'
    ? describe(reading, np.start, end).replace(/^An? /, (article) => article.toLowerCase())
    : text
}

/** "The printer is broken": a passive without anything else in the present is a state. */
export function participleState(at: ClauseReading): Draft[] {
  const { tokens, clause, subject, stance } = at
  const { verb, adverbs, marker } = clause
  if (!verb.passive || verb.past || verb.perfect || verb.modal || verb.chain.length > 0) return []
  // "Opal's made that cake": she has.
  const next = tokens[verb.end]
  if (next?.pos === 'DET' || next?.lower === 'that') return []
  // "is being repaired": it is not yet. "is fine once washed"
  if (tokens.slice(verb.start, verb.main).some(({ lower }) => /^(?:being|once|when|if|unless|until)$/.test(lower)))
    return []
  // "Maia's caved": she has.
  const name = tokens[verb.main]!.lower
  if (
    tokens[verb.start]!.lower === "'s" &&
    /ed$/.test(name) &&
    !TRAITS.has(name) &&
    /^[A-Z]/.test(tokens[verb.start - 1]?.text ?? '')
  )
    return []
  if (marker === 'en' || adverbs.length > 0 || (subject.personal && !TRAITS.has(name))) return []
  const relation = subject.verbWords.replace(` ${name}`, '')
  const fact = factOf(at, 'is', relation, { name, kind: 'value' }, `${subject.text} ${subject.verbWords}`)
  return [{ ...fact, certainty: stance.certainty - 0.1 }]
}
