/** A unit vector as int8 with one scale: value = byte × scale. What crosses to a store and what is kept there. */
export interface PackedVector {
  readonly bytes: Int8Array
  readonly scale: number
}

export function packVector(vector: Float32Array): PackedVector {
  let largest = 0
  for (const value of vector) largest = Math.max(largest, Math.abs(value))
  const scale = largest / 127 || 1e-12
  const bytes = new Int8Array(vector.length)
  for (let i = 0; i < vector.length; i++) bytes[i] = Math.round(vector[i]! / scale)
  return { bytes, scale }
}

export function unpackVector({ bytes, scale }: PackedVector): Float32Array {
  const vector = new Float32Array(bytes.length)
  for (let i = 0; i < bytes.length; i++) vector[i] = bytes[i]! * scale
  return vector
}

/** Cosine of two packed unit vectors. */
export function cosine(a: PackedVector, b: PackedVector): number {
  let dot = 0
  for (let i = 0; i < a.bytes.length; i++) dot += a.bytes[i]! * b.bytes[i]!
  return dot * a.scale * b.scale
}

/** The scale under which the first `dimensions` bytes are a unit vector by themselves. */
export function prefixScale(bytes: Int8Array, dimensions: number): number {
  let squares = 0
  for (let i = 0; i < dimensions; i++) squares += bytes[i]! * bytes[i]!
  return squares > 0 ? 1 / Math.sqrt(squares) : 0
}

export function normalise(vector: Float32Array): Float32Array {
  let squares = 0
  for (const value of vector) squares += value * value
  const inverse = squares > 0 ? 1 / Math.sqrt(squares) : 0
  return vector.map((value) => value * inverse)
}
