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
  /** When its memory was said, by the clock there; not known of one that outlived its memory. */
  readonly saidAt?: number | undefined
  /** An earlier try got no further than half of it. */
  readonly unfinished?: boolean
}

export interface StoredFact extends Stored, Statement {
  /** The telling that its time is of, by `tellingNumber`: of what was stated at one time the later telling counts. 0: not known. */
  readonly latest: number
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

/**
 * One telling: that a memory states a chunk, or a fact through the chunk before it. Tellings are kept in their order, each time that something
 * is told: what is known can be made of them again. Those of before have no more than target, level and names.
 */
export interface StatedTarget {
  readonly target: MemoryId
  /** Of a chunk that another memory told first: where it stands in this one's text, if it is not all of that. */
  readonly start?: number
  readonly end?: number
  /** Of a fact: how sure the memory is of it, and whom it names, in its own words. */
  readonly level?: number
  readonly subject?: string
  readonly object?: string
  readonly subjectKind?: EntityKind
  readonly objectKind?: EntityKind
  /** The chunk through which it is told. */
  readonly chunk?: number
  /** Its own words; none where it only says its chunk again. */
  readonly text?: string
  readonly relation?: string
  readonly date?: string
  readonly value?: string
  readonly denies?: boolean
  /** Which of its chunk's vectors stands for it; none: the chunk's own. */
  readonly vector?: number
  /** When it counts as said, where that is not the memory's time: it was told from an archive. */
  readonly at?: number
}

/** One ingested text. */
export interface MemoryRecord
  extends Pick<StoredChunk, 'id' | 'persona' | 'source' | 'level' | 'speaker' | 'metadata' | 'createdAt'> {
  readonly session: string | null
  readonly occurredAt: number
  /** How far the clock of whoever said it was ahead of UTC; null: it was not, or that was not kept yet. */
  readonly offsetMs: number | null
  /** When it counts as said: of two texts of one moment the later one has the later time. */
  readonly statedAt: number
  /** null: its chunks have all of it. */
  readonly text: string | null
  /** 1 for what was never edited. */
  readonly version: number
  /** JSON list of `StateChange`, oldest first; null: it was never taken out of retrieval. */
  readonly changes: string | null
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
