/** Parts of speech as Universal Dependencies names them. */
type OpenClass = 'ADJ' | 'ADV' | 'INTJ' | 'NOUN' | 'PROPN' | 'VERB'
type ClosedClass = 'ADP' | 'AUX' | 'CCONJ' | 'DET' | 'NUM' | 'PART' | 'PRON' | 'SCONJ'
type NoWord = 'PUNCT' | 'SYM' | 'X'
/** Particles that the grammar here tells apart: the 's of a genitive, "not", the "to" of an infinitive. */
type Particle = 'POSS' | 'NEG' | 'TO'

export type Pos = OpenClass | ClosedClass | NoWord | Particle

export interface Token {
  readonly text: string
  readonly lower: string
  pos: Pos
  /** A noun by the tagger that was taken for the verb that its clause lacks. */
  guessed?: boolean
  /** Place in the sentence, in characters. */
  readonly start: number
  readonly end: number
}
