/** A base noun phrase: determiner or possessor, modifiers, head; no prepositional phrases. Indices are tokens, `end` exclusive. */
export interface NounPhrase {
  readonly type: 'np'
  readonly start: number
  readonly end: number
  readonly head: number
  /** Where the words after determiner and possessor begin. */
  readonly core: number
  readonly determiner: string | null
  /** "my sister": the possessive pronoun; "Sarah's brother": the phrase before 's. */
  readonly possessor: NounPhrase | null
  readonly pronoun: boolean
  readonly time: boolean
  /** "my sister Emma": where the name begins after a common noun, or null. */
  readonly nameFrom: number | null
}
