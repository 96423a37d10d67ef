import type { PackedVector } from './vector.ts'

/** A packed vector as text, for stores that keep no bytes: base64 of the bytes, then of the scale. */
export function vectorToText({ bytes, scale }: PackedVector): string {
  const all = new Uint8Array(bytes.length + 4)
  all.set(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length))
  new DataView(all.buffer).setFloat32(bytes.length, scale, true)
  let text = ''
  for (const byte of all) text += String.fromCharCode(byte)
  return btoa(text)
}

export function vectorFromText(text: string): PackedVector {
  const all = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  const length = all.length - 4
  return { bytes: new Int8Array(all.buffer, 0, length), scale: new DataView(all.buffer).getFloat32(length, true) }
}
