import type { Analysis } from '../analyse.ts'
import type { Clause } from '../clauses/clause.ts'
import type { Token } from '../tokens/token.ts'
import { SAYING } from '../words/word-lists.ts'

/** Is the subject neither who speaks nor whom they speak to? */
export const isOfOthers = ({ subjects }: Clause, tokens: readonly Token[]): boolean =>
  subjects.length > 0 && !subjects.some(({ np }) => /^(?:i|we|you)$/.test(tokens[np.head]!.lower))

/** A stretch of tokens whose words are somebody else's. */
interface Stretch {
  readonly start: number
  readonly end: number
}

/**
 * "dev wants to call him Maverick, she said", "Doyle told me: the median is 980": what stands beside somebody else's saying, up to the
 * next stop or conjunction before it and to the next stop after it, is theirs.
 */
export function othersWords({ chunks, clauses, tokens }: Analysis): Stretch[] {
  return clauses
    .filter((clause) => SAYING.has(clause.verb.lemma) && !clause.verb.passive && isOfOthers(clause, tokens))
    .map(({ subjectStart, verb }) => {
      const before = chunks.findLast(({ type, end }) => end <= subjectStart && (type === 'break' || type === 'cc'))
      const after = chunks.find(
        ({ type, start }) => start > verb.end && type === 'break' && tokens[start]!.text !== ':',
      )
      return { start: before?.end ?? 0, end: after?.start ?? tokens.length }
    })
}
