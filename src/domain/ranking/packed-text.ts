import { fromBase64, toBase64 } from '../base64.ts'
import type { PackedVector } from './vector.ts'

const SCALE_BYTES = 4

/** Between the vector and its tokens: base64 does not use it. */
const BEFORE_TOKENS = '.'

/** A packed vector as text, for stores that keep no bytes: base64 of the integers, then of the scale; then of its tokens, if it has any. */
export function vectorToText({ values, scale, tokens }: PackedVector): string {
  const all = new Uint8Array(values.byteLength + SCALE_BYTES)
  all.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
  new DataView(all.buffer).setFloat32(values.byteLength, scale, true)
  return tokens ? toBase64(all) + BEFORE_TOKENS + toBase64(tokens) : toBase64(all)
}

export function vectorFromText(text: string): PackedVector {
  const [vector, tokens] = text.split(BEFORE_TOKENS)
  const all = fromBase64(vector!)
  const length = all.length - SCALE_BYTES
  return {
    values: new Int16Array(all.buffer, 0, length / 2),
    scale: new DataView(all.buffer).getFloat32(length, true),
    ...(tokens ? { tokens: fromBase64(tokens) } : {}),
  }
}
