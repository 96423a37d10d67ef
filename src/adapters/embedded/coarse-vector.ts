import type { PackedVector } from '../../domain/vector.ts'

/** So much of a vector is scanned: all of our encoder's, the beginning of a longer one. At four bits a dimension, 128 bytes a memory. */
const MOST_DIMENSIONS = 256
/** The scan reads 32 at a time. */
const STEP = 32
/** Sixteen levels, none of them 0: the middle lies between two. */
const MIDDLE = 7.5

export const scannedDimensions = ({ values }: PackedVector): number =>
  Math.ceil(Math.min(MOST_DIMENSIONS, values.length) / STEP) * STEP

/** Is there more of it than is scanned? */
export const isCut = ({ values }: PackedVector): boolean => values.length > MOST_DIMENSIONS

/**
 * Four bits a dimension, laid out as `native/scan.c` reads them, with half the width of a level in a vector of length 1. In the encoder's 256
 * dimensions that moves a cosine by a hundredth: of the ten nearest by whole vectors, practically none is missed among the 48 nearest by these.
 */
export function coarse(vector: PackedVector): { bytes: Uint8Array; scale: number } {
  const dimensions = scannedDimensions(vector)
  const values = vector.values.subarray(0, dimensions)
  const bytes = new Uint8Array(dimensions / 2).fill(0x88)
  let largest = 0
  let squares = 0
  for (const value of values) {
    largest = Math.max(largest, Math.abs(value))
    squares += value * value
  }
  if (largest === 0) return { bytes, scale: 0 }
  const width = largest / MIDDLE
  for (let i = 0; i < values.length; i++) {
    const level = Math.min(15, Math.floor(values[i]! / width + 8))
    const at = (i >> 5) * 16 + (i & 15)
    bytes[at] = i & 16 ? (bytes[at]! & 0x0f) | (level << 4) : (bytes[at]! & 0xf0) | level
  }
  return { bytes, scale: width / 2 / Math.sqrt(squares) }
}

/** A question for such vectors: a byte a dimension, and what a score is multiplied with. */
export function askCoarse(vector: PackedVector): { query: Int8Array; scale: number } {
  const values = vector.values.subarray(0, MOST_DIMENSIONS)
  let largest = 0
  let squares = 0
  for (const value of values) {
    largest = Math.max(largest, Math.abs(value))
    squares += value * value
  }
  const query = new Int8Array(scannedDimensions(vector))
  if (largest === 0) return { query, scale: 0 }
  for (let i = 0; i < values.length; i++) query[i] = Math.round((values[i]! * 127) / largest)
  return { query, scale: largest / 127 / Math.sqrt(squares) }
}
