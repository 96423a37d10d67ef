import type { Clause } from '../../clauses/clause.ts'
import { wordSet } from '../../words/word-set.ts'
import type { Reading } from '../reading.ts'

const CONNECTORS = wordSet('break comma cc sc rel that paren')

/** Where the words of a clause end right of its verb: at a stop or at a word that binds another clause. */
export function endOfClause({ analysis: { chunks, tokens } }: Reading, { end }: Clause): number {
  const next = chunks.find(({ start, type }) => start >= end && CONNECTORS.has(type))
  return next?.start ?? tokens.length
}
