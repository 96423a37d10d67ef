import type { MemoryId } from '../domain/memory-id.ts'
import type { EntityKind } from '../domain/statement/fact.ts'
import type { Source } from '../domain/statement/source.ts'
import type { Times } from './archive.ts'
import type { Metadata } from './new-memory.ts'

/** `superseded`: all that it states was replaced by something newer or better sourced. `invalidated`: somebody took it out of retrieval. */
export type RecordState = 'current' | 'superseded' | 'invalidated'

/** One ingested text. Times are in ms since the epoch. */
export interface Memory {
  readonly id: number
  readonly text: string
  readonly persona: string
  readonly source: Source
  readonly sessionId: string | null
  readonly speaker: string | null
  readonly metadata: Metadata | null
  readonly occurredAt: number
  /** How far the clock of whoever said it was ahead of UTC; null: it was not, or nobody knows. */
  readonly offsetMs: number | null
  readonly createdAt: number
  readonly state: RecordState
  /** 1 for what was never edited. */
  readonly version: number
}

/** A part of a text as it is searched. */
export interface MemoryChunk extends Times {
  readonly id: MemoryId
  readonly text: string
  readonly confidence: number
}

/** A fact with whoever states it. */
export interface KnownFact extends Times {
  readonly id: MemoryId
  readonly text: string
  /** The date that it names, in ISO 8601, as precise as it is named. */
  readonly date: string | null
  readonly persona: string
  readonly source: Source
  readonly subject: string
  readonly relation: string
  /** The relation as the vocabulary calls it. */
  readonly predicate: string
  readonly object: string
  readonly slot: string
  readonly confidence: number
  readonly state: RecordState
  /** What replaced it; null where it holds. */
  readonly supersededBy: MemoryId | null
  /** Records that state it, the first one first. */
  readonly memories: readonly number[]
}

export interface MemoryDetail extends Memory {
  readonly chunks: readonly MemoryChunk[]
  readonly facts: readonly KnownFact[]
}

/** What whoever is bound to personas asks with: the names of entities are shown as the facts of `personas` say them, and found by those. */
export interface AsSaid {
  readonly asSaid?: boolean
}

/** Nothing that was said later exists, by `occurred_at`; what was taken out of retrieval since is there. null: as it is. */
export interface AsOf {
  readonly asOf?: number | null
}

/** What is asked for of memories; null and an empty list are no condition. */
export interface RecordFilter {
  /** Any of these. */
  readonly personas: readonly string[] | null
  readonly sessionId: string | null
  readonly source: Source | null
  /** A name, or a part of one: of somebody or something that the memory states a fact of. */
  readonly entity: string | null
  /** On the time at which it was said: from the first on, and before the second. */
  readonly since: number | null
  readonly until: number | null
  /** Values as JSON, of which one has to be equal; each key has to have one. */
  readonly metadata: readonly (readonly [key: string, ...jsons: string[]])[]
  /** All of these words, as full-text search knows them. */
  readonly words: readonly string[]
  readonly state: RecordState | null
}

/** What a memory has to be, so that it is returned with what it states. */
export type MemoryFilter = Omit<RecordFilter, 'words' | 'state'> & AsSaid

/** `before`: the last one of the page before. */
export interface Page {
  readonly before: number | null
  readonly limit: number
}

export interface GraphNode {
  readonly key: string
  readonly name: string
  readonly kind: EntityKind
  /** In how many facts it stands. */
  readonly facts: number
}

export interface GraphEdge extends Pick<KnownFact, 'id' | 'text' | 'relation' | 'confidence' | 'state' | 'persona'> {
  readonly from: string
  readonly to: string
  readonly statedAt: number
}

/** What is known of somebody or something. */
export interface Profile {
  /** null: nobody of that name is known. */
  readonly entity: { readonly name: string; readonly kind: EntityKind; readonly aliases: readonly string[] } | null
  /** Names of others that the asked name may mean. */
  readonly others: readonly string[]
  /** What lasts, is well sourced, and nothing is known to have ended; the most telling first. */
  readonly stable: readonly KnownFact[]
  /** What else holds, newest first. */
  readonly recent: readonly KnownFact[]
  /** The newest texts of which no fact was made. */
  readonly texts: readonly Pick<Memory, 'id' | 'text' | 'occurredAt' | 'source'>[]
}

/** How many are so strong, by tenths: the first are those below 0.1. */
export type StrengthHistogram = readonly number[]

export interface Strengths {
  readonly chunks: StrengthHistogram
  /** An abstraction counts as all that was merged into it. */
  readonly facts: StrengthHistogram
  /** Of both, how many are due to be pruned after so many days without an access, from now on. */
  readonly due: readonly { readonly days: number; readonly count: number }[]
  /** When the whole namespace was consolidated last; null: never. */
  readonly consolidatedAt: number | null
}

/**
 * Memories as they were told, to be looked at one by one. Every implementation promises:
 * - Nothing of another namespace is ever seen, nor of a persona that was not asked for.
 * - A page has the newest first, at most `limit`; `next` is null at the end. A page may have fewer, and even none, and still go on: what a rare
 *   condition leaves is looked for in bounded steps.
 * - Looking changes nothing and counts as no access.
 */
export interface MemoryRecords {
  listMemories(
    namespace: string,
    request: Page & AsSaid & { readonly filter: RecordFilter },
  ): Promise<{ readonly memories: readonly Memory[]; readonly next: number | null }>
  /** Those that there are, in no order. */
  findMemories(
    namespace: string,
    request: AsSaid & { readonly ids: readonly number[]; readonly personas?: readonly string[] | null },
  ): Promise<MemoryDetail[]>
  listFacts(
    namespace: string,
    request: Page &
      AsSaid &
      AsOf &
      Pick<RecordFilter, 'personas' | 'entity' | 'state'> & {
        /** As it was written, or as the vocabulary calls it. */
        readonly relation: string | null
        /** On the date that a fact names: one that lasts counts with all of its days. */
        readonly dateSince?: number | null
        readonly dateUntil?: number | null
      },
  ): Promise<{ readonly facts: readonly KnownFact[]; readonly next: number | null }>
  /** Of the user where `entity` is null. Nothing in it was replaced, and nothing is told twice. */
  profile(
    namespace: string,
    request: AsSaid & AsOf & { readonly entity: string | null; readonly personas: readonly string[] | null },
  ): Promise<Profile>
  /** `days` are in ascending order. What is due is exactly what a prune at that time would delete, if nothing were accessed until then. */
  strengths(
    namespace: string,
    request: {
      readonly now: number
      readonly personas: readonly string[] | null
      readonly threshold: number
      readonly halfLifeMs: number
      readonly days: readonly number[]
    },
  ): Promise<Strengths>
  /** What stands around an entity, or around those with the most facts; at most `limit` edges. */
  graph(
    namespace: string,
    request: AsSaid &
      AsOf & {
        readonly entity: string | null
        readonly personas: readonly string[] | null
        readonly limit: number
      },
  ): Promise<{ readonly nodes: readonly GraphNode[]; readonly edges: readonly GraphEdge[] }>
}
