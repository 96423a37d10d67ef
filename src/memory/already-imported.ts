import { IMPORT_ID } from '../domain/import/import-id.ts'
import type { ImportedBefore, NewMemory, Remembered } from '../ports/new-memory.ts'
import { pairText } from './metadata-pairs.ts'

/** A memory that an import brought, as it is found by its metadata. */
export interface ImportRow {
  readonly pair: string
  readonly persona: string
  readonly memory: number
}

/** What to look up for these: the pair of the metadata that an imported text is known by. */
export const importPairs = (texts: readonly Pick<NewMemory, 'importId'>[]): string[] =>
  texts.flatMap(({ importId }) => (importId ? pairText(IMPORT_ID, JSON.stringify(importId)) : []))

const keyOf = (persona: string, pair: string): string => `${persona}\n${pair}`

/** The memories that are there of these texts, in their order; null where there is none. A persona has its own. */
export function foundAmong(rows: readonly ImportRow[], texts: readonly ImportedBefore[]): (number | null)[] {
  const memories = new Map(rows.map(({ pair, persona, memory }) => [keyOf(persona, pair), memory]))
  return texts.map(({ persona, importId }) => {
    const [pair] = importPairs([{ importId }])
    return pair === undefined ? null : (memories.get(keyOf(persona, pair)) ?? null)
  })
}

/**
 * Leaves out of a batch what an earlier import brought: it is neither told again nor restated. `answers` puts the answers in the order of
 * the batch.
 */
export function withoutImported(rows: readonly ImportRow[], memories: readonly NewMemory[]) {
  const found = foundAmong(
    rows,
    memories.map(({ persona, importId = null }) => ({ persona, importId })),
  )
  return {
    fresh: memories.filter((_, at) => found[at] === null),
    answers(remembered: readonly Remembered[]): Remembered[] {
      const answers = remembered[Symbol.iterator]()
      return found.map((memory) => (memory === null ? answers.next().value! : wasImported(memory)))
    },
  }
}

const wasImported = (memory: number): Remembered => ({
  chunks: 0,
  facts: 0,
  duplicateOf: null,
  ids: [],
  memory,
  restates: null,
  wasImported: true,
})
