import type { PackedVector } from '../domain/ranking/vector.ts'
import type { Mention, Statement } from '../domain/statement/fact.ts'
import type { Source } from '../domain/statement/source.ts'

export type Metadata = Readonly<Record<string, unknown>>

export interface NewChunk {
  readonly text: string
  /** Its place in the text it comes from. */
  readonly start: number
  readonly end: number
  readonly vector: PackedVector
  /** Its words as full-text search sees them. */
  readonly words: readonly string[]
  /** Hash of what it states; equal for texts that say the same, and verified by the store before it believes it. */
  readonly statement: number
}

export interface NewFact extends Statement<Mention> {
  readonly confidence: number
  /** Which of the item's chunks states it. */
  readonly chunk: number
  /** null: its chunk's vector stands for it too. */
  readonly vector: PackedVector | null
}

export interface NewMemory {
  readonly persona: string
  readonly source: Source
  readonly confidence: number
  readonly sessionId: string | null
  readonly speaker: string | null
  readonly metadata: Metadata | null
  /** The whole text, of which the chunks are parts. */
  readonly text: string
  /** When it was said or happened, in ms since the epoch: of two statements the later one counts. null: at the time of the request. */
  readonly occurredAt: number | null
  readonly chunks: readonly NewChunk[]
  readonly facts: readonly NewFact[]
}

/** A text as far as it takes to tell whether it is known. */
export type StatedText = Pick<NewMemory, 'persona' | 'source' | 'speaker' | 'occurredAt'> & {
  readonly chunks: readonly Pick<NewChunk, 'text' | 'statement'>[]
}

export interface Remembered {
  /** Chunks and facts that were stored; known ones are restated and not counted. */
  readonly chunks: number
  readonly facts: number
  /** The chunk that said it already, where all of the text was known. */
  readonly duplicateOf: string | null
  /** What the text added or restated, for the session's working memory. */
  readonly ids: readonly MemoryId[]
  /** The record of this text; null where there was nothing to remember. */
  readonly memory: number | null
  /** The record of the text that said it first, where all of it was known. */
  readonly restates: number | null
}

/** `c12` a chunk, `f7` a fact. Never reused inside a namespace. */
export type MemoryId = `c${number}` | `f${number}`

export interface RecallPlan {
  readonly now: number
  /** How many memories the caller wants: a store nominates some more than that. */
  readonly k: number
  /** null: every persona. */
  readonly personas: readonly string[] | null
  /** The query as it is. null: not encoded, because it is thought to name a speaker. */
  readonly vector: PackedVector | null
  /** The query put in the first person, for each set of names in it: used instead where just these are speakers in sight. */
  readonly asked: readonly { readonly names: readonly string[]; readonly vector: PackedVector | null }[]
  readonly words: readonly string[]
  /** Keys of the entities that the query may name. */
  readonly names: readonly string[]
  readonly hot: readonly MemoryId[]
  readonly episodic: boolean
  readonly semantic: boolean
  /** How far to follow facts from the entities found; 0: not at all. */
  readonly hops: number
  /** Follow them from the entities of the nearest facts too, even where the query names some. */
  readonly everySeed?: boolean
}

/** What chunks and facts have in common. Times in ms since the epoch. */
interface Recalled {
  readonly persona: string
  readonly source: Source
  readonly confidence: number
  readonly createdAt: number
  readonly statedAt: number
  readonly lastAccess: number
  readonly accessCount: number
  readonly metadata: Metadata | null
  /** Cosine with the query. */
  readonly meaning: number
  readonly hot: boolean
}

export interface RecalledChunk extends Recalled {
  readonly id: number
  readonly text: string
  readonly session: number | null
  readonly speaker: string | null
  /** What was said just before and after it in its session, nearest first: among the chunks, or around them. */
  readonly before: readonly number[]
  readonly after: readonly number[]
  readonly facts: readonly number[]
  /** false: only hot, not found. */
  readonly candidate: boolean
}

/** What was said just before or after a candidate, and is none itself: its words count for the candidate. */
export interface SurroundingChunk {
  readonly id: number
  readonly text: string
  readonly meaning: number
  readonly session: number | null
  readonly speaker: string | null
  readonly source: Source
}

export interface RecalledFact extends Recalled, Statement {
  readonly id: number
  /** The chunk that states it; 0 of an abstraction. */
  readonly chunk: number
  /** Of an abstraction, the texts of the facts that were merged into it. */
  readonly members: readonly string[]
  /** In how many steps from a named or similar entity it was reached; 0: found by itself. */
  readonly hop: number
  /** The entity it was reached from, where `hop` is more than 0. */
  readonly from: string | null
  /** false: there to decide a conflict or a chunk's standing, not as an answer. */
  readonly candidate: boolean
}

/** What competes with a fact that was found, and decides with it which of them holds. */
export interface RivalFact extends Pick<Statement, 'subject' | 'slot' | 'value' | 'denies'> {
  readonly id: number
  readonly source: Source
  readonly statedAt: number
  readonly chunk: number
}

export interface Recollection {
  readonly chunks: readonly RecalledChunk[]
  readonly around: readonly SurroundingChunk[]
  readonly facts: readonly RecalledFact[]
  /** Whatever else is said where a fact of `facts` stands, as far as it is not among these. */
  readonly rivals: readonly RivalFact[]
  /** What scoring needs to know of everything that may be seen. */
  readonly corpus: {
    readonly chunks: number
    readonly averageWords: number
    /** In how many chunks each word of the query stands, in its order. */
    readonly frequencies: readonly number[]
    readonly sessions: number
    readonly speakers: readonly string[]
  }
  readonly degraded: readonly string[]
  /** Nothing was looked for: for the speakers of `corpus` the query would have to be put in a way that was not encoded. */
  readonly askOtherwise?: true
}

export interface Counts {
  readonly chunks: number
  readonly entities: number
  readonly relations: number
}

export interface Faded {
  readonly now: number
  readonly persona: string | null
  readonly threshold: number
  readonly halfLifeMs: number
}

export interface ClusterFact {
  readonly id: number
  readonly text: string
  readonly source: Source
}

/** A dense part of the graph of one persona, offered to be merged into an abstraction. It has only facts that hold: what lost its slot
 * stays by itself, and comes back when the winner goes. */
export interface Cluster {
  /** Its place among the clusters of its run. */
  readonly number: number
  readonly facts: readonly ClusterFact[]
}

/** Of one level of confidence (1 to 20), when the memory was last accessed that has been idle for longest. */
export interface LongestIdle {
  readonly level: number
  readonly since: number
}

/**
 * When a namespace has to be looked at next, without the half-life or the threshold in it, so that both can change at any time.
 * Later ones have a higher `turn`.
 */
export interface Horizon {
  readonly turn: number
  readonly idle: readonly LongestIdle[]
  /** From when on there is something to compress; null: not yet. */
  readonly compressFrom: number | null
}

export interface CompressionLimits {
  readonly maxClusters: number
  /** Of the whole namespace. */
  readonly maxTokensPerDay: number
  /** The encoder in use: a namespace of another one's vectors is offered nothing, for nothing could be added to it. */
  readonly embedder: string
}

export interface ConsolidationReport {
  readonly skipped: boolean
  readonly reinforced: number
  readonly decayed: number
  readonly pruned: number
  /** Names the run to `abstract`, while it offers clusters; no other run works on the namespace until then or until it ran out of time. */
  readonly run: number | null
  readonly clusters: readonly Cluster[]
  readonly horizon: Horizon
}

export interface NewAbstraction {
  /** Of which cluster. */
  readonly cluster: number
  /** Ids of the facts that it says. */
  readonly members: readonly number[]
  readonly text: string
  readonly vector: PackedVector
}

export interface AbstractionRequest {
  readonly now: number
  readonly embedder: string
  readonly run: number
  readonly abstractions: readonly NewAbstraction[]
  /** Clusters to be offered again: their summary failed in a way that may pass. */
  readonly unfinished: readonly number[]
  readonly tokens: number
}

export interface AbstractionReport {
  readonly created: number
  readonly merged: number
  readonly horizon: Horizon
}

/**
 * Remembers and recalls for one namespace at a time. Every implementation promises, and its contract suite checks:
 * - A namespace never sees, counts, traverses or prunes another's; a persona is seen only where it is asked for, on every hop.
 * - `remember` is one call for a whole batch, atomic and idempotent: what is known is restated instead of stored twice, items of a batch
 *   are held against each other too, and results come in the order of the items.
 * - `recall` changes nothing and returns at most a few hundred candidates with all that scoring needs; scoring is not its business.
 * - `touch` counts an access for each id that still exists; accesses are never lost and show in whatever is read next.
 * - `prune` deletes exactly what `countFaded` counted at the same instant, with everything that belongs to it.
 * - `consolidate` counts against the previous consolidation of each persona (its own or the whole one, whichever was later), prunes, and
 *   with `compress` offers dense clusters around what changed since it last looked. It is atomic, and two are never at work on one
 *   namespace: while clusters are out, others are skipped. A run that was never finished does not count as one.
 * - `abstract` ends such a run: every cluster that is still as it was offered becomes an abstraction, its members archived (never
 *   returned, counted as relations, living and dying with the abstraction); one that changed is left alone and offered again.
 * - An abstraction goes, and its members come back, when a fact arrives that beats one of them in its slot.
 * - Every text that is remembered has a record, and so has each text that restates it; a record goes with the last of what it states.
 * - Ids are never reused.
 */
export interface MemoryStore {
  remember(
    namespace: string,
    request: { readonly now: number; readonly embedder: string; readonly memories: readonly NewMemory[] },
  ): Promise<Remembered[]>
  /** Of each text's chunks, whether `remember` would only restate them. Changes nothing. */
  known(
    namespace: string,
    request: { readonly now: number; readonly texts: readonly StatedText[] },
  ): Promise<boolean[][]>
  recall(namespace: string, plan: RecallPlan): Promise<Recollection>
  touch(namespace: string, access: { readonly now: number; readonly ids: readonly MemoryId[] }): Promise<void>
  countFaded(namespace: string, faded: Faded): Promise<number>
  prune(namespace: string, faded: Faded): Promise<number>
  consolidate(
    namespace: string,
    request: Faded & {
      readonly force: boolean
      readonly minIntervalMs: number
      /** The caller passes the horizon on to the schedule. */
      readonly scheduled: boolean
      /** null: nothing can be compressed. */
      readonly compress: CompressionLimits | null
    },
  ): Promise<ConsolidationReport>
  abstract(namespace: string, request: AbstractionRequest): Promise<AbstractionReport>
  count(namespace: string, persona: string): Promise<{ readonly persona: Counts; readonly namespace: Counts }>
  /** Forgets the namespace for good: nothing can be written to it any more. Returns the sessions that it knew. */
  erase(namespace: string): Promise<string[]>
}
