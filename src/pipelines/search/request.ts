import type { Bound } from '../../domain/account/persona.ts'
import type { MemoryFilter } from '../../ports/memory-records.ts'

/** What is looked for, and in whose sight. */
export interface SearchRequest {
  readonly namespace: string
  readonly now: number
  readonly query: string
  readonly k: number
  /** null: every persona. */
  readonly persona: string | null
  /** The personas that the caller is bound to. */
  readonly bound?: Bound
  readonly includeEpisodic: boolean
  readonly includeSemantic: boolean
  readonly includeWorking: boolean
  /** null: no traversal. */
  readonly maxHops: number | null
  /** What may be returned; null: anything in sight. */
  readonly filter?: MemoryFilter | null
  /** As of this time; `now` is no later then. null: as it is. */
  readonly asOf?: number | null
}

/** What is asked as of a time is looked at and leaves no trace. */
export const isAsOf = ({ asOf }: Pick<SearchRequest, 'asOf'>): boolean => typeof asOf === 'number'
