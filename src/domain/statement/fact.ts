import type { Source } from './source.ts'

/** What kind of thing a name stands for, as far as the text tells. `value` covers numbers, dates, colours, states: leaves of the graph. */
export type EntityKind = 'user' | 'assistant' | 'person' | 'place' | 'organisation' | 'thing' | 'value'

/** A mention of an entity in a text, in readable words, without determiner or possessive ("Sarah", "gate code"). */
export interface Mention {
  readonly name: string
  readonly kind: EntityKind
}

/** `is`: holds now (or at no particular time); `was`: a state that ended ("used to", "no longer"); `may`: possible, planned, wished. */
export type Aspect = 'is' | 'was' | 'may'

/** What a fact states, whoever keeps it. `Name`: a mention as it was written, or the key of the entity that it means. */
export interface Statement<Name = string> {
  readonly subject: Name
  /** The normalised relation (`lives_in`), from the vocabulary or made from the words by its default. */
  readonly predicate: string
  /** The relation in readable words, negation and modality included ("lives in", "does not eat", "might move to"). */
  readonly relation: string
  readonly object: Name
  /** Subject, relation and object as one readable line: "user lives in Vienna". */
  readonly text: string
  readonly negated: boolean
  readonly aspect: Aspect
  /**
   * What the fact competes for, apart from its subject: facts of one subject in one slot may contradict each other, facts in different
   * slots never do. `conflicts` in slot.ts says which do; the better sourced, then later one of them wins.
   */
  readonly slot: string
  /** The normalised object, by which facts of one slot are told apart: "Leeds" and "the leeds" are one value. */
  readonly value: string
  /** It says that the value does not hold (any more): negated, former, or the end of it ("left Hooli"). */
  readonly denies: boolean
  /**
   * When it was or will be, where the statement names that: in ISO 8601, as precise as it is named (`2026-11-06`, `2026-11`, `2026`,
   * `2026-11-07/2026-11-08`).
   */
  readonly date?: string | null
}

/** Only what is stated, of something that knows more. */
export const statementOf = <Name>(of: Statement<Name>): Statement<Name> => {
  const { subject, predicate, relation, object, text, negated, aspect, slot, value, denies, date = null } = of
  return { subject, predicate, relation, object, text, negated, aspect, slot, value, denies, date }
}

/** One statement that an extractor read in a text. */
export interface ExtractedFact extends Statement<Mention> {
  /** What the extractor is sure of, 0 to 1, before the source is taken into account. */
  readonly certainty: number
  /** Where in the text the statement stands: [start, end) of its sentence. */
  readonly start: number
  readonly end: number
}

export interface ExtractionInput {
  readonly text: string
  readonly source: Source
  /** When it is said, in ms since the epoch; relative dates ("yesterday") are made absolute against it. */
  readonly now: number
}

export interface Extraction {
  readonly facts: readonly ExtractedFact[]
  /** The speaker that a label at the start of the text names ("Caroline: …"), or null. */
  readonly speaker: string | null
}
