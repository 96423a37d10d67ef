import type { MemoryId } from '../domain/memory-id.ts'
import type { PackedVector } from '../domain/ranking/vector.ts'
import type { Aspect, Mention } from '../domain/statement/fact.ts'
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

export interface NewFact {
  readonly subject: Mention
  readonly predicate: string
  readonly relation: string
  readonly object: Mention
  readonly text: string
  readonly negated: boolean
  readonly aspect: Aspect
  readonly slot: string
  readonly value: string
  readonly denies: boolean
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
  readonly chunks: readonly NewChunk[]
  readonly facts: readonly NewFact[]
}

/** A text as far as it takes to tell whether it is known. */
export type StatedText = Pick<NewMemory, 'persona' | 'source' | 'speaker'> & {
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
}
