import { fnv1a } from '../../runtime/fnv1a.ts'

/** Where a word's search in the table begins, and what tells it from most others that begin there: both sides of the file count by it. */
export function wordHash(word: string): number {
  const hash = fnv1a(word)
  return (hash ^ (hash >>> 15)) >>> 0
}

/** A slot holds the word's number and one, and above it as many bits of its hash as there is room for. 0: nothing. */
export const NUMBER_BITS = 17
export const SLOTS = 1 << NUMBER_BITS
