const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** `length` characters, each uniform over base62: bytes that would favour the first letters are thrown away. */
export function randomBase62(length: number): string {
  let out = ''
  while (out.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2))) {
      if (byte < 248 && out.length < length) out += BASE62[byte % 62]
    }
  }
  return out
}

/** The first `length` base62 digits of the bytes read as one big number: deterministic, for tags. */
export function toBase62(bytes: Uint8Array, length: number): string {
  let value = 0n
  for (const byte of bytes) value = value * 256n + BigInt(byte)
  let out = ''
  for (let i = 0; i < length; i++) {
    out += BASE62[Number(value % 62n)]
    value /= 62n
  }
  return out
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
