import { isSingleValued, relationById } from '../../domain/statement/relations.ts'
import { surface } from '../analyse.ts'
import type { Clause } from '../clauses/clause.ts'
import { isCopula } from '../phrases/verb-group.ts'
import { othersWords } from '../text/attribution.ts'
import { isHypothetical, statedEnd } from '../text/gates.ts'
import { why } from '../why.ts'
import { appositions } from './apposition-facts.ts'
import { copulaFacts } from './copula-facts.ts'
import { cutBy } from './cut/cut-by.ts'
import { madeBy } from './fact-rule.ts'
import { noteNamed } from './mentions.ts'
import { possessionsInPhrases } from './possession-facts.ts'
import type { Draft, Reading } from './reading.ts'
import { reciprocalFacts } from './reciprocal-facts.ts'
import { SILENT_CLAUSES } from './silent/silent-clauses.ts'
import { isSound } from './sound.ts'
import { stanceOf } from './stance.ts'
import { subjectsOf } from './subjects.ts'
import { isToldWith, topicOf } from './topic.ts'
import { verbFacts } from './verb-facts.ts'

/** Below this the graph stays silent; open tuples are less shy. */
const MIN_CERTAINTY = 0.65

/** All that a sentence states, as drafts of facts. */
export function sentenceFacts(reading: Reading): Draft[] {
  const { tokens, chunks, clauses, sentence } = reading.analysis
  const end = statedEnd(tokens)
  if (end === 0) return silent('question', sentence)
  const drafts = [...possessionsInPhrases(reading), ...appositions(reading)]
  const topic = topicOf(reading)
  const onTopic = new Set<Draft>()
  if (isHypothetical(chunks, tokens)) silent('hypothetical', sentence)
  else {
    const others = othersWords(reading.analysis)
    for (const clause of clauses) {
      const theirs = others.some((part) => clause.verb.start >= part.start && clause.verb.end <= part.end)
      if (theirs && clause.role !== 'complement') silence(reading, clause, 'said-by-others')
      else if (clause.verb.end <= end) {
        const told = clauseFacts(reading, clause)
        drafts.push(...told)
        for (const draft of told) if (topic && isToldWith(topic, draft, clause, tokens)) onTopic.add(draft)
      }
    }
  }
  noteAll(reading)
  return drafts
    .filter((draft) => {
      if (draft.certainty >= MIN_CERTAINTY && isSound(draft)) return true
      silent(draft.certainty < MIN_CERTAINTY ? 'too-uncertain' : 'unsound', draft.text)
      return false
    })
    .map((draft) => (onTopic.has(draft) && !isSingleValued(draft.predicate) ? about(topic!.text, draft) : draft))
}

/** "bins: kommunen changes to 10 fractions": of what, is said before the colon. Where somebody lives or works is plain without that. */
function about(topic: string, draft: Draft): Draft {
  const whole = { ...draft, text: `${topic}: ${draft.text}` }
  why?.makers.set(whole, why.makers.get(draft) ?? [])
  return whole
}

function clauseFacts(reading: Reading, clause: Clause): readonly Draft[] {
  const { tokens } = reading.analysis
  const subjects = subjectsOf(reading, clause)
  const stance = stanceOf(clause, reading)
  const rule = SILENT_CLAUSES.find(({ when }) => when(clause, reading))?.name
  if (rule || !stance) return silent(rule ?? 'in-doubt', surface(reading.analysis, clause.verb.start, clause.end))
  const read = isCopula(clause.verb) ? copulaFacts : verbFacts
  const facts = subjects
    .flatMap((subject) => read({ reading, tokens, clause, subject, stance }))
    .filter((draft) => {
      const cut = cutBy(reading, clause, draft)
      if (cut !== undefined) silent(cut, draft.text)
      return cut === undefined
    })
  return [
    ...madeBy('reciprocal', reciprocalFacts(reading, clause, subjects, stance)),
    ...(subjects.some((subject) => subject.tentative) ? facts.filter(isMeasurable) : facts),
  ]
}

/** Nothing is read from the clause, but whom it is about later pronouns may mean. */
function silence(reading: Reading, clause: Clause, rule: string): void {
  subjectsOf(reading, clause)
  silent(rule, surface(reading.analysis, clause.verb.start, clause.end))
}

function silent(rule: string, about: string): [] {
  why?.steps.push({ stage: 'silent', rule, about })
  return []
}

/** Everything that a sentence names is something that a later "it" or "she" could mean. */
function noteAll(reading: Reading): void {
  const { chunks, clauses } = reading.analysis
  // "is a vet", "a boat called Mistral": descriptions of somebody who has a name already are nobody else.
  const descriptions = clauses.flatMap((clause) =>
    isCopula(clause.verb) ? clause.objects.map(({ np }) => np) : clause.marker === 'en' ? [clause.antecedent] : [],
  )
  for (const chunk of chunks) if (chunk.type === 'np' && !descriptions.includes(chunk)) noteNamed(reading, chunk)
}

/** What "it" is said to be is mostly an opinion about something else; how big, where and when it is can be trusted. */
function isMeasurable({ predicate, object }: Draft): boolean {
  const relation = relationById(predicate)
  // "it is 04:50", "it's about mud"
  if (predicate === 'theme' || (predicate === 'happens_on' && /^\d{1,2}[:.]\d\d$/.test(object.name))) return false
  if (!relation || /^(?:is|is_a|became|works_as|equals)$/.test(predicate)) return MEASURED.has(predicate)
  return relation.stative === true || relation.object === 'place' || relation.object === 'value'
}

const MEASURED = new Set(['length', 'width', 'depth'])
