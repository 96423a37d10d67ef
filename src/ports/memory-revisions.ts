import type { Authored } from './journal.ts'
import type { AsSaid, Memory, RecordFilter } from './memory-records.ts'
import type { Once } from './memory-store.ts'
import type { Metadata, NewMemory } from './new-memory.ts'

/** What of a memory is replaced; what is left out stays. */
export interface Edit {
  readonly text?: string
  /** All of it, merged by the caller. */
  readonly metadata?: Metadata | null
  readonly persona?: string
  readonly occurredAt?: number
  /** By whose clock that is; null: by UTC. */
  readonly offsetMs?: number | null
}

/** What is to be done to one memory. `version`: only if it is still at this one. */
export type Revision = { readonly id: number; readonly version?: number | null } & (
  | { readonly kind: 'edit'; readonly edit: Edit }
  | { readonly kind: 'erase' }
  | { readonly kind: 'invalidate'; readonly reason: string | null }
  | { readonly kind: 'restore'; readonly reason: string | null }
)

/** A text that has to be read and encoded by the caller before the change can be made. */
export interface Unread
  extends Pick<
    Memory,
    'id' | 'text' | 'persona' | 'source' | 'sessionId' | 'speaker' | 'metadata' | 'occurredAt' | 'offsetMs'
  > {
  readonly confidence: number
}

/** How many of each went. Chunks and facts that somebody else states stay, and do not count. */
export interface Erased {
  readonly memories: number
  readonly chunks: number
  readonly facts: number
  readonly entities: number
  readonly abstractions: number
  readonly versions: number
  readonly sessions: number
}

/** What was erased, when and by what scope; ids and counts, no text. */
export interface Receipt {
  readonly id: number
  /** When the last of it was erased. */
  readonly at: number
  /** As the caller gave it: ids, personas, times. */
  readonly scope: Readonly<Record<string, unknown>>
  readonly erased: Erased
  /** What of the scope is left to be erased: not 0 only while it is under way. */
  readonly remaining: number
}

export type Revised =
  /** The call has to be made again with these read, beside those that were given: nothing has changed. */
  | { readonly kind: 'unread'; readonly texts: readonly Unread[] }
  /** Of these there is none, or none that the caller may see. */
  | { readonly kind: 'missing'; readonly ids: readonly number[] }
  /** Not at the version that was expected, or not in a state in which this can be done. */
  | { readonly kind: 'refused'; readonly id: number; readonly version: number; readonly state: Memory['state'] }
  | {
      readonly kind: 'done'
      readonly erased: Erased
      /** Sessions that heard what was changed: what they are about is forgotten with it. */
      readonly sessions: readonly string[]
      /** The versions that the memories are at by now. */
      readonly versions: readonly { readonly id: number; readonly version: number }[]
    }

/** A version that was replaced. */
export interface FormerVersion extends Pick<Memory, 'text' | 'persona' | 'metadata' | 'occurredAt' | 'offsetMs'> {
  readonly version: number
  /** When it was replaced. */
  readonly replacedAt: number
}

/** That a memory was taken out of retrieval, or brought back. */
export interface StateChange {
  readonly at: number
  readonly state: 'invalidated' | 'restored'
  readonly reason: string | null
}

export interface History {
  readonly versions: readonly FormerVersion[]
  readonly changes: readonly StateChange[]
}

/**
 * Changes memories that were told. Every implementation promises, and its contract suite checks:
 * - What is known afterwards is what would be known if the text had been told so from the start, or never: facts, who wins a slot, entities
 *   and whom names mean. Ids, accesses and abstractions aside.
 * - A call is atomic: all of its revisions or none, and a crash leaves the one or the other.
 * - Nothing of a persona outside `personas` is seen or changed; null: all may be.
 * - What is erased is in no table, index or version when the call returns, and its receipt is written with it.
 * - An invalidated memory is kept whole and found by nobody but lists, `restore` and questions as of a time at which it held.
 */
export interface MemoryRevisions {
  revise(
    namespace: string,
    request: Authored &
      Once & {
        readonly now: number
        readonly embedder: string
        readonly personas: readonly string[] | null
        readonly revisions: readonly Revision[]
        /** Texts that an earlier call asked for. */
        readonly read: readonly { readonly id: number; readonly memory: NewMemory }[]
        /** Adds what is erased to this receipt, which is begun with the first call; null: nothing is erased. */
        readonly receipt: Pick<Receipt, 'id' | 'scope' | 'remaining'> | null
      },
  ): Promise<Revised>
  /** Ids of the memories in a scope, newest first, at most `limit`, and how many there are in all. Changes nothing. */
  inScope(
    namespace: string,
    request: {
      readonly filter: RecordFilter & AsSaid
      readonly ids: readonly number[] | null
      readonly limit: number
      /** By an entity, those too that named it only in a version that is kept. */
      readonly former?: boolean
    },
  ): Promise<{ readonly ids: readonly number[]; readonly total: number }>
  history(namespace: string, request: { readonly id: number }): Promise<History>
  /**
   * Lets go of the names of sessions that were reset by now. A change keeps the names of those that heard what it changes, and `recall` names them,
   * so that whoever asks next has done what a crash left; those that are left longest go where there are too many.
   */
  noteReset(namespace: string, sessions: readonly string[]): Promise<void>
  receipts(
    namespace: string,
    request: { readonly before: number | null; readonly limit: number },
  ): Promise<{ readonly receipts: readonly Receipt[]; readonly next: number | null }>
}
