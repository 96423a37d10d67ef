import type { Clause } from '../../clauses/clause.ts'
import type { Reading } from '../reading.ts'

/** A reason why a clause states nothing of its own, whatever it mentions. */
export interface SilentRule {
  readonly name: string
  readonly when: (clause: Clause, reading: Reading) => boolean
}
