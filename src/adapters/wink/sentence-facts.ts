import { appositions } from './apposition-facts.ts'
import { copulaFacts } from './copula-facts.ts'
import { isHypothetical, statedEnd } from './gates.ts'
import { possessionsInPhrases } from './possession-facts.ts'
import type { Draft, Reading } from './reading.ts'
import { stanceOf } from './stance.ts'
import { subjectsOf } from './subjects.ts'
import { verbFacts } from './verb-facts.ts'
import { isCopula } from './verb-groups.ts'

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
      if (!stance || (clause.antecedent && !clause.subjects.some((subject) => subject.np === clause.antecedent)))
        continue
      drafts.push(
        ...(isCopula(clause.verb)
          ? copulaFacts(reading, clause, subjects, stance)
          : verbFacts(reading, clause, subjects, stance)),
      )
    }
  }
  return drafts.filter((draft) => draft.certainty >= MIN_CERTAINTY && isSound(draft))
}

/** A fact about nothing, or of something with itself, is none. */
const isSound = ({ subject, object, text }: Draft): boolean =>
  subject.name !== '' &&
  object.name !== '' &&
  subject.name !== object.name &&
  object.name.length <= 160 &&
  text.length <= 400
