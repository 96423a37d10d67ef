import type { Clause } from '../../clauses/clause.ts'
import type { Token } from '../../tokens/token.ts'
import type { Reading } from '../reading.ts'

/** A fact beside the clause that it was read from. */
export interface CutReading {
  readonly reading: Reading
  readonly tokens: readonly Token[]
  readonly clause: Clause
  /** Where the clause's words end. */
  readonly end: number
  /** The fact's text, in small letters. */
  readonly told: string
}
