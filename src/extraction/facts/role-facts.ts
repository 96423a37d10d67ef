import type { Mention } from '../../domain/statement/fact.ts'
import { type Relation, relationByNoun, relationByPhrase } from '../../domain/statement/relations.ts'
import type { Argument, PrepositionalPhrase } from '../clauses/clause.ts'
import type { NounPhrase } from '../phrases/noun-phrase.ts'
import type { Token } from '../tokens/token.ts'
import { EMPTY_NOUNS } from '../words/word-lists.ts'
import { type ClauseReading, factOf } from './fact-rule.ts'
import { describe, mentionOf, ofPhrase, roleNoun, words } from './mentions.ts'
import { attribute, FAVOURITE, namedPossession } from './possession-facts.ts'
import type { Draft } from './reading.ts'

/** "X is Y" with the noun Y. */
export interface NominalReading extends ClauseReading {
  readonly object: Argument
  readonly np: NounPhrase
  readonly head: Token
  /** The subject's phrase. */
  readonly noun: NounPhrase
  readonly value: Mention | null
  /** Y in words, and the verb. */
  readonly text: string
  readonly verb: string
  /** A name, a number, a date: something that identifies. */
  readonly isValue: boolean
  /** The phrase straight after Y: "at Google". */
  readonly near: PrepositionalPhrase | undefined
}

/** "Tom Reed is my lawyer", "Emma is Sarah's sister". */
export function somebodysRelative(at: NominalReading): Draft | null {
  const { reading, tokens, subject, stance, np, head, text, verb } = at
  const mention = subject.mention!
  const owner = mentionOf(reading, np.possessor!)
  const relation = relationByNoun(roleNoun(reading, np))
  if (!owner) return null
  // "I am Tom's brother"
  if (relation?.id.startsWith('has_') && mention.kind === 'user')
    return {
      ...factOf(at, relation.id, relation.readable, mention, `${subject.text} ${verb} ${text}`),
      subject: owner,
    }
  if (FAVOURITE.test(tokens[np.core]!.text))
    return attribute(reading, { owner, noun: np, value: mention, valueText: subject.text, verb, stance })
  return relation && mention.kind !== 'user' && !EMPTY_NOUNS.has(head.lower)
    ? namedPossession(reading, owner, np, mention, stance)
    : null
}

const asObject = (relation: Relation, mention: Mention): Mention =>
  relation.object && mention.kind === 'thing' ? { ...mention, kind: relation.object } : mention

/** "I'm a big fan of Studio Ghibli", "she is a member of the board": noun and preposition are the relation. */
export function roleOf(at: NominalReading): Draft | null {
  const { reading, tokens, subject, np, object, text, verb } = at
  const inner = ofPhrase(reading, np, object.end)
  const relation = inner && relationByPhrase(`be ${roleNoun(reading, np)} of`)
  const target = inner && mentionOf(reading, inner, object.end)
  if (!relation || !target) return null
  const isPerson = tokens[inner.head]!.pos === 'PROPN' || target.kind === 'person' || target.kind === 'user'
  if (relation.object === 'person' && !isPerson) return null
  const words = `${verb} ${describe(reading, np.start, np.end)} of`
  return factOf(at, relation.id, words, asObject(relation, target), `${subject.text} ${verb} ${text}`)
}

export function roleWithPreposition(at: NominalReading): Draft | null {
  const { reading, subject, np, text, verb } = at
  const { preposition, objects, start, end } = at.near!
  const relation = relationByPhrase(`be ${roleNoun(reading, np)} ${preposition}`)
  const other = relation && objects[0] && mentionOf(reading, objects[0].np, objects[0].end)
  if (!relation || !other) return null
  const words = `${verb} ${describe(reading, np.start, np.end)} ${preposition}`
  const line = `${subject.text} ${verb} ${text} ${describe(reading, start, end)}`
  return factOf(at, relation.id, words, asObject(relation, other), line)
}

/** "Anna is the CEO of Hooli" */
export function officeOf(at: NominalReading): Draft | null {
  const { reading, subject, np, object, text, verb } = at
  const relation = relationByNoun(words(reading, np.core, np.end).toLowerCase())
  const whole = relation && ofPhrase(reading, np, object.end)
  const of = whole && mentionOf(reading, whole, object.end)
  // "the mother of the groom's colour"
  if (!relation || !of || (whole.possessor && relation.id.startsWith('has_'))) return null
  const holder = { ...subject.mention!, kind: relation.object ?? subject.mention!.kind }
  return { ...factOf(at, relation.id, relation.readable, holder, `${subject.text} ${verb} ${text}`), subject: of }
}
