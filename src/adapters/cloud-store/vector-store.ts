import type { AskedVector, PackedVector } from '../../domain/ranking/vector.ts'
import type { FadedIn } from '../../memory/faded.ts'

/** A chunk as it can be found. `id` is its number inside the namespace, `key` names it for ever: the same content, the same key. */
export interface ChunkPoint {
  readonly id: number
  readonly key: string
  readonly persona: string
  /** By trust: 0 is the most trusted. */
  readonly source: number
  readonly level: number
  readonly lastAccess: number
  readonly session: number | null
  /** Its place in its session. */
  readonly place: number
  /** Its own first, with its tokens, then those of its sentences: it is as near as the nearest of them. */
  readonly vectors: readonly PackedVector[]
  readonly words: readonly string[]
  /** Whatever else belongs to it, as JSON; handed back as it came. */
  readonly record: Readonly<Record<string, unknown>>
}

export interface FoundPoint extends Omit<ChunkPoint, 'vectors' | 'words' | 'key' | 'source'> {
  /** Cosine of the nearest of its vectors with the query. */
  readonly meaning: number
  /** Late interaction of the query's tokens with its own; null where one of both has none. */
  readonly late: number | null
}

export interface Nomination {
  /** null: every persona. */
  readonly personas: readonly string[] | null
  readonly vector: AskedVector
  readonly words: readonly string[]
  /** Wanted whatever they say. */
  readonly ids: readonly number[]
  readonly nearest: number
  readonly bestByWords: number
  /** So many of the nearest that a user said, whatever is nearer. */
  readonly nearestOfUser: number
  /** Of these alone; null: of all. */
  readonly only?: readonly number[] | null
}

/**
 * Finds chunks by meaning and by words. It keeps, filters and nominates: who wins is decided elsewhere. Every implementation promises, and
 * its contract suite checks:
 * - Everything goes through `in(namespace)`: there is no call that sees two namespaces, and none that forgets to name one.
 * - `put` is idempotent by `key`: the same chunk twice is one. What is put is found by the very next call.
 * - A namespace is searched as a whole, however small beside its neighbours.
 * - A namespace that was never written to is empty, and asking creates nothing.
 * - Vectors of a wrong length, and those that are all zero, are refused.
 */
export interface VectorStore {
  /** Resolves when the store answers and its collection fits; rejects with the reason. */
  check(): Promise<void>
  in(namespace: string): VectorScope
}

export interface VectorScope {
  put(points: readonly ChunkPoint[]): Promise<void>
  /** The nearest and the best by words, at once; `byWords` has the ids of the latter, best first. */
  nominate(wanted: Nomination): Promise<{ readonly points: FoundPoint[]; readonly byWords: number[] }>
  /** What stands at these places of sessions. */
  around(
    places: readonly { readonly session: number; readonly from: number; readonly to: number }[],
    wanted: Pick<Nomination, 'personas' | 'vector'>,
  ): Promise<FoundPoint[]>
  /** Which of the ids are there. */
  existing(ids: readonly number[]): Promise<number[]>
  count(): Promise<number>
  /** Brings what is filtered by up to date. */
  refresh(changes: readonly Pick<ChunkPoint, 'id' | 'source' | 'level' | 'lastAccess'>[]): Promise<void>
  /** Those of `except` stay, whatever their ranges say. */
  removeFaded(faded: FadedIn & { readonly except: readonly number[] }): Promise<void>
  /** Whoever embedded them. */
  remove(ids: readonly number[]): Promise<void>
  /** In the order of their ids, with vectors. */
  page(afterId: number, limit: number): Promise<Omit<ChunkPoint, 'words' | 'source'>[]>
  erase(): Promise<void>
  /** Lets go of what was embedded by others than this store's embedder. */
  eraseOthers(): Promise<void>
}
