import type { Mention } from '../../domain/statement/fact.ts'
import type { Clause } from '../clauses/clause.ts'
import type { Token } from '../tokens/token.ts'
import { why } from '../why.ts'
import type { Draft, Reading } from './reading.ts'
import type { Stance } from './stance.ts'
import type { Subject } from './subjects.ts'

/** A clause with one of its subjects: what the rules read facts from. */
export interface ClauseReading {
  readonly reading: Reading
  readonly tokens: readonly Token[]
  readonly clause: Clause
  readonly subject: Subject
  readonly stance: Stance
}

export interface FactRule<Context> {
  readonly name: string
  readonly when?: (at: Context) => boolean
  /** What it tells: facts, none where nothing lasting is said, null where the next rule is to be asked. */
  readonly read: (at: Context) => readonly Draft[] | Draft | null
}

/** A reason why nothing is read. */
export type Silence<Context> = Required<Omit<FactRule<Context>, 'read'>>

/** The reasons as rules: where one applies, no rule behind it is asked. */
export const silently = <Context>(reasons: readonly Silence<Context>[]): readonly FactRule<Context>[] =>
  reasons.map((reason) => ({ ...reason, read: () => [] }))

/** What the first rule that applies reads. */
export function readFacts<Context>(rules: readonly FactRule<Context>[], at: Context): readonly Draft[] {
  for (const { name, when, read } of rules) {
    if (when && !when(at)) continue
    const found = read(at)
    if (!found) continue
    const drafts = 'predicate' in found ? [found] : found
    if (why && drafts.length === 0) why.steps.push({ stage: 'silent', rule: name, about: 'nothing lasting' })
    return madeBy(name, drafts)
  }
  return []
}

/** The drafts, with the name of the rule that made them for whoever asks. */
export function madeBy(rule: string, drafts: readonly Draft[]): readonly Draft[] {
  if (why) for (const draft of drafts) why.makers.set(draft, [rule, ...(why.makers.get(draft) ?? [])])
  return drafts
}

/** A fact about the subject of a clause. */
export const factOf = (
  { subject, stance }: ClauseReading,
  predicate: string,
  relation: string,
  object: Mention,
  text: string = `${subject.text} ${relation} ${object.name}`,
): Draft => ({ subject: subject.mention!, predicate, relation, object, text, ...stance })
