export interface Access {
  last: number
  times: number
}

/** A chunk or fact by its number, with what is to be added to its accesses; 0 times: what was known of it is void. */
export interface Entry extends Access {
  readonly key: number
}

/** Small numbers of either sign stay small. Times and keys are beyond what bit operations reach. */
const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value)
const unzigzag = (value: number): number => (value % 2 === 1 ? -(value + 1) / 2 : value / 2)

/**
 * Entries as bytes: of each the distance of its key and of its last access from the entry before, and how many times, in groups of seven bits.
 * What one retrieve returned takes some 4 bytes a memory.
 */
export function packEntries(entries: Iterable<Entry>): Uint8Array<ArrayBuffer> {
  let bytes = new Uint8Array(1024)
  let length = 0
  const put = (value: number) => {
    let left = value
    for (; left >= 128; left = Math.floor(left / 128)) bytes[length++] = (left % 128) + 128
    bytes[length++] = left
  }
  let before = { key: 0, last: 0 }
  for (const entry of entries) {
    if (length + 32 > bytes.length) {
      const larger = new Uint8Array(2 * bytes.length)
      larger.set(bytes)
      bytes = larger
    }
    put(zigzag(entry.key - before.key))
    put(zigzag(entry.last - before.last))
    put(entry.times)
    before = entry
  }
  return bytes.slice(0, length)
}

/** Calls back for each: a vault with a full log reads 80,000 when it wakes. */
export function unpackEntries(bytes: Uint8Array, found: (key: number, last: number, times: number) => void): void {
  let at = 0
  const take = (): number => {
    let value = 0
    for (let unit = 1; ; unit *= 128) {
      const byte = bytes[at++] ?? 0
      if (byte < 128) return value + byte * unit
      value += (byte - 128) * unit
    }
  }
  let key = 0
  let last = 0
  while (at < bytes.length) {
    key += unzigzag(take())
    last += unzigzag(take())
    found(key, last, take())
  }
}
