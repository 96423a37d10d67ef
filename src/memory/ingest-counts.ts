import type { Remembered } from '../ports/new-memory.ts'

/** The records of texts that brought something new; what only says again what is known creates nothing. */
export const createdBy = (remembered: readonly Remembered[]): number[] =>
  remembered.flatMap(({ chunks, memory }) => (chunks > 0 ? (memory ?? []) : []))

/** What an ingest comes to, in the words of the journal. */
export const ingestCounts = (remembered: readonly Remembered[]) => ({
  texts: remembered.length,
  chunks: remembered.reduce((sum, { chunks }) => sum + chunks, 0),
  facts: remembered.reduce((sum, { facts }) => sum + facts, 0),
  duplicates: remembered.filter(({ duplicateOf }) => duplicateOf !== null).length,
})
