import { fromBase64, toBase64 } from '../../../domain/base64.ts'
import { BrainError } from '../../../domain/errors.ts'
import { lateInteraction } from '../../../domain/ranking/token-vectors.ts'
import { type AskedVector, type PackedVector, packVector, unpackVector } from '../../../domain/ranking/vector.ts'
import { BM25 } from '../../../domain/ranking/weights.ts'
import { fnv1a } from '../../../runtime/fnv1a.ts'
import type { ChunkPoint, FoundPoint } from '../vector-store.ts'
import { DENSE, SPARSE } from './collection.ts'

interface SparseVector {
  readonly indices: number[]
  readonly values: number[]
}

/** A word has a dimension of its own. Two that share one by accident (1 in 4 billion) share their frequency, and nothing else. */
function toSparse(weights: ReadonlyMap<string, number>): SparseVector {
  const byDimension = new Map<number, number>()
  for (const [word, weight] of weights) byDimension.set(fnv1a(word), weight)
  return { indices: [...byDimension.keys()], values: [...byDimension.values()] }
}

/** What a query asks for: each word once. The server weighs it by its rarity. */
export const wordWeights = (words: readonly string[]): SparseVector => toSparse(new Map(words.map((word) => [word, 1])))

/** Chunks are cut to about this many words, so that one length stands for all where a chunk is only nominated. */
const USUAL_WORDS = 40

/** BM25's share of the text, to which the server adds rarity. */
function textWeights(words: readonly string[]): SparseVector {
  const times = new Map<string, number>()
  for (const word of words) times.set(word, (times.get(word) ?? 0) + 1)
  const norm = BM25.k1 * (1 - BM25.b + (BM25.b * words.length) / USUAL_WORDS)
  return toSparse(new Map([...times].map(([word, n]) => [word, (n * (BM25.k1 + 1)) / (n + norm)])))
}

export const pointOf = (namespace: string, point: ChunkPoint) => ({
  id: point.key,
  vector: {
    [DENSE]: point.vectors.map((vector) => [...unpackVector(vector)]),
    ...(point.words.length > 0 ? { [SPARSE]: textWeights(point.words) } : {}),
  },
  payload: {
    namespace,
    id: point.id,
    persona: point.persona,
    source: point.source,
    level: point.level,
    last_access: point.lastAccess,
    ...(point.session === null ? {} : { session: point.session }),
    place: point.place,
    record: JSON.stringify(point.record),
    ...tokensOf(point),
  },
})

/** Only handed back: nothing is filtered by them. */
function tokensOf({ vectors: [own] }: ChunkPoint): { tokens?: string } {
  return own?.tokens ? { tokens: toBase64(own.tokens) } : {}
}

/** The server takes vectors of zeros, and never finds them. */
export function validate(point: ChunkPoint, dimensions: number): void {
  if (point.vectors.length === 0) throw new Error('a chunk needs a vector')
  for (const { values } of point.vectors) {
    if (values.length !== dimensions)
      throw new BrainError('misconfigured', `The embedder made ${values.length} dimensions instead of ${dimensions}.`)
    if (values.every((value) => value === 0))
      throw new BrainError('misconfigured', 'The embedder made a vector of zeros.')
  }
}

interface Payload {
  readonly id: number
  readonly persona: string
  readonly level: number
  readonly last_access: number
  readonly session?: number
  readonly place: number
  readonly record: string
  readonly tokens?: string
}

export function toFound(payload: unknown, { asked }: AskedVector, score: number): FoundPoint {
  const { tokens } = payload as Payload
  return {
    ...toStored(payload),
    meaning: score,
    // Computed where somebody asks for it: far more are looked at than are handed on.
    get late() {
      return asked && tokens ? lateInteraction(asked, fromBase64(tokens)) : null
    },
  }
}

/** `dense`: vectors as the server keeps them. */
export function toPage(id: unknown, payload: unknown, dense: readonly number[][]) {
  const { tokens } = payload as Payload
  const vectors = dense.map((values): PackedVector => packVector(Float32Array.from(values)))
  if (vectors[0] && tokens) vectors[0] = { ...vectors[0], tokens: fromBase64(tokens) }
  return { ...toStored(payload), key: String(id), vectors }
}

function toStored(payload: unknown): Omit<FoundPoint, 'meaning' | 'late'> {
  const stored = payload as Payload
  return {
    id: stored.id,
    persona: stored.persona,
    level: stored.level,
    lastAccess: stored.last_access,
    session: stored.session ?? null,
    place: stored.place,
    record: JSON.parse(stored.record),
  }
}
