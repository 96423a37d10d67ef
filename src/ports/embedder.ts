import type { Turns } from '../runtime/turns.ts'

/** What a text is embedded for: to be asked, or to be found. */
export type EmbedKind = 'query' | 'passage'

export interface Embedding {
  readonly vector: Float32Array
  /**
   * A vector of `TOKEN_DIMENSIONS` for each token, one after the other: of a passage, unit vectors of those that say something; of a query,
   * each as long as the token's share of the question, which add up to 1.
   */
  readonly tokens?: Float32Array
}

/**
 * Turns texts into vectors. Every implementation promises:
 * - One unit vector per text, in the order of the texts, finite whatever the text. Of any number of texts: what a service takes in
 *   one call is for its adapter to know.
 * - The same text and kind give the same vector, as long as `id` stays the same; another `id` means vectors that cannot be compared.
 */
export interface Embedder {
  readonly id: string
  readonly dimensions: number
  readonly loaded: boolean
  /** Loads what it needs, once; later calls return the same promise. */
  load(): Promise<void>
  /** `turns`: whose share of the isolate it takes, where it computes there. */
  embed(texts: readonly string[], kind: EmbedKind, turns?: Turns): Promise<Float32Array[]>
  /** The same with the tokens, where it makes vectors of them. */
  embedWithTokens?(texts: readonly string[], kind: EmbedKind, turns?: Turns): Promise<Embedding[]>
  /** The same, of a service outside that is told with each call which trace it is part of. */
  within?(headers: () => Readonly<Record<string, string>>): Embedder
}
