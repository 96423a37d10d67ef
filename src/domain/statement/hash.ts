import { statementKey } from './same-statement.ts'

/** 53 bits of what a text states: enough to find a duplicate by, never enough to believe it (the texts are compared then). */
export const statementHash = (text: string): number => hash53(statementKey(text))

/** A text in 53 bits that are spread evenly. They hide nothing. */
export function hash53(key: string): number {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let i = 0; i < key.length; i++) {
    const code = key.charCodeAt(i)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return 4294967296 * (2097151 & low) + (high >>> 0)
}
