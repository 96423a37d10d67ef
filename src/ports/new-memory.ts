import type { MemoryId } from '../domain/memory-id.ts'
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
  /** How far the clock of whoever said it was ahead of UTC: "tomorrow" goes by that. None and null: it is UTC's. */
  readonly offsetMs?: number | null
  readonly chunks: readonly NewChunk[]
  readonly facts: readonly NewFact[]
  /** Where an import brought it: told once, however often it is imported. Its metadata says the same. */
  readonly importId?: string | null
}

/** By what a text of an import is known. */
export type ImportedBefore = Pick<NewMemory, 'persona'> & { readonly importId: string | null }

/** A text as far as it takes to tell whether it is known. */
export type StatedText = Pick<NewMemory, 'persona' | 'source' | 'speaker' | 'occurredAt' | 'offsetMs'> & {
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
  /** An earlier import brought it: nothing was changed. */
  readonly wasImported?: true
}
