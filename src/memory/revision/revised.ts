import type { StoredFact } from '../records.ts'
import type { ChunkPlan } from './plan-chunks.ts'

/** A fact as it is to be. */
export interface RevisedFact extends StoredFact {
  /** null: it is new. */
  readonly before: StoredFact | null
  /** Which of its chunk's vectors stands for it. */
  readonly vector: number
}

/** A chunk as it is to be, with the facts that it states. */
export interface RevisedChunk extends ChunkPlan {
  readonly facts: readonly number[]
  /** The facts that each of its vectors stands for; null: as they did. */
  readonly standsFor: readonly (readonly number[])[] | null
}
