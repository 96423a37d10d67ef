import type { PackedVector } from '../domain/ranking/vector.ts'
import type { ArchivedMemory } from '../ports/archive.ts'
import type { NewChunk, NewMemory, Remembered } from '../ports/new-memory.ts'
import type { KnownEntities } from './entity-resolver.ts'
import type { PlannedFact, StatedFact } from './plan-facts.ts'
import type { EntityName, EntityRecord, Evidence, MemoryRecord, Place, StoredChunk, StoredFact } from './records.ts'

/** What has to be looked up before anything can be decided. */
export interface Wanted {
  readonly statements: readonly { readonly persona: string; readonly statement: number }[]
  /** Names as they were written: the entity of that very key, or else all that go by a lookup key of it. */
  readonly mentions: readonly string[]
}

export interface Known extends KnownEntities {
  readonly chunks: readonly StoredChunk[]
  /** The facts that these chunks state. */
  readonly facts: readonly StoredFact[]
}

export interface Told {
  readonly now: number
  /** When something was stated last: every text has a time of its own, never before the last one. */
  readonly lastStatedAt: number
  readonly memories: readonly NewMemory[]
  /** Their past, where they were told to another store before: nothing is restated then. */
  readonly past?: readonly Past[] | undefined
  /** The records of the past are this store's own, and keep their numbers. */
  readonly keepsRecords?: boolean
}

export type Past = Pick<ArchivedMemory, 'record' | 'chunks' | 'facts'>

/** Numbers that were never given before. */
export type NextId = (kind: 'memories' | 'chunks' | 'facts') => number

export interface AddedChunk extends StoredChunk {
  readonly told: NewChunk
  readonly session: string | null
  readonly stated: readonly (StatedFact & { readonly fact: number })[]
  /** Its own, then those of its sentences. */
  readonly vectors: readonly PackedVector[]
}

/** What is to be written, in full: nothing is left to be decided. */
export interface Change {
  readonly now: number
  readonly lastStatedAt: number
  readonly personas: readonly string[]
  readonly sessions: readonly { readonly name: string; readonly persona: string }[]
  readonly chunks: readonly AddedChunk[]
  readonly restatedChunks: readonly StoredChunk[]
  readonly facts: readonly PlannedFact[]
  readonly restatedFacts: readonly PlannedFact[]
  /** Facts that one more source states, and nothing else of them changed. */
  readonly supportedFacts: readonly Pick<StoredFact, 'id' | 'statedBy'>[]
  readonly accessedFacts: readonly { readonly id: number; readonly last: number; readonly times: number }[]
  /** Abstractions that no longer hold: what was merged into them stands for itself again. */
  readonly dissolved: readonly number[]
  readonly entities: readonly EntityRecord[]
  readonly names: readonly EntityName[]
  readonly memories: readonly MemoryRecord[]
  readonly evidence: readonly Evidence[]
}

export interface Planned {
  readonly change: Change
  readonly remembered: Remembered[]
  /** Chunks that an earlier try left half-done, and this one completes. */
  readonly completed: readonly StoredChunk[]
  /** Records of what held until now and lost its slot by this. */
  readonly superseded: readonly number[]
}

export interface Draft {
  /** Where facts will compete: all that stands there has to be known to complete the plan. */
  readonly places: readonly Place[]
  complete(standing: readonly StoredFact[]): Planned
}
