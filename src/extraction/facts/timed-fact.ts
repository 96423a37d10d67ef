import type { Argument } from '../clauses/clause.ts'
import { isGivenName } from '../words/given-names.ts'
import { isPlainlyPersonNoun } from '../words/person-nouns.ts'
import { isDateName } from './dates-of-events.ts'
import { type ClauseReading, factOf } from './fact-rule.ts'
import { roleNoun, words } from './mentions.ts'
import type { Draft } from './reading.ts'
import { rest } from './rest.ts'

const LASTS =
  /^(?:(?:about|around|roughly|almost|nearly|over) )?(?:\d[\d.,]*|an?|one|two|three|four|five|six|seven|eight|nine|ten|half an?) ?(?:(?:working|business|school) )?(?:s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|days?|wks?|weeks?|months?|mths?|yrs?|years?)$|^[0-5]:\d\d(?::\d\d)?$|^\d{4}$/i

/** "the service guy", "her driver" */
const isSomebodyElse = ({ reading, tokens, subject: { argument } }: ClauseReading): boolean =>
  tokens[argument.np.head]!.pos === 'NOUN' && isPlainlyPersonNoun(roleNoun(reading, argument.np))

/** "The exam is on Friday": when something is, unless it is somebody. */
export function timedFact(at: ClauseReading, { np, end }: Argument): Draft | Draft[] | null {
  const { reading, clause, subject } = at
  if (!subject.mention || subject.personal) return null
  // "No Marisol in June, it's only June": nobody takes place.
  const { name: what, kind } = subject.mention
  if (subject.argument.np.pronoun && (kind === 'person' || isGivenName(what.toLowerCase()))) return null
  const name = words(reading, np.start, end)
  const text = `${subject.text} ${subject.verbWords} ${name}${rest(reading, clause, end)}`
  // "escalation is 5 min", "his best is 1:44", "the code is 1966": how long or how much, and not when.
  if (LASTS.test(name)) return factOf(at, 'is', subject.verbWords, { name, kind: 'value' }, text)
  // "the caretaker is Sunday", "the new one is Pham Min": so they are called.
  if (!isDateName(name) || isSomebodyElse(at)) return []
  return factOf(at, 'happens_on', subject.verbWords, { name, kind: 'value' }, text)
}
