import { type ExportPlace, type PortableRow, type PortableVersion, ROW_TYPES } from '../../ports/portable.ts'
import type { MemoryRecord } from '../records.ts'

/** So many numbers are looked at in one call for what nobody brought. */
export const SLICE = 1_000

/** Rows of one type, and where the next begin; null: there are no more of it. */
export interface FoundRows {
  readonly rows: readonly PortableRow[]
  readonly after: number | string | null
  /** The memory `after` has former versions beyond this one. */
  readonly version?: number
  /** The receipt `after` is of more memories than these. */
  readonly from?: number
}

export const NO_ROWS: FoundRows = { rows: [], after: null }

/** A page of rows that were asked for with a limit: fewer than that are the last, unless some are left for the next page. */
export const pageOf = <T>(
  list: readonly T[],
  limit: number,
  rows: readonly PortableRow[],
  key: (last: T) => number | string,
  taken: readonly T[] = list,
): FoundRows => ({ rows, after: list.length < limit && taken.length === list.length ? null : key(taken.at(-1)!) })

/** A page is one answer of the store, which an isolate holds several times over: in the store, on the way and as lines. */
const PAGE_CHARACTERS = 1_000_000
/** Of a chunk with its vector and tokens, or of a fact, about. */
const TOLD_CHARACTERS = 3_000

/** So long are the former versions in one line: with escapes, and a memory beside them, it stays below what can be imported at once. */
export const VERSIONS_CHARACTERS = 100_000

/**
 * As many of these versions, from the first on, as one line has. It is counted here and not by a store, since the same account is the same file in
 * every store.
 */
export function versionsInLine<Version extends Pick<PortableVersion, 'text' | 'metadata'>>(
  versions: Iterable<Version>,
  atLeast: 0 | 1,
): { readonly versions: readonly Version[]; readonly isMore: boolean } {
  const taken: Version[] = []
  let room = VERSIONS_CHARACTERS
  for (const version of versions) {
    room -= version.text.length + (version.metadata?.length ?? 0)
    if (room < 0 && taken.length >= atLeast) return { versions: taken, isMore: true }
    taken.push(version)
  }
  return { versions: taken, isMore: false }
}

/** As many memories, from the first on, as one page may have. `beside`: how long former versions, and what is parked, are together. */
export function fittingPage<Row extends Pick<MemoryRecord, 'id' | 'text' | 'stated'>>(
  rows: readonly Row[],
  beside: ReadonlyMap<number, number>,
): readonly Row[] {
  let room = PAGE_CHARACTERS
  const end = rows.findIndex(({ id, text, stated }, at) => {
    room -= (text?.length ?? 0) + stated.length * TOLD_CHARACTERS + (beside.get(id) ?? 0)
    return room < 0 && at > 0
  })
  return end < 0 ? rows : rows.slice(0, end)
}

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

export function nextPlace(
  { type, until }: ExportPlace,
  { after, version, from }: Omit<FoundRows, 'rows'>,
): ExportPlace | null {
  if (after !== null)
    return {
      type,
      after,
      until,
      ...(version === undefined ? {} : { version }),
      ...(from === undefined ? {} : { from }),
    }
  const next = ROW_TYPES[ROW_TYPES.indexOf(type) + 1]
  return next ? { type: next, after: next === 'session' || next === 'entity' ? '' : 0, until } : null
}
