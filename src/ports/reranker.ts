import type { Turns } from '../runtime/turns.ts'

/** What the reranker thinks of a text, in logits: the higher, the likelier. */
export interface Reading {
  /** It answers the query, or did at some time. */
  readonly answers: number
  /** It answers the query as things are at the end of what was read. */
  readonly holds: number
}

/** From this logit on a text is taken for an answer. */
export const ANSWERS = 0

/** So many texts are read together at most; of one alone ours has learnt nothing. */
export const MOST_READ = 5

/**
 * Reads a query and texts together, which tells an answer from what is only near the question, and what holds from what held. Every implementation
 * takes up to `MOST_READ` texts, the oldest first, and promises a reading of each, in their order and finite whatever they are. The same texts in
 * the same order are read the same.
 */
export interface Reranker {
  /** `turns`: whose share of the isolate it takes. */
  read(query: string, texts: readonly string[], turns?: Turns): Promise<Reading[]>
}
