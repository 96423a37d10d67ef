import { relationByPhrase } from '../../domain/statement/relations.ts'
import type { Clause } from '../clauses/clause.ts'
import { describe } from './mentions.ts'
import { isTelling, phraseFor, snake, verbKey } from './objects.ts'
import type { Draft, Reading } from './reading.ts'
import { rest } from './rest.ts'
import type { Stance } from './stance.ts'
import type { Subject } from './subjects.ts'

const EVENTS = new Set([
  'die',
  'pass away',
  'retire',
  'graduate',
  'marry',
  'divorce',
  'separate',
  'arrive',
  'leave',
  'close',
  'open',
  'launch',
  'expire',
  'end',
  'finish',
  'start',
  'begin',
  'turn up',
  'move out',
  'move in',
])

/** "My grandmother passed away last year", "I retired in 2019", "the shop closed in May": the time is the fact. */
export function lifeEvent(reading: Reading, clause: Clause, subject: Subject, stance: Stance): Draft | null {
  const { verb } = clause
  if (!EVENTS.has(verb.lemma) || verb.passive) return null
  if (
    clause.prepositions.some((phrase) => phrase.objects[0] && phraseFor(reading, verb.lemma, phrase, phrase.objects[0]))
  )
    return null
  const pp = clause.prepositions.find(({ objects }) => objects[0]?.np.time)
  const time = clause.times[0] ?? (clause.prepositions.length === 1 ? pp?.objects[0]?.np : undefined)
  if (!time || (clause.prepositions.length > 0 && !pp)) return null
  const relation = relationByPhrase(`${verb.lemma} in`)
  const predicate = relation?.object === 'value' ? relation.id : snake(`${verb.lemma} ${pp?.preposition ?? 'in'}`)
  return {
    subject: subject.mention!,
    predicate,
    relation: subject.verbWords,
    object: { name: describe(reading, time.start, time.end), kind: 'value' },
    text: `${subject.text} ${subject.verbWords}${rest(reading, clause, verb.end)}`,
    ...stance,
  }
}

/** "enjoys hiking in the Alps", "is interested in learning Thai". */
export function gerundFacts(reading: Reading, clause: Clause, subject: Subject, stance: Stance): Draft[] {
  const verb = verbKey(reading, clause)
  const preposition = clause.gerundPreposition
  const relation = relationByPhrase(preposition ? `${verb} ${preposition}` : verb)
  const phrase = preposition ? `${subject.verbWords} ${preposition}` : subject.verbWords
  if (!relation || stance.aspect === 'may') return []
  const ends = relation.id === 'quit_habit'
  return clause.gerunds
    .filter((gerund) => isTelling(reading, gerund))
    .map(({ start, end }) => {
      const name = describe(reading, start, end)
      return {
        subject: subject.mention!,
        predicate: relation.id,
        relation: phrase,
        object: { name, kind: 'value' as const },
        text: `${subject.text} ${phrase} ${name}`,
        ...stance,
        certainty: stance.certainty - (ends ? 0.05 : 0),
      }
    })
}

/** "loves to swim": a taste, not a swim. */
export function tasteFact(reading: Reading, clause: Clause, subject: Subject, taste: string, stance: Stance): Draft[] {
  const { tokens } = reading.analysis
  const to = tokens.findIndex((token, i) => i >= clause.verb.start && token.pos === 'TO')
  const name = describe(reading, to + 1, clause.end)
  const relation = relationByPhrase(taste)
  if (to < 0 || !name || !relation) return []
  const verb = subject.verbWords.split(' to ')[0] ?? subject.verbWords
  return [
    {
      subject: subject.mention!,
      predicate: relation.id,
      relation: `${verb} to`,
      object: { name, kind: 'value' },
      text: `${subject.text} ${verb} to ${name}`,
      ...stance,
    },
  ]
}
