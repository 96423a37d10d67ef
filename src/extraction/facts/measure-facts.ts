import type { Argument, Clause } from '../clauses/clause.ts'
import { words } from './mentions.ts'
import type { Draft, Reading } from './reading.ts'
import { rest } from './rest.ts'
import type { Stance } from './stance.ts'
import type { Subject } from './subjects.ts'

export function measured(
  reading: Reading,
  clause: Clause,
  subject: Subject,
  quantity: Argument,
  predicate: string,
  stance: Stance,
): Draft | null {
  if (!subject.mention) return null
  const object = words(reading, quantity.np.start, quantity.end)
  const adjective = words(reading, clause.adjectives[0]!.start, clause.adjectives[0]!.end)
  return {
    subject: subject.mention,
    predicate,
    relation: subject.verbWords,
    object: { name: object, kind: 'value' },
    text: `${subject.text} ${subject.verbWords} ${object} ${adjective}`,
    ...stance,
    single: true,
  }
}

export function timed(
  reading: Reading,
  clause: Clause,
  subject: Subject,
  object: Argument,
  stance: Stance,
): Draft | null {
  if (!subject.mention || subject.personal) return null
  const name = words(reading, object.np.start, object.end)
  return {
    subject: subject.mention,
    predicate: 'happens_on',
    relation: subject.verbWords,
    object: { name, kind: 'value' },
    text: `${subject.text} ${subject.verbWords} ${name}${rest(reading, clause, object.end)}`,
    ...stance,
  }
}
