import type { PackedVector } from '../domain/ranking/vector.ts'

export interface ToEmbed {
  /** Whatever the store needs to know it again by. */
  readonly id: string
  /** One vector is wanted for each. */
  readonly texts: readonly string[]
}

/**
 * Gets new vectors beside the old ones. Every implementation promises, and its contract suite checks:
 * - Everything goes on with the old vectors until the service's embedder is the new one; then the first call that finds all of the new
 *   vectors there changes over, in one transaction.
 * - `toEmbed` has what lacks a vector of that embedder, so that a run can be broken off anywhere and goes on where it was.
 * - What is remembered meanwhile lacks one too, and is found by the next run.
 */
export interface ReEmbeddable {
  toEmbed(
    namespace: string,
    request: { readonly embedder: string; readonly limit: number },
  ): Promise<{ readonly wanted: readonly ToEmbed[]; readonly left: number }>
  putEmbedded(
    namespace: string,
    request: {
      readonly embedder: string
      readonly vectors: readonly { readonly id: string; readonly vectors: readonly PackedVector[] }[]
    },
  ): Promise<void>
}
