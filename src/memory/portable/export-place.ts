import { type ExportPlace, type PortableRow, ROW_TYPES } from '../../ports/portable.ts'

/** So many numbers are looked at in one call for what nobody brought. */
export const SLICE = 2_000

/** Rows of one type, and where the next begin; null: there are no more of it. */
export interface FoundRows {
  readonly rows: readonly PortableRow[]
  readonly after: number | string | null
}

export const NO_ROWS: FoundRows = { rows: [], after: null }

/** A page of rows that were asked for with a limit: fewer than that are the last. */
export const pageOf = <T>(
  list: readonly T[],
  limit: number,
  rows: readonly PortableRow[],
  key: (last: T) => number | string,
): FoundRows => ({ rows, after: list.length < limit ? null : key(list.at(-1)!) })

/** Where a page begins. Nobody knows who wrote a place: it leads no further than what there is. */
export function placeOf(asked: ExportPlace | null, last: ExportPlace['until']): ExportPlace {
  if (!asked) return { type: 'persona', after: '', until: last }
  const { memories, chunks, facts } = asked.until
  return {
    ...asked,
    until: {
      memories: Math.min(memories, last.memories),
      chunks: Math.min(chunks, last.chunks),
      facts: Math.min(facts, last.facts),
    },
  }
}

export function nextPlace({ type, until }: ExportPlace, after: number | string | null): ExportPlace | null {
  if (after !== null) return { type, after, until }
  const next = ROW_TYPES[ROW_TYPES.indexOf(type) + 1]
  return next ? { type: next, after: next === 'session' || next === 'entity' ? '' : 0, until } : null
}
