import type { MemoryId } from '../domain/memory-id.ts'
import type { Question, ScoredAround, ScoredChunk, ScoredFact } from '../domain/ranking/score.ts'
import type { AskedVector } from '../domain/ranking/vector.ts'
import type { Statement } from '../domain/statement/fact.ts'
import type { Source } from '../domain/statement/source.ts'
import type { Times } from './archive.ts'
import type { MemoryFilter } from './memory-records.ts'
import type { Metadata } from './new-memory.ts'

export interface RecallPlan {
  readonly now: number
  /** How many memories the caller wants: a store nominates some more than that. */
  readonly k: number
  /** null: every persona. */
  readonly personas: readonly string[] | null
  /** The query as it is. null: not encoded, because it is thought to name a speaker. */
  readonly vector: AskedVector | null
  /** The query put in the first person, for each set of names in it: used instead where just these are speakers in sight. */
  readonly asked: readonly { readonly names: readonly string[]; readonly vector: AskedVector | null }[]
  readonly words: readonly string[]
  /** Keys of the entities that the query may name. */
  readonly names: readonly string[]
  /** The slots by which the user has whom the query means by a role ("my daughter"): what is said of them is a candidate too, unless what may be returned is filtered. */
  readonly roles?: readonly string[]
  readonly hot: readonly MemoryId[]
  readonly episodic: boolean
  readonly semantic: boolean
  /** How far to follow facts from the entities found; 0: not at all. */
  readonly hops: number
  /** Follow them from the entities of the nearest facts too, even where the query names some. */
  readonly everySeed?: boolean
  /** What may be returned. Which fact of a slot holds is decided among all that is in sight. */
  readonly filter?: MemoryFilter | null
  /** Nothing that was said later exists, by `occurred_at`; what was taken out of retrieval since is there. null: as it is. */
  readonly asOf?: number | null
}

/** What chunks and facts have in common. Times in ms since the epoch. */
interface Recalled extends Times {
  readonly persona: string
  readonly confidence: number
  readonly metadata: Metadata | null
  /** The record of the text that stated it first; 0: not known. */
  readonly memory: number
  /** The sources that state it, each once; nothing where that is not known. */
  readonly statedBy: readonly string[]
  readonly hot: boolean
}

export interface RecalledChunk extends Recalled, ScoredChunk {
  readonly facts: readonly number[]
  /** false: only hot, not found. */
  readonly candidate: boolean
}

/** What was said just before or after a candidate, and is none itself. */
export type SurroundingChunk = ScoredAround

export interface RecalledFact extends Recalled, Omit<ScoredFact, 'memory'>, Statement {
  /** Of an abstraction, the texts of the facts that were merged into it. */
  readonly members: readonly string[]
  /** Of what was stated at one time the higher one was told later. */
  readonly latest?: number
  /** false: there to decide a conflict or a chunk's standing, not as an answer. */
  readonly candidate: boolean
}

/** What competes with a fact that was found, and decides with it which of them holds. */
export interface RivalFact extends Pick<Statement, 'subject' | 'slot' | 'value' | 'denies'> {
  readonly id: number
  readonly source: Source
  readonly statedAt: number
  /** Of what was stated at one time the higher one was told later. */
  readonly latest?: number
  readonly chunk: number
}

export interface Recollection {
  readonly chunks: readonly RecalledChunk[]
  readonly around: readonly SurroundingChunk[]
  readonly facts: readonly RecalledFact[]
  /** Whatever else is said where a fact of `facts` stands, as far as it is not among these. */
  readonly rivals: readonly RivalFact[]
  /** What scoring needs to know of everything that may be seen. */
  readonly corpus: Omit<Question, 'text' | 'words'>
  readonly degraded: readonly string[]
  /** Nothing was looked for: for the speakers of `corpus` the query would have to be put in a way that was not encoded. */
  readonly askOtherwise?: true
  /** Sessions that heard what is gone by now, and could not be reset: see `MemoryRevisions.noteReset`. */
  readonly unreset?: readonly string[]
}
