export type Pos =
  | 'ADJ'
  | 'ADP'
  | 'ADV'
  | 'AUX'
  | 'CCONJ'
  | 'DET'
  | 'INTJ'
  | 'NOUN'
  | 'NUM'
  | 'PART'
  | 'PRON'
  | 'PROPN'
  | 'PUNCT'
  | 'SCONJ'
  | 'SYM'
  | 'VERB'
  | 'X'
  | 'POSS'
  | 'NEG'
  | 'TO'

export interface Token {
  readonly text: string
  readonly lower: string
  pos: Pos
  /** Place in the sentence, in characters. */
  readonly start: number
  readonly end: number
}
