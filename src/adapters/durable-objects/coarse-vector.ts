import type { PackedVector } from '../../domain/ranking/vector.ts'

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
  const { values, largest, length } = measure(vector)
  const bytes = new Uint8Array(scannedDimensions(vector) / 2)
  const levels = largest > 0 ? MIDDLE / largest : 0
  for (let at = 0; at < bytes.length; at++) {
    const i = (at >> 4) * STEP + (at & 15)
    const low = ((values[i] ?? 0) * levels + 8) | 0
    const high = ((values[i + 16] ?? 0) * levels + 8) | 0
    bytes[at] = low | (high << 4)
  }
  return { bytes, scale: largest / MIDDLE / 2 / length }
}

/** A question for such vectors: a byte a dimension, and what a score is multiplied with. */
export function askCoarse(vector: PackedVector): { query: Int8Array; scale: number } {
  const { values, largest, length } = measure(vector)
  const query = new Int8Array(scannedDimensions(vector))
  if (largest > 0) for (let i = 0; i < values.length; i++) query[i] = Math.round((values[i]! * 127) / largest)
  return { query, scale: largest / 127 / length }
}

/** What is scanned of it. */
function measure(vector: PackedVector): { values: Int16Array; largest: number; length: number } {
  const values = vector.values.subarray(0, MOST_DIMENSIONS)
  let largest = 0
  let squares = 0
  for (let i = 0; i < values.length; i++) {
    largest = Math.max(largest, Math.abs(values[i]!))
    squares += values[i]! * values[i]!
  }
  return { values, largest, length: Math.sqrt(squares) || 1 }
}
