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
