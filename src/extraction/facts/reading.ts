import type { Aspect, Mention } from '../../domain/statement/fact.ts'
import type { Analysis } from '../analyse.ts'
import type { Lexicon } from '../lexicon.ts'
import type { References } from '../text/references.ts'
import type { Speech } from '../text/speech.ts'

/** A sentence being read: what it consists of, who speaks, whom pronouns may mean. */
export interface Reading {
  readonly analysis: Analysis
  readonly lexicon: Lexicon
  readonly speech: Speech
  readonly references: References
  /** Whom the pronoun at a token means, once that is settled: later mentions in the sentence do not change it. */
  readonly pronouns: Map<number, Mention | null>
}

/** A fact as read, before slot, dates and place in the text are added. */
export interface Draft {
  readonly subject: Mention
  readonly predicate: string
  readonly relation: string
  readonly object: Mention
  readonly text: string
  readonly negated: boolean
  readonly aspect: Aspect
  readonly certainty: number
  /** One at a time, though the vocabulary does not know the predicate. */
  readonly single?: boolean
}
