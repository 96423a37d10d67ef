import type { MemoryId } from '../domain/memory-id.ts'
import type { EntityKind, Statement } from '../domain/statement/fact.ts'
import type { Times } from '../ports/archive.ts'

/** What a chunk and a fact have in common. Sources are by trust (0 the best), confidence by level, metadata is JSON, times are in ms. */
interface Stored extends Times {
  readonly id: number
  readonly persona: string
  readonly source: number
  readonly level: number
  readonly metadata: string | null
  /** The memory that stated it first; 0: not known, or made by the store. */
  readonly memory: number
  /** The sources that state it, each once (`sourceKey`); nothing where that was not kept yet. */
  readonly statedBy: readonly string[]
}

export interface StoredChunk extends Stored {
  readonly statement: number
  readonly text: string
  readonly speaker: string | null
  /** The facts that it states. */
  readonly facts: readonly number[]
  /** An earlier try got no further than half of it. */
  readonly unfinished?: boolean
}

export interface StoredFact extends Stored, Statement {
  /** The object is a value, where no traversal goes on. */
  readonly leaf: boolean
  readonly chunk: number
  /** The abstraction that it was merged into. */
  readonly abstraction: number | null
  /** Of an abstraction, how many facts were merged into it; else 0. */
  readonly members: number
}

export interface Alias {
  readonly name: string
  readonly reason: string
  /** Somebody said that it is another: it is never taken for this one again. */
  readonly apart?: boolean
}

export interface EntityRecord {
  readonly key: string
  readonly name: string
  readonly kind: EntityKind
  readonly aliases: readonly Alias[]
}

/** A name, or a part of one, and an entity that may be meant by it. */
export interface EntityName {
  readonly name: string
  readonly entity: string
}

/** What a memory states: a chunk, or a fact with how sure it was of it and whom it named, in its own words. */
export interface StatedTarget {
  readonly target: MemoryId
  readonly level?: number
  readonly subject?: string
  readonly object?: string
}

/** One ingested text. */
export interface MemoryRecord
  extends Pick<StoredChunk, 'id' | 'persona' | 'source' | 'level' | 'speaker' | 'metadata' | 'createdAt'> {
  readonly session: string | null
  readonly occurredAt: number
  /** null: its chunks have all of it. */
  readonly text: string | null
  readonly stated: readonly StatedTarget[]
}

/** That a memory says again what another one stated first. */
export interface Evidence {
  readonly target: MemoryId
  readonly memory: number
}

/** Facts of one subject in one slot may contradict each other. */
export interface Place {
  readonly persona: string
  readonly subject: string
  readonly slot: string
}

/** Where facts of one persona compete. */
export type Slot = Pick<Place, 'subject' | 'slot'>

export const slotKey = ({ subject, slot }: Slot): string => `${subject}\n${slot}`

/** The same, writable. */
export type Open<T> = { -readonly [K in keyof T]: T[K] }
