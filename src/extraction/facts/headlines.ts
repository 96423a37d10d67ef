import { relationByPhrase } from '../../domain/statement/relations.ts'
import { CAPITAL_FIRST } from '../../runtime/pattern.ts'
import type { Clause, PrepositionalPhrase } from '../clauses/clause.ts'
import { isPlainlyPersonNoun } from '../words/person-nouns.ts'
import { isParticiple, verbForm } from '../words/verb-forms.ts'
import { wordSet } from '../words/word-set.ts'
import type { ClauseReading } from './fact-rule.ts'
import type { Reading } from './reading.ts'

/** What one does to something. */
const TRANSITIVE = wordSet(
  'make catch find hold keep send build bring buy sell teach lend book locate release deliver grant order require approve schedule confirm postpone cancel provide use want need seek',
)

export interface VerbReading extends ClauseReading {
  /** The verb as the vocabulary has it: "be born", "get married". */
  readonly key: string
  /** Who did it, in a passive: "by Marta". */
  readonly agent: PrepositionalPhrase | undefined
}

export const hasRelation = (key: string, clause: Clause): boolean =>
  relationByPhrase(key) !== undefined || bindsPhrase(key, clause)

const bindsPhrase = (key: string, { prepositions }: Clause): boolean =>
  prepositions.some(({ preposition }) => relationByPhrase(`${key} ${preposition}`) !== undefined)

/**
 * "extension of 6 days granted", "school fees 0": without an article neither the noun nor the verb is sure, unless an object has one
 * ("GP raised my dose") or the vocabulary knows the verb.
 */
export function isHeadline({ reading, tokens, clause, subject, key }: VerbReading): boolean {
  const { np } = subject.argument
  const head = tokens[np.head]!
  const { verb, subjectEnd } = clause
  if (np.pronoun || np.determiner || np.possessor || np.nameFrom !== null || verb.passive || verb.modal) return false
  if (head.pos !== 'NOUN' || !isKnown(reading, head.lower)) return false
  if ((subjectEnd < verb.start && tokens[subjectEnd]!.text === ',') || verb.lemma === 'like') return true
  if (tokens[clause.subjectStart - 1]?.pos === 'CCONJ' && !clause.sharesSubject && clause.subjects.length === 1)
    return true
  if (
    clause.objects
      .concat(clause.second)
      .some((object) => object.np.determiner || object.np.possessor || object.np.pronoun)
  )
    return false
  const alone = verb.end - verb.start === (verb.particle ? 2 : 1)
  const maybePassive = alone && isParticiple(tokens[verb.main]!, reading.lexicon)
  // "energy offers for 3,400 kWh": offers, and nobody who offers.
  const maybeNoun = alone && clause.objects.length === 0 && reading.lexicon.canBe(tokens[verb.main]!.lower, 'NOUN')
  const related = maybeNoun ? clause.times.length > 0 || bindsPhrase(key, clause) : hasRelation(key, clause)
  return maybePassive || !(related || isProseSentence(reading, clause))
}

/** "Lara caught with a beer", "dessert made with rice": what one only does to something has nothing here that it is done to. */
export const isShortPassive = ({ tokens, clause: { verb, objects, prepositions, marker } }: VerbReading): boolean =>
  objects.length === 0 &&
  prepositions[0]?.start === verb.end &&
  verb.end - verb.start === 1 &&
  marker !== 'en' &&
  TRANSITIVE.has(verb.lemma) &&
  tokens[verb.main]!.lower !== verb.lemma &&
  !/ing$|s$/.test(tokens[verb.main]!.lower)

/** A word of English, and no name typed in small letters. */
const isKnown = ({ lexicon }: Reading, word: string): boolean =>
  lexicon.knows(word) || lexicon.knows(lexicon.lemma(word, 'NOUN'))

/** "Caffeine blocks adenosine receptors." */
const isProseSentence = ({ analysis: { sentence } }: Reading, { subjectStart }: Clause): boolean =>
  subjectStart === 0 && CAPITAL_FIRST().test(sentence) && /^[^,;:]+[.!]$/.test(sentence)

/** "bike repairs Marlow Road 45", "home visits Dr. Roe": a noun in -s that was taken for the verb of a thing, and the name of who or where. */
export const namesItsThing = ({ reading, tokens, clause, subject }: VerbReading): boolean => {
  const { np } = subject.argument
  const [object] = clause.objects
  return (
    tokens[clause.verb.main]!.guessed === true &&
    verbForm(tokens[clause.verb.main]!, reading.lexicon) === 's' &&
    tokens[np.head]!.pos === 'NOUN' &&
    isKnown(reading, tokens[np.head]!.lower) &&
    !np.determiner &&
    !np.possessor &&
    !isPlainlyPersonNoun(tokens[np.head]!.lower) &&
    object?.np.start === clause.verb.end &&
    tokens[object.np.core]!.pos === 'PROPN' &&
    /^(?:PROPN|NUM)$/.test(tokens[object.np.head]!.pos)
  )
}

/** "twins Kene and Kosi": a noun that was taken for the verb, with a noun after it, is more likely the noun that it was. */
export const hasGuessedVerb = ({ reading, tokens, clause, key }: VerbReading): boolean =>
  tokens[clause.verb.main]!.guessed === true &&
  !hasRelation(key, clause) &&
  !isProseSentence(reading, clause) &&
  /^(?:NOUN|PROPN|NUM|ADJ)$/.test(tokens[clause.verb.end]?.pos ?? '')
