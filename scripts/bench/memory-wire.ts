import type { PackedVector } from '../../src/domain/vector.ts'
import type { NewMemory } from '../../src/ports/memory-store.ts'

/**
 * Memories as bytes, from the thread that prepares them to the worker that stores them: JSON with the vectors left out, its length before
 * it and the vectors after it, each a scale and its bytes.
 */
export function memoriesToBytes(memories: readonly NewMemory[]): Uint8Array {
  const vectors: PackedVector[] = []
  const json = JSON.stringify(memories, (key, value) =>
    key === 'vector' && value !== null ? vectors.push(value as PackedVector) - 1 : value,
  )
  const text = new TextEncoder().encode(json)
  const size = vectors[0]?.bytes.length ?? 0
  const out = new Uint8Array(8 + text.length + vectors.length * (4 + size))
  const view = new DataView(out.buffer)
  view.setUint32(0, text.length, true)
  view.setUint32(4, size, true)
  out.set(text, 8)
  let at = 8 + text.length
  for (const { bytes, scale } of vectors) {
    view.setFloat32(at, scale, true)
    out.set(new Uint8Array(bytes.buffer, bytes.byteOffset, size), at + 4)
    at += 4 + size
  }
  return out
}

export function memoriesFromBytes(buffer: ArrayBuffer): NewMemory[] {
  const view = new DataView(buffer)
  const textLength = view.getUint32(0, true)
  const size = view.getUint32(4, true)
  const vectorAt = (index: number): PackedVector => {
    const at = 8 + textLength + index * (4 + size)
    return { scale: view.getFloat32(at, true), bytes: new Int8Array(buffer, at + 4, size).slice() }
  }
  return JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, textLength)), (key, value) =>
    key === 'vector' && value !== null ? vectorAt(value as number) : value,
  ) as NewMemory[]
}
