import type { NewMemory } from './new-memory.ts'

/** When a chunk or a fact was stored, said and asked for. */
export interface Times {
  readonly createdAt: number
  /** Decides which of two statements is the later one. */
  readonly statedAt: number
  readonly lastAccess: number
  readonly accessCount: number
}

/** What a chunk or a fact keeps when it moves: its times, and the sources that state it, where these are known. */
export interface Kept extends Times {
  readonly statedBy?: readonly string[]
}

/** A memory as it can be told to another store, with its past. `chunks` and `facts` are in the order of the memory's own. */
export interface ArchivedMemory {
  readonly memory: NewMemory
  /** Its record, which several may share that were one text; null where none is known. */
  readonly record: { readonly id: number; readonly createdAt: number } | null
  readonly chunks: readonly Kept[]
  readonly facts: readonly Kept[]
}

export interface ArchivePage {
  readonly memories: readonly ArchivedMemory[]
  /** Pass it on to read further; null at the end. */
  readonly next: number | null
  /** Whose vectors these are; null where nothing was ever written. */
  readonly embedder: string | null
}

/** Reads everything that a namespace remembers, in the order in which it was told. Changes nothing. */
export interface Archive {
  page(namespace: string, after: number, limit: number): Promise<ArchivePage>
}

/**
 * Takes over what another store has read out. Promises:
 * - What is there already stays as it is: the same page twice changes nothing, so that a transfer can go on anywhere.
 * - Times and counts are kept; nothing counts as accessed for having been moved.
 */
export interface Restorable {
  restore(
    namespace: string,
    request: { readonly now: number; readonly embedder: string; readonly memories: readonly ArchivedMemory[] },
  ): Promise<void>
}
