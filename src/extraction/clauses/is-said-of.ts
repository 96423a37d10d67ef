import type { Token } from '../tokens/token.ts'
import type { Clause } from './clause.ts'

/** Is one of the subjects this word, as "you"? */
export const isSaidOf = (word: string, { subjects }: Clause, tokens: readonly Token[]): boolean =>
  subjects.some(({ np }) => tokens[np.head]!.lower === word)

/** Does whoever speaks tell it of themselves? */
export const isOfMe = (clause: Clause, tokens: readonly Token[]): boolean =>
  isSaidOf('i', clause, tokens) || isSaidOf('we', clause, tokens)
