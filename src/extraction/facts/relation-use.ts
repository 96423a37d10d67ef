import type { Mention } from '../../domain/statement/fact.ts'
import { relationByNoun } from '../../domain/statement/relations.ts'
import type { NounPhrase } from '../phrases/noun-phrase.ts'
import type { ClauseReading } from './fact-rule.ts'
import { roleNoun } from './mentions.ts'

/** A clause whose verb the vocabulary has, with the object that the relation would have. */
export interface RelationUse extends ClauseReading {
  readonly verb: string
  readonly np: NounPhrase
  readonly mention: Mention
}

export const isNamed = ({ tokens }: ClauseReading, np: NounPhrase): boolean => tokens[np.head]!.pos === 'PROPN'

export const isPast = ({ clause: { verb } }: ClauseReading): boolean => verb.past || verb.perfect

export const isPerson = ({ reading, np, mention }: RelationUse): boolean =>
  np.pronoun ||
  mention.kind === 'person' ||
  (np.possessor !== null && relationByNoun(roleNoun(reading, np)) !== undefined)

/** Somebody, or what has a name and may be somebody. */
export const mayBeSomebody = (use: RelationUse): boolean =>
  use.subject.personal || isNamed(use, use.subject.argument.np)
