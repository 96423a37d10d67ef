import type { PackedVector } from '../../src/domain/ranking/vector.ts'
import type { NewMemory } from '../../src/ports/new-memory.ts'

/**
 * Memories as bytes, from the thread that prepares them to the worker that stores them: JSON with the vectors left out, its length before
 * it and the vectors after it, each a scale, how many bytes of tokens it has, its integers and these.
 */
export function memoriesToBytes(memories: readonly NewMemory[]): Uint8Array {
  const vectors: PackedVector[] = []
  const json = JSON.stringify(memories, (key, value) =>
    key === 'vector' && value !== null ? vectors.push(value as PackedVector) - 1 : value,
  )
  const text = new TextEncoder().encode(json)
  const size = vectors[0]?.values.byteLength ?? 0
  const lengthOf = ({ tokens }: PackedVector) => 8 + size + (tokens?.length ?? 0)
  const out = new Uint8Array(8 + text.length + vectors.reduce((sum, vector) => sum + lengthOf(vector), 0))
  const view = new DataView(out.buffer)
  view.setUint32(0, text.length, true)
  view.setUint32(4, size, true)
  out.set(text, 8)
  let at = 8 + text.length
  for (const vector of vectors) {
    const { values, scale, tokens } = vector
    view.setFloat32(at, scale, true)
    view.setUint32(at + 4, tokens?.length ?? 0, true)
    out.set(new Uint8Array(values.buffer, values.byteOffset, size), at + 8)
    if (tokens) out.set(tokens, at + 8 + size)
    at += lengthOf(vector)
  }
  return out
}

/** Several such pieces as one, so that they are stored in one transaction. */
export function joinPieces(pieces: readonly Uint8Array[]): Uint8Array {
  // Pieces begin where a number may begin.
  const padded = pieces.map(({ length }) => length + (-length & 3))
  const out = new Uint8Array(pieces.length * 4 + padded.reduce((sum, length) => sum + length, 0))
  const view = new DataView(out.buffer)
  let at = 0
  for (const [i, piece] of pieces.entries()) {
    view.setUint32(at, padded[i]!, true)
    out.set(piece, at + 4)
    at += 4 + padded[i]!
  }
  return out
}

export function splitPieces(joined: ArrayBuffer): ArrayBuffer[] {
  const view = new DataView(joined)
  const pieces: ArrayBuffer[] = []
  for (let at = 0; at < joined.byteLength; ) {
    const length = view.getUint32(at, true)
    pieces.push(joined.slice(at + 4, at + 4 + length))
    at += 4 + length
  }
  return pieces
}

export function memoriesFromBytes(buffer: ArrayBuffer): NewMemory[] {
  const view = new DataView(buffer)
  const textLength = view.getUint32(0, true)
  const size = view.getUint32(4, true)
  const vectors: PackedVector[] = []
  // Up to three bytes more may follow, where pieces were joined.
  for (let at = 8 + textLength; at + 8 + size <= buffer.byteLength; ) {
    const [length, from] = [view.getUint32(at + 4, true), at + 8 + size]
    const values = new Int16Array(buffer.slice(at + 8, from))
    const tokens = length > 0 ? { tokens: new Uint8Array(buffer.slice(from, from + length)) } : {}
    vectors.push({ scale: view.getFloat32(at, true), values, ...tokens })
    at = from + length
  }
  return JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, textLength)), (key, value) =>
    key === 'vector' && value !== null ? vectors[value as number]! : value,
  ) as NewMemory[]
}
