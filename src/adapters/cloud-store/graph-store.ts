import type { MemoryId } from '../../domain/memory-id.ts'
import type { ImportRow } from '../../memory/already-imported.ts'
import type { Change as Decided, Wanted as Looked } from '../../memory/change.ts'
import type { FadedIn } from '../../memory/faded.ts'
import type { RecordReading } from '../../memory/read-records.ts'
import type { EntityName, EntityRecord, Place, Slot, StoredChunk, StoredFact } from '../../memory/records.ts'
import type { Asked, Run, SpentTokens } from '../../memory/run.ts'
import type { CountedStrengths, StrengthRanges } from '../../memory/strengths.ts'
import type { Reached } from '../../memory/traverse.ts'
import type {
  AbstractionReport,
  AbstractionRequest,
  ConsolidationReport,
  LongestIdle,
  NewAbstraction,
} from '../../ports/consolidation.ts'
import type { AuditQuery, Author, JournalEntry } from '../../ports/journal.ts'
import type { MemoryFilter } from '../../ports/memory-records.ts'
import type { MemoryRevisions, Revised } from '../../ports/memory-revisions.ts'
import type { MemoryStore } from '../../ports/memory-store.ts'
import type { Portable } from '../../ports/portable.ts'

/** A chunk as the graph records it: all that is needed to find its duplicate, to count it, and to put it into the vector store again. */
export interface ChunkRecord extends Omit<StoredChunk, 'facts' | 'unfinished'> {
  readonly key: string
  readonly start: number
  readonly session: number | null
  readonly place: number
  /** Keys of the facts that it states. */
  readonly facts: readonly string[]
  readonly words: number
  /** Its words, each once: what the namespace's document frequencies are made of. */
  readonly terms: readonly string[]
  /** Packed, as text. */
  readonly vectors: readonly string[]
  /** JSON of the facts as they were stated, and of the session's name: what the graph itself can be rebuilt from. */
  readonly stated: string
}

export interface KnownChunk extends ChunkRecord {
  /** true: the graph has it, the vector store may not. */
  readonly pending: boolean
}

export interface FactRecord extends StoredFact {
  /** Names it for ever: the same statement of the same persona, the same key. */
  readonly key: string
}

/** What changes of a chunk or a fact that is said again. */
export type Standing = Pick<
  StoredFact,
  'id' | 'source' | 'level' | 'statedAt' | 'lastAccess' | 'accessCount' | 'metadata' | 'statedBy'
>

/** What recall needs of a chunk. */
export type ChunkState = Standing &
  Pick<ChunkRecord, 'facts'> &
  /** As of an earlier time it may have been another's. */
  Partial<Pick<ChunkRecord, 'text' | 'speaker' | 'createdAt' | 'memory'>>

/** With its new words, where it has some. */
export interface RestatedFact extends Standing {
  readonly latest: number
  readonly wording:
    | (Pick<FactRecord, 'text' | 'relation' | 'date' | 'chunk'> & { readonly vector: readonly number[] })
    | null
}

export interface Wanted extends Pick<Looked, 'statements'> {
  /** Lookup keys of everything that is mentioned. */
  readonly names: readonly string[]
  readonly sessions: readonly string[]
  /** The key of an entity whose facts are wanted. */
  readonly factsOf?: string
  /** The change must happen once: whether it has is known then. */
  readonly once?: string | null
  /** Pairs of the metadata of texts that an import brings. */
  readonly imports?: readonly string[]
}

export interface Known {
  readonly embedder: string | null
  readonly erased: boolean
  readonly lastId: number
  /** When something was stated last: every text has a time of its own, never before the last one. */
  readonly lastStatedAt: number
  /** Levels of confidence that the schedule has heard of, as bits. */
  readonly told: number
  /** Somebody wants to hear of changes. */
  readonly watched: boolean
  readonly chunks: readonly KnownChunk[]
  /** Those that the chunks state, and those of `factsOf`. */
  readonly facts: readonly FactRecord[]
  readonly entities: readonly EntityRecord[]
  readonly names: readonly EntityName[]
  readonly sessions: readonly { readonly name: string; readonly id: number; readonly places: number }[]
  /** What came of the very change, as JSON, where it has happened. */
  readonly outcome: string | null
  /** Memories that an import brought before. */
  readonly imported: readonly ImportRow[]
}

/** What is noted in the journal with a change. */
export interface Noted extends Pick<JournalEntry, 'counts' | 'changed'> {
  readonly by: Author
  readonly now: number
}

/** What is noted of a pruning, besides what it pruned. */
export interface PruneNote extends Omit<Noted, 'changed'> {
  /** Nothing is noted where nothing was pruned. */
  readonly onlyIfPruned: boolean
}

/** Of a prune in slices. What came of it all is kept with the last of them. */
export interface PruneProgress {
  /** Names it, where it must happen once. */
  readonly once: string | null
  /** Pruned by the slices before. */
  readonly before: number
  /** It ends with so many; null: not known yet. */
  readonly all: number | null
}

/** What the rules decided, as it is recorded. */
export interface Change
  extends Omit<Decided, 'personas' | 'sessions' | 'chunks' | 'restatedChunks' | 'facts' | 'restatedFacts'> {
  /** null leaves it as it is. */
  readonly embedder: string | null
  readonly lastId: number
  readonly personas: readonly {
    readonly name: string
    readonly chunks: number
    readonly words: number
    /** Who says one more chunk, once for each. */
    readonly speakers: readonly string[]
  }[]
  readonly sessions: readonly (Known['sessions'][number] & { readonly persona: string })[]
  readonly chunks: readonly ChunkRecord[]
  readonly restatedChunks: readonly Standing[]
  readonly facts: readonly (FactRecord & { readonly vector: readonly number[] })[]
  readonly restatedFacts: readonly RestatedFact[]
  readonly noted?: Noted | null | undefined
  /** Names that lead to an entity no longer. */
  readonly unnamed?: readonly EntityName[]
  /** Facts that turn out to be about other entities. One that is there under its new key already stays where it is. */
  readonly moves?: readonly {
    readonly key: string
    readonly to: { readonly key: string; readonly subject: string; readonly object: string; readonly place: string }
  }[]
  /** What came of a change that must happen once, as JSON. */
  readonly outcome?: OutcomeRecord | null
  /** What is added to a sum. */
  readonly tally?: { readonly name: string; readonly count: number } | null | undefined
}

export interface OutcomeRecord {
  readonly once: string
  readonly result: string
}

export interface Orientation {
  /** null: nothing was ever written here. */
  readonly embedder: string | null
  readonly erased: boolean
  /** Of the whole namespace. */
  readonly chunks: number
  readonly inSight: { readonly chunks: number; readonly words: number; readonly speakers: readonly string[] }
  readonly frequencies: readonly number[]
  readonly sessions: number
  /** The chunks that say who has one of the roles, and what is said of them. */
  readonly inRole: readonly number[]
  /** See `Recollection`. */
  readonly unreset: readonly string[]
}

export interface NearFact extends FactRecord {
  /** Cosine with the query. */
  readonly meaning: number
}

export interface ReachedFact extends NearFact, Omit<Reached<FactRecord>, 'fact'> {
  readonly memberTexts: readonly string[]
}

/** What competes with a fact that was found. */
export type RivalRecord = Pick<
  FactRecord,
  'id' | 'subject' | 'slot' | 'value' | 'denies' | 'source' | 'statedAt' | 'latest' | 'chunk'
>

/** What came of a revision in the graph. */
export type RevisedGraph =
  | { readonly refused: 'erased' | 'unknown' }
  | { readonly refused: 'other embedder'; readonly embedder: string }
  /** It happened before. */
  | { readonly happened: Revised }
  | { readonly unchanged: Revised }
  | {
      readonly revised: Revised
      /** Chunks that the vector store has not, or has otherwise. */
      readonly pending: readonly ChunkRecord[]
      /** Chunks that it has to let go. */
      readonly tombstoned: readonly number[]
      readonly watched: boolean
      /** Levels of confidence that the schedule has heard of, as bits; and those of what was changed. */
      readonly told: number
      readonly levels: readonly number[]
      /** Names may mean others than before. */
      readonly renamed: boolean
    }

/** What came of rows that were to be restored in the graph. */
export type RestoredGraph =
  | Extract<RevisedGraph, { refused: unknown }>
  | { readonly answer: Awaited<ReturnType<Portable['restoreRows']>>; readonly changed: null }
  | {
      readonly answer: Awaited<ReturnType<Portable['restoreRows']>>
      readonly changed: {
        readonly watched: boolean
        /** See `RevisedGraph`. */
        readonly told: number
        readonly levels: readonly number[]
        readonly renamed: boolean
        /** How many the namespace has now. */
        readonly facts: number
      }
    }

export interface LifecycleState {
  readonly embedder: string | null
  readonly watermark: number
  /** How many facts came after it. */
  readonly factsSince: number
  readonly lastId: number
  readonly tokens: SpentTokens | null
  readonly turn: number
  readonly told: number
  /** Of each level, when the memory was last accessed that has been idle for longest. */
  readonly idle: readonly LongestIdle[]
}

export interface Scope {
  /** null: every persona. */
  readonly personas: readonly string[] | null
}

/**
 * Remembers facts as a graph, and what belongs to them: chunks as records, the namespace's own document frequencies, counts. It stores,
 * filters and nominates; what is a duplicate and what an entity is called is decided elsewhere. Every implementation promises, and its contract
 * suite checks:
 * - Everything goes through `in(namespace)`; a namespace never sees, counts or traverses another's, on any hop; nor a persona that is not
 *   asked for.
 * - `change` is one transaction under a lock on the namespace: `begin` sees what is stored and says where facts will compete, or null to
 *   leave all as it is; `complete` sees what stands there. Nobody writes in between, and what it returns is written whole or not at all. Both
 *   may be called again, where the store asks for another try.
 * - `gather` visits each fact once, nearest first, and stops at its limits.
 * - A small namespace is ranked exactly, whatever lies beside it.
 * - `touch` counts every access, whoever races.
 */
export interface GraphStore {
  check(): Promise<void>
  /** How many namespaces have 1 to 9 chunks, 10 to 99, and so on; the last is open. */
  byMagnitude(): Promise<number[]>
  in(namespace: string): GraphScope
}

/** What a recall reads. */
export type RecalledGraph = Pick<GraphScope, 'orient' | 'stated' | 'passing' | 'gather'>

export interface GraphScope extends RecordReading {
  change(
    wanted: Wanted,
    begin: (known: Known) => Promise<readonly Place[] | null>,
    complete: (standing: readonly FactRecord[]) => Promise<Change>,
  ): Promise<void>
  /** Chunks that may say the same. */
  imported(pairs: readonly string[]): Promise<ImportRow[]>
  duplicates(
    statements: Wanted['statements'],
  ): Promise<
    Pick<
      KnownChunk,
      'id' | 'persona' | 'statement' | 'text' | 'source' | 'speaker' | 'statedAt' | 'stated' | 'pending'
    >[]
  >
  /** Says of chunks that the vector store has them now. false: the namespace was erased meanwhile, or one of them. */
  settle(ids: readonly number[]): Promise<boolean>
  orient(
    wanted: Scope & { readonly words: readonly string[]; readonly roles?: readonly string[] },
  ): Promise<Orientation>
  /** All that memories state that pass the filter; null: more than `most` memories do. */
  stated(filter: MemoryFilter, most: number | null): Promise<MemoryId[] | null>
  /** Those of the chunks and facts that a memory states that passes. */
  passing(filter: MemoryFilter, targets: readonly MemoryId[]): Promise<MemoryId[]>
  gather(
    wanted: Scope & {
      readonly vector: readonly number[]
      /** So many facts, the nearest by meaning. */
      readonly nearest: number
      readonly chunks: readonly number[]
      /** Working memory: what nobody searched for. */
      readonly hotChunks: readonly number[]
      readonly facts: readonly number[]
      /** Names of entities to look around, and whether to. */
      readonly names: readonly string[]
      /** Entities that are known to go by names in the query. */
      readonly entities: readonly EntityName[]
      readonly semantic: boolean
      readonly hops: number
      /** See RecallPlan. */
      readonly everySeed?: boolean
      /** What may be found, and as a list all facts that may. null: anything, or too many to list. */
      readonly filter?: MemoryFilter | null
      readonly only?: readonly number[] | null
      /** See RecallPlan. */
      readonly asOf?: number | null
    },
  ): Promise<{
    readonly chunks: ChunkState[]
    readonly facts: ReachedFact[]
    /** Whatever else is said where one of the facts stands. */
    readonly rivals: RivalRecord[]
    /** Which entities go by which of the names. */
    readonly named: readonly EntityName[]
    /** Chunks that are gone, and that the vector store may still have. */
    readonly tombstoned: readonly number[]
  }>
  /**
   * Lets `look` read the namespace with what was taken out of retrieval since a time, all in one transaction of which nothing is kept; `restored`:
   * chunks that the vector store does not have so. Nobody looks where nothing was taken out. It may look again, where the store asks for another try.
   */
  lookBack(
    at: number,
    personas: Scope['personas'],
    look: (graph: RecalledGraph, restored: readonly ChunkRecord[]) => Promise<void>,
  ): Promise<void>
  touch(access: {
    readonly now: number
    readonly chunks: readonly number[]
    readonly facts: readonly number[]
  }): Promise<void>
  countFaded(faded: FadedIn): Promise<number>
  strengths(wanted: StrengthRanges): Promise<CountedStrengths>
  /**
   * Deletes faded facts and marks faded chunks, at most `limit` of each, which are gone for everyone from then on. Returns how many of both, the marked chunks, and
   * the chunks whose last access the vector store does not know yet.
   */
  prune(
    faded: FadedIn & { readonly limit: number },
    note?: PruneNote | null,
    progress?: PruneProgress | null,
  ): Promise<{
    readonly pruned: number
    readonly tombstoned: number[]
    readonly stale: number[]
    readonly watched: boolean
    /** Nothing was left, or all that was to be pruned is. */
    readonly isLast: boolean
  }>
  /** Ends what `prune` began, once the vector store has let go of them. */
  purge(ids: readonly number[]): Promise<void>
  /** Chunks whose last access the vector store does not know; told, they are clean until the next access. */
  stale(limit: number): Promise<Pick<ChunkRecord, 'id' | 'source' | 'level' | 'lastAccess' | 'accessCount'>[]>
  clean(seen: readonly Pick<ChunkRecord, 'id' | 'accessCount'>[]): Promise<void>
  /** Begins a consolidation, or says that it is not its turn. Until `finish` or `until`, nobody else begins one. */
  begin(
    asked: Asked & { readonly persona: string | null },
  ): Promise<{ readonly run: number } & Pick<ConsolidationReport, 'skipped' | 'reinforced' | 'decayed'>>
  /** The consolidation counts from now on. With a run, its clusters are out; without, it is over. */
  finish(done: {
    readonly persona: string | null
    readonly at: number
    readonly run: Run | null
    /** Everything that changed up to this fact has been looked at; null leaves it. */
    readonly watermark: number | null
    readonly outcome?: OutcomeRecord | null
  }): Promise<void>
  /** What came of a change that must happen once, as JSON; null: it has not happened. */
  outcome(once: string): Promise<string | null>
  /** Changes memories that were told, in one transaction; what the vector store has to be told of it is left to the caller. */
  revise(request: Parameters<MemoryRevisions['revise']>[1]): Promise<RevisedGraph>
  inScope(request: Parameters<MemoryRevisions['inScope']>[1]): ReturnType<MemoryRevisions['inScope']>
  history(request: Parameters<MemoryRevisions['history']>[1]): ReturnType<MemoryRevisions['history']>
  noteReset(sessions: readonly string[]): Promise<void>
  receipts(request: Parameters<MemoryRevisions['receipts']>[1]): ReturnType<MemoryRevisions['receipts']>
  /** One look under the lock of the namespace: what is read belongs together. */
  exportPage(request: Parameters<Portable['exportPage']>[1]): ReturnType<Portable['exportPage']>
  /** In one transaction; chunks are pending then. `isNew`: the vector store has nothing of the namespace either. */
  restoreRows(request: Parameters<Portable['restoreRows']>[1] & { readonly isNew: boolean }): Promise<RestoredGraph>
  lifecycle(): Promise<LifecycleState>
  /** The schedule has heard of these levels; `replaces`: of no others. */
  told(levels: number, turn: number, replaces: boolean): Promise<void>
  factsAfter(id: number, limit: number): Promise<FactRecord[]>
  /** Facts of a persona around entities, without those of hubs; merged ones and abstractions left out. */
  neighbourhood(persona: string, entities: readonly string[]): Promise<StoredFact[]>
  /** All facts of a persona in these slots of these subjects. */
  competing(persona: string, slots: readonly Slot[]): Promise<FactRecord[]>
  /** Ends the run. Clusters that are still as they were offered become abstractions; which did not, and how many facts were merged. */
  abstract(
    request: Omit<AbstractionRequest, 'embedder' | 'abstractions'> & {
      readonly by?: Author | undefined
      readonly abstractions: readonly (Omit<NewAbstraction, 'vector'> & { readonly vector: readonly number[] })[]
    },
  ): Promise<Omit<AbstractionReport, 'horizon'> & { readonly scheduled: boolean }>
  /** See `Journal`. */
  journal(query: AuditQuery): Promise<JournalEntry[]>
  journalAfter(after: number, limit: number): Promise<JournalEntry[]>
  watch(request: Noted & { readonly watched: boolean }): Promise<void>
  count(personas: readonly string[], within: readonly string[] | null): ReturnType<MemoryStore['count']>
  /** What a crash left half-done: chunks that may not be in the vector store, and marked ones that may still be. */
  unsettled(limit: number): Promise<{ readonly pending: ChunkRecord[]; readonly tombstoned: number[] }>
  /** Entities in the order of their keys. */
  entities(after: string, limit: number): Promise<EntityRecord[]>
  /** Chunk records in the order of their ids. */
  page(afterId: number, limit: number): Promise<ChunkRecord[]>
  /** Chunks, and facts that no chunk states, that lack a vector of the embedder; and how many there are of both. */
  toEmbed(
    embedder: string,
    limit: number,
  ): Promise<{
    readonly chunks: ChunkRecord[]
    readonly facts: { readonly id: number; readonly text: string }[]
    readonly left: number
  }>
  /** Keeps vectors of an embedder to come beside those in use. */
  putEmbedded(
    embedder: string,
    next: {
      readonly chunks: readonly { readonly id: number; readonly vectors: readonly string[] }[]
      readonly facts: readonly { readonly key?: string; readonly id?: number; readonly vector: readonly number[] }[]
    },
  ): Promise<void>
  chunks(ids: readonly number[]): Promise<ChunkRecord[]>
  /** Takes the embedder's vectors into use, where everything has them; false: something lacks them. */
  changeOver(embedder: string): Promise<boolean>
  /** Marks the namespace first, so that nothing is written to it any more; returns its sessions. */
  erase(now: number): Promise<string[]>
}
