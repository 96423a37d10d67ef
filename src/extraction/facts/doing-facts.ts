import { relationByPhrase } from '../../domain/statement/relations.ts'
import { wordSet } from '../words/word-set.ts'
import { type ClauseReading, factOf } from './fact-rule.ts'
import { describe } from './mentions.ts'
import { isTelling, phraseFor, snake, verbKey } from './objects.ts'
import type { Draft } from './reading.ts'
import { rest } from './rest.ts'

const EVENTS = new Set([
  ...wordSet('die retire graduate marry divorce separate arrive leave close open launch expire end finish start begin'),
  'pass away',
  'turn up',
  'move out',
  'move in',
])

/** "My grandmother passed away last year", "I retired in 2019", "the shop closed in May": the time is the fact. */
export function lifeEvent(at: ClauseReading): Draft | null {
  const { reading, clause, subject } = at
  const { verb, prepositions } = clause
  if (!EVENTS.has(verb.lemma) || verb.passive) return null
  if (prepositions.some((phrase) => phrase.objects[0] && phraseFor(reading, verb.lemma, phrase, phrase.objects[0])))
    return null
  const pp = prepositions.find(({ objects }) => objects[0]?.np.time)
  const time = clause.times[0] ?? (prepositions.length === 1 ? pp?.objects[0]?.np : undefined)
  if (!time || (prepositions.length > 0 && !pp)) return null
  const relation = relationByPhrase(`${verb.lemma} in`)
  const predicate = relation?.object === 'value' ? relation.id : snake(`${verb.lemma} ${pp?.preposition ?? 'in'}`)
  const text = `${subject.text} ${subject.verbWords}${rest(reading, clause, verb.end)}`
  return factOf(
    at,
    predicate,
    subject.verbWords,
    { name: describe(reading, time.start, time.end), kind: 'value' },
    text,
  )
}

/** "enjoys hiking in the Alps", "is interested in learning Thai". */
export function gerundFacts(at: ClauseReading): Draft[] {
  const { reading, clause, subject, stance } = at
  const preposition = clause.gerundPreposition ? ` ${clause.gerundPreposition}` : ''
  const relation = relationByPhrase(`${verbKey(reading, clause)}${preposition}`)
  // "i get expanding": one understands it, or starts with it. "covered jumping": no size.
  if (!relation || relation.id === 'has_size' || stance.aspect === 'may' || clause.verb.lemma === 'get') return []
  return clause.gerunds
    .filter((gerund) => isTelling(reading, gerund))
    .map(({ start, end }) => {
      const object = { name: describe(reading, start, end), kind: 'value' } as const
      const fact = factOf(at, relation.id, `${subject.verbWords}${preposition}`, object)
      return relation.id === 'quit_habit' ? { ...fact, certainty: stance.certainty - 0.05 } : fact
    })
}

/** "loves to swim": a taste, not a swim. */
export function tasteFact(at: ClauseReading, taste: string): Draft[] {
  const { reading, tokens, clause, subject } = at
  const to = tokens.findIndex((token, i) => i >= clause.verb.start && token.pos === 'TO')
  const name = describe(reading, to + 1, clause.end)
  const relation = relationByPhrase(taste)
  if (to < 0 || !name || !relation) return []
  const verb = subject.verbWords.split(' to ')[0] ?? subject.verbWords
  return [factOf(at, relation.id, `${verb} to`, { name, kind: 'value' })]
}
