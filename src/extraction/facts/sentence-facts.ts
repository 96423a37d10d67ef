import { relationById } from '../../domain/statement/relations.ts'
import { isCopula } from '../phrases/verb-group.ts'
import { isHypothetical, statedEnd } from '../text/gates.ts'
import { appositions } from './apposition-facts.ts'
import { copulaFacts } from './copula-facts.ts'
import { genderOf, isPlural, mentionOf } from './mentions.ts'
import { possessionsInPhrases } from './possession-facts.ts'
import type { Draft, Reading } from './reading.ts'
import { reciprocalFacts } from './reciprocal-facts.ts'
import { stanceOf } from './stance.ts'
import { subjectsOf } from './subjects.ts'
import { verbFacts } from './verb-facts.ts'

/** Below this the graph stays silent; open tuples are less shy. */
const MIN_CERTAINTY = 0.65

/** All that a sentence states, as drafts of facts. */
export function sentenceFacts(reading: Reading): Draft[] {
  const { tokens, chunks, clauses } = reading.analysis
  const end = statedEnd(tokens)
  if (end === 0) return []
  const drafts = [...possessionsInPhrases(reading), ...appositions(reading)]
  if (!isHypothetical(chunks, tokens)) {
    for (const clause of clauses) {
      if (clause.verb.end > end) continue
      const subjects = subjectsOf(reading, clause)
      const stance = stanceOf(clause, reading)
      if (clause.role === 'relative' && (clause.antecedent === null || clause.marker === 'ing')) continue
      // "goals written on paper" names no time and no doer, unless it tells one or a name.
      if (
        clause.marker === 'en' &&
        !/^(?:call|name)$/.test(clause.verb.lemma) &&
        !clause.prepositions.some(({ preposition }) => preposition === 'by')
      )
        continue
      if (!stance || (clause.antecedent && !clause.subjects.some((subject) => subject.np === clause.antecedent)))
        continue
      const read = isCopula(clause.verb)
        ? copulaFacts(reading, clause, subjects, stance)
        : verbFacts(reading, clause, subjects, stance)
      drafts.push(...reciprocalFacts(reading, clause, subjects, stance))
      drafts.push(...(subjects.some((subject) => subject.tentative) ? read.filter(isMeasurable) : read))
    }
  }
  noteAll(reading)
  return drafts.filter((draft) => draft.certainty >= MIN_CERTAINTY && isSound(draft))
}

/** Everything that a sentence names is something that a later "it" or "she" could mean. */
function noteAll(reading: Reading): void {
  const { chunks, clauses } = reading.analysis
  // "is a vet", "a boat called Mistral": descriptions of somebody who has a name already are nobody else.
  const descriptions = clauses.flatMap((clause) =>
    isCopula(clause.verb) ? clause.objects.map(({ np }) => np) : clause.marker === 'en' ? [clause.antecedent] : [],
  )
  for (const chunk of chunks) {
    if (chunk.type !== 'np' || chunk.pronoun || chunk.time || descriptions.includes(chunk)) continue
    const mention = mentionOf(reading, chunk)
    if (mention)
      reading.references.note(mention, {
        gender: genderOf(reading, chunk),
        plural: isPlural(reading, chunk),
        subject: false,
      })
  }
}

/** What "it" is said to be is mostly an opinion about something else; how big, where and when it is can be trusted. */
function isMeasurable({ predicate }: Draft): boolean {
  const relation = relationById(predicate)
  if (!relation || /^(?:is|is_a|became|works_as|equals)$/.test(predicate)) return MEASURED.has(predicate)
  return relation.stative === true || relation.object === 'place' || relation.object === 'value'
}

const MEASURED = new Set(['length', 'width', 'depth'])

/** A fact about nothing, of something with itself, or of a "you" whom nobody knows, is none. */
const isSound = ({ subject, object, text }: Draft): boolean =>
  subject.name !== '' &&
  object.name !== '' &&
  subject.name !== object.name &&
  object.name.length <= 160 &&
  text.length <= 400 &&
  !/\b(?:you|your|yours|yourself)\b/i.test(text)
