import type { Turns } from '../runtime/turns.ts'

/**
 * Reads a query and a text together, which tells an answer from what is only near the question. Every implementation promises one logit a
 * text, in the order of the texts and finite whatever they are: the higher, the likelier the text answers the query. The same pair gives
 * the same logit, whatever stands beside it.
 */
export interface Reranker {
  /** `turns`: whose share of the isolate it takes. */
  score(query: string, texts: readonly string[], turns?: Turns): Promise<Float32Array>
}
