import { BrainError } from '../errors.ts'
import type { AskedTokens } from './token-vectors.ts'

/**
 * A unit vector as 16-bit integers with one scale: value = integer × scale. What is sent to a store and kept there. With 8 bits one in
 * eight of the ten nearest would stand in another place than by floats.
 */
export interface PackedVector {
  readonly values: Int16Array
  readonly scale: number
  /** Of a chunk, its tokens as `packTokens` makes them; none where the embedder makes none. */
  readonly tokens?: Uint8Array
}

/** The vector of a question. */
export interface AskedVector extends PackedVector {
  /** The question's tokens, for `lateInteraction`; none where the embedder makes none. */
  readonly asked?: AskedTokens
}

const MOST = 32_767

export function packVector(vector: Float32Array): PackedVector {
  let largest = 0
  for (let i = 0; i < vector.length; i++) largest = Math.max(largest, Math.abs(vector[i]!))
  const scale = largest / MOST || 1e-12
  const values = new Int16Array(vector.length)
  // Cut off by the array, which is several times as fast as Math.round.
  for (let i = 0; i < vector.length; i++) values[i] = vector[i]! / scale + (vector[i]! < 0 ? -0.5 : 0.5)
  return { values, scale }
}

export function unpackVector({ values, scale }: PackedVector): Float32Array {
  const vector = new Float32Array(values.length)
  for (let i = 0; i < values.length; i++) vector[i] = values[i]! * scale
  return vector
}

/** Cosine of two packed unit vectors. */
export function cosine(a: PackedVector, b: PackedVector): number {
  const x = a.values
  const y = b.values
  const pairs = x.length - (x.length % 4)
  // Two sums, which need not wait for each other. Two products fit into an integer, and all of them into a number, so that the order is the same.
  let even = 0
  let odd = 0
  for (let i = 0; i < pairs; i += 4) {
    even += x[i]! * y[i]! + x[i + 1]! * y[i + 1]!
    odd += x[i + 2]! * y[i + 2]! + x[i + 3]! * y[i + 3]!
  }
  for (let i = pairs; i < x.length; i++) even += x[i]! * y[i]!
  return (even + odd) * a.scale * b.scale
}

/** Whether it is a direction, as all that is stored is. A file may bring anything: one that is longer would be nearest to every question. */
export function isUnitVector(vector: PackedVector): boolean {
  const square = cosine(vector, vector)
  return vector.scale > 0 && square > 0.98 && square < 1.02
}

export function normalise(vector: Float32Array): Float32Array {
  let squares = 0
  for (const value of vector) squares += value * value
  const inverse = squares > 0 ? 1 / Math.sqrt(squares) : 0
  return vector.map((value) => value * inverse)
}

/** What an embedding service answered, as a unit vector; throws where it points nowhere or has another length than was configured. */
export function unitVector(values: readonly number[], dimensions: number, service: string): Float32Array {
  if (values.length !== dimensions)
    throw new BrainError(
      'misconfigured',
      `${service} makes ${values.length} dimensions, and EMBEDDINGS_DIMENSIONS says ${dimensions}.`,
    )
  if (values.some((value) => !Number.isFinite(value)) || values.every((value) => value === 0))
    throw new Error('the embedding is no direction')
  return normalise(Float32Array.from(values))
}
