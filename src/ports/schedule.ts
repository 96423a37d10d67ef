import type { Horizon } from './consolidation.ts'

/** What makes a namespace due. Not stored with what it is applied to: it may change at any time. */
export interface SchedulePolicy {
  readonly threshold: number
  readonly halfLifeMs: number
  /** There is a model to compress with. */
  readonly compress: boolean
}

export interface RoundCounts {
  readonly visited: number
  readonly reinforced: number
  readonly decayed: number
  readonly pruned: number
  readonly compressed: number
  readonly abstractions: number
}

export interface RoundFailure {
  readonly namespace: string
  /** A code or a sentence that holds nothing of what is stored. */
  readonly error: string
  readonly attempts: number
  readonly retryAt: number
}

/** What came of looking at a namespace that was due. */
export type VisitOutcome =
  | { readonly namespace: string; readonly horizon: Horizon; readonly counts: RoundCounts }
  | { readonly namespace: string; readonly error: string }

/** Times in ms since the epoch. */
export interface RoundSummary extends RoundCounts {
  readonly at: number
  readonly due: number
  readonly failed: number
  readonly failures: readonly RoundFailure[]
  /** Shards of the directory that could not be asked. */
  readonly unreached: number
  /** null: still at work. */
  readonly finishedAt: number | null
}

/**
 * Knows when each namespace has to be looked at next, and has those that are due looked at. Every implementation promises:
 * - A round costs what is due, not what is registered.
 * - It goes on after a restart where it was, and a namespace that fails is tried again later without stopping the others.
 */
export interface Schedule {
  /** Starts a round and returns at once; the round goes on by itself. */
  begin(round: { readonly at: number; readonly policy: SchedulePolicy }): Promise<void>
  /** A namespace has to be looked at earlier than was known. Vaults announce it by themselves. */
  announce(namespace: string, horizon: Horizon): Promise<void>
  /** It has not to be looked at any more. */
  forget(namespace: string): Promise<void>
  /** Last round first. */
  rounds(limit: number): Promise<readonly RoundSummary[]>
}
