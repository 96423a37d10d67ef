import { relationByPhrase } from '../../domain/statement/relations.ts'
import type { Clause, PrepositionalPhrase } from '../clauses/clause.ts'
import { TRAITS } from '../words/traits.ts'
import { describe, mentionOf } from './mentions.ts'
import { snake } from './objects.ts'
import type { Draft, Reading } from './reading.ts'
import { pastOf, thirdPerson } from './relation-words.ts'
import { rest } from './rest.ts'
import type { Stance } from './stance.ts'
import type { Subject } from './subjects.ts'

/** "The report was written by Marta" → "Marta wrote the report"; "Eva was given a watch by Tim" → "Tim gave Eva a watch". */
export function active(
  reading: Reading,
  clause: Clause,
  subject: Subject,
  agent: PrepositionalPhrase,
  stance: Stance,
): Draft[] {
  const { verb } = clause
  const { np, end } = subject.argument
  const participle = reading.analysis.tokens[verb.main]!.lower
  const present = !verb.past && !verb.perfect && clause.marker !== 'en'
  const particle = verb.particle ? ` ${verb.lemma.split(' ')[1]}` : ''
  const word = `${present ? thirdPerson(verb.lemma.split(' ')[0]!) : pastOf(participle)}${particle}`
  if (
    verb.negated ||
    verb.modal ||
    verb.chain.length > 0 ||
    /^(?:this|that|these|those|no|every|each)$/.test(np.determiner ?? '')
  )
    return []
  const [given] = clause.objects
  const patient = given ? mentionOf(reading, given.np, given.end) : (subject.mention ?? mentionOf(reading, np, end))
  const subjectText = subject.text || describe(reading, np.start, end)
  const patientText = given
    ? `${subjectText} ${describe(reading, given.np.start, given.end)}`
    : np.determiner === 'a' || np.determiner === 'an'
      ? describe(reading, np.start, end).replace(/^An? /, (article) => article.toLowerCase())
      : subjectText
  return agent.objects.flatMap((by) => {
    const doer = mentionOf(reading, by.np, by.end)
    if (!doer || !patient) return []
    const relation = relationByPhrase(verb.lemma)
    const tail = rest(reading, clause, clause.verb.end, agent)
    return [
      {
        subject: doer,
        predicate: relation?.id ?? snake(verb.lemma),
        relation: word,
        object: patient,
        text: `${describe(reading, by.np.start, by.end)} ${word} ${patientText}${tail}`,
        ...stance,
      },
    ]
  })
}

/** "The printer is broken": a passive without anything else in the present is a state. */
export function participleState(
  reading: Reading,
  { verb, adverbs, marker }: Clause,
  subject: Subject,
  stance: Stance,
): Draft[] {
  if (
    !verb.passive ||
    verb.past ||
    verb.perfect ||
    verb.modal ||
    verb.chain.length > 0 ||
    marker === 'en' ||
    adverbs.length > 0
  )
    return []
  const name = reading.analysis.tokens[verb.main]!.lower
  if (subject.personal && !TRAITS.has(name)) return []
  return [
    {
      subject: subject.mention!,
      predicate: 'is',
      relation: subject.verbWords.replace(` ${name}`, ''),
      object: { name, kind: 'value' },
      text: `${subject.text} ${subject.verbWords}`,
      ...stance,
      certainty: stance.certainty - 0.1,
    },
  ]
}
