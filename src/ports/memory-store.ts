import type { MemoryId } from '../domain/memory-id.ts'
import type {
  AbstractionReport,
  AbstractionRequest,
  CompressionLimits,
  ConsolidationReport,
  Faded,
} from './consolidation.ts'
import type { Authored } from './journal.ts'
import type { ImportedBefore, NewMemory, Remembered, StatedText } from './new-memory.ts'
import type { RecallPlan, Recollection } from './recollection.ts'

/** Names a change that must happen once, however often it is asked for. */
export interface Once {
  readonly once?: string | null
}

/** Names a sum that is kept in the change's own transaction: how many texts an import has stored, whatever breaks off between its batches. */
export interface Tallied {
  readonly tally?: string | null
}

export interface Counts {
  readonly chunks: number
  readonly entities: number
  readonly relations: number
}

/**
 * Remembers and recalls for one namespace at a time. Every implementation promises, and its contract suite checks:
 * - A namespace never sees, counts, traverses or prunes another's; a persona is seen only where it is asked for, on every hop.
 * - `remember` is one call for a whole batch, atomic and idempotent: what is known is restated instead of stored twice, items of a batch
 *   are held against each other too, and results come in the order of the items.
 * - `recall` changes nothing and returns at most a few hundred candidates with all that scoring needs; scoring is not its business.
 * - `touch` counts an access for each id that still exists, which shows in whatever is read next; a crash within a moment may forget it.
 * - `prune` deletes exactly what `countFaded` counted at the same instant, with everything that belongs to it, in slices of bounded size: others
 *   are served in between, what they access stays, and a crash leaves the rest to the next time.
 * - `consolidate` counts against the previous consolidation of each persona (its own or the whole one, whichever was later), prunes, and
 *   with `compress` offers dense clusters around what changed since it last looked. Two are never at work on one
 *   namespace: while clusters are out, others are skipped. A run that was never finished does not count as one.
 * - `abstract` ends such a run: every cluster that is still as it was offered becomes an abstraction, its members archived (never
 *   returned, counted as relations, living and dying with the abstraction); one that changed is left alone and offered again.
 * - An abstraction goes, and its members come back, when a fact arrives that beats one of them in its slot.
 * - Every text that is remembered has a record, and so has each text that restates it; a record goes with the last of what it states.
 * - A change that is asked for with the same `once` happens once, whoever races and whatever crashes: what came of it (ids and counts, no
 *   text) is written in its own transaction and given again.
 * - A text with an `importId` is remembered once in a persona, for as long as its memory is there.
 * - Counts and lists are of the personas asked for, and of what stands in others' facts alone nothing is seen.
 * - Ids are never reused.
 */
export interface MemoryStore {
  remember(
    namespace: string,
    request: Authored &
      Once &
      Tallied & { readonly now: number; readonly embedder: string; readonly memories: readonly NewMemory[] },
  ): Promise<Remembered[]>
  /** Whether a change with this `once` has happened. */
  happened(namespace: string, once: string): Promise<boolean>
  /** How many texts were stored under this name; what was there before is not counted. */
  tallied(namespace: string, tally: string): Promise<number>
  /** Of each text's chunks, whether `remember` would only restate them. Changes nothing. */
  known(
    namespace: string,
    request: { readonly now: number; readonly texts: readonly StatedText[] },
  ): Promise<boolean[][]>
  /** Of each text, the memory that an import brought of it, or null. Changes nothing. */
  imported(namespace: string, texts: readonly ImportedBefore[]): Promise<(number | null)[]>
  recall(namespace: string, plan: RecallPlan): Promise<Recollection>
  touch(namespace: string, access: { readonly now: number; readonly ids: readonly MemoryId[] }): Promise<void>
  countFaded(namespace: string, faded: Faded): Promise<number>
  prune(namespace: string, faded: Faded & Authored & Once): Promise<number>
  consolidate(
    namespace: string,
    request: Faded &
      Authored &
      Once & {
        readonly force: boolean
        readonly minIntervalMs: number
        /** The caller passes the horizon on to the schedule. */
        readonly scheduled: boolean
        /** null: nothing can be compressed. */
        readonly compress: CompressionLimits | null
      },
  ): Promise<ConsolidationReport>
  abstract(namespace: string, request: AbstractionRequest & Authored): Promise<AbstractionReport>
  /** `within`: what may be seen of the namespace; all of it unless given. */
  count(
    namespace: string,
    persona: string | readonly string[],
    within?: readonly string[] | null,
  ): Promise<{ readonly persona: Counts; readonly namespace: Counts }>
  /** Forgets the namespace for good: nothing can be written to it any more. Returns the sessions that it knew. */
  erase(namespace: string): Promise<string[]>
}
