/** Where a word's search in the table begins, and what tells it from most others that begin there: both sides of the file count by it. */
export function wordHash(word: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}

/** A slot holds the word's number and one, and above it as many bits of its hash as there is room for. 0: nothing. */
export const NUMBER_BITS = 17
export const SLOTS = 1 << NUMBER_BITS
