import { fromBase64, toBase64 } from '../base64.ts'
import type { PackedVector } from './vector.ts'

const SCALE_BYTES = 4

/** A packed vector as text, for stores that keep no bytes: base64 of the integers, then of the scale. */
export function vectorToText({ values, scale }: PackedVector): string {
  const all = new Uint8Array(values.byteLength + SCALE_BYTES)
  all.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
  new DataView(all.buffer).setFloat32(values.byteLength, scale, true)
  return toBase64(all)
}

export function vectorFromText(text: string): PackedVector {
  const all = fromBase64(text)
  const length = all.length - SCALE_BYTES
  return { values: new Int16Array(all.buffer, 0, length / 2), scale: new DataView(all.buffer).getFloat32(length, true) }
}
