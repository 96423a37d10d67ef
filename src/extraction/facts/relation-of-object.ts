import type { Mention } from '../../domain/statement/fact.ts'
import { type Relation, relationByPhrase } from '../../domain/statement/relations.ts'
import type { Argument } from '../clauses/clause.ts'
import type { NounPhrase } from '../phrases/noun-phrase.ts'
import type { ClauseReading } from './fact-rule.ts'
import { leftForGood, whereItFits } from './relation-fits.ts'

export interface ObjectReading extends ClauseReading {
  readonly object: Argument
  readonly np: NounPhrase
  /** The verb as the vocabulary has it, and the noun of the object: "get", "job". */
  readonly verb: string
  readonly noun: string
}
export interface KnownObject extends ObjectReading {
  readonly mention: Mention
}

/** The vocabulary's relation for the verb, where subject and object can stand in it. */
export function relationOfObject(at: KnownObject): Relation | undefined {
  const { tokens, subject, np, mention, verb, noun } = at
  // "I quit Halden" is about a job, "I quit smoking" about a habit.
  if (verb === 'quit' && mention.kind !== 'value' && tokens[np.head]!.pos === 'PROPN')
    // "I quit Graz": a town, a customer, an app.
    return leftForGood(at, true) ? relationByPhrase('quit job at') : undefined
  // "we call it Totoro": nobody is phoned.
  if (verb === 'call' && (at.clause.second.length > 0 || (np.nameFrom !== null && np.determiner === 'the')))
    // "mum's calling me a fleet"
    return /^an?$/.test(np.determiner ?? '') ? undefined : relationByPhrase('name')
  const found = relationByPhrase(`${verb} ${noun}`) ?? whereItFits(relationByPhrase(verb), at)
  if (!found?.object) return found
  if (found.object === 'value') return found.stative && mention.kind !== 'value' ? undefined : found
  const named = (at: NounPhrase) => tokens[at.head]!.pos === 'PROPN'
  if (found.object === 'organisation' && !subject.personal && !named(subject.argument.np)) return undefined
  const fits = named(np) || found.object === mention.kind || (found.object === 'person' && mention.kind === 'user')
  return fits ? found : undefined
}
