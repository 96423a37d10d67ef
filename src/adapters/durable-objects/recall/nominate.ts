import { toChunkId, toFactId } from '../../../domain/memory-id.ts'
import { type AskedVector, cosine, type PackedVector } from '../../../domain/ranking/vector.ts'
import { CANDIDATES } from '../../../memory/candidates.ts'
import { isCrowded, trustInCrowd } from '../../../memory/crowd.ts'
import { isCut } from '../coarse-vector.ts'
import { scanner } from '../slab.ts'
import type { StoredVector } from '../tables/vectors.ts'
import type { VaultTables } from '../vault-tables.ts'
import type { Passing, PassingList } from './passing.ts'

/** Finds the nearest vectors, roughly, best first; at most `limit`. */
export type Search = (limit: number) => number[]

/** Ids of the vectors among which the nearest are. */
export const nominate = (search: Search, query: PackedVector, k: number): number[] =>
  search(isCut(query) ? CANDIDATES.scannedCut : CANDIDATES.scanned(k))

/** Looks among what passes, where that is asked for. */
export function createSearch(
  tables: VaultTables,
  query: PackedVector,
  scopes: readonly number[] | null,
  passing: Passing | null,
): Search {
  const among = (list: PassingList | null) => (limit: number) =>
    tables.index.nearest(query, scopes, limit, list?.vectors).map(({ id }) => id)
  if (!passing || passing.list) return among(passing?.list ?? null)
  const nearest = among(null)(CANDIDATES.checkedVectors)
  let all: PassingList | null = null
  return (limit) => {
    const found: number[] = []
    for (let from = 0; from < nearest.length && found.length < limit && !all; from += CANDIDATES.checkedAtOnce)
      found.push(...passingVectors(tables, passing, nearest.slice(from, from + CANDIDATES.checkedAtOnce)))
    // Whoever passes and is nearest is among these, if they are enough or there are no others.
    if (!all && (found.length >= limit || nearest.length < CANDIDATES.checkedVectors)) return found.slice(0, limit)
    all ??= passing.listAll()
    return among(all)(limit)
  }
}

/** Those that stand for something that passes, in their order. */
function passingVectors(tables: VaultTables, passing: Passing, ids: readonly number[]): number[] {
  const rows = tables.vectors.standingFor(ids)
  const targetsOf = ({ chunk, facts }: (typeof rows)[number]) => [toChunkId(chunk), ...facts.map(toFactId)]
  const known = passing.among([...new Set(rows.flatMap(targetsOf))])
  const pass = new Set(rows.flatMap((row) => (targetsOf(row).some((target) => known.has(target)) ? row.id : [])))
  return ids.filter((id) => pass.has(id))
}

export interface Nearness {
  readonly cosine: number
  /** null: one of both has no tokens. */
  readonly late: number | null
}

/** How near every whole vector is that was looked at, by its id. */
export type Exact = Map<number, Nearness>

/** To be used at once: the scanner knows one question at a time. */
function createMeasure(query: AskedVector): (row: StoredVector) => Nearness {
  const late = query.asked && scanner.late(query.asked)
  return ({ vector }) => ({
    cosine: cosine(query, vector),
    late: late && vector.tokens ? late(vector.tokens) : null,
  })
}

/** The vectors that are nearest, nearest first. */
export function nearestVectors(tables: VaultTables, query: AskedVector, search: Search, k: number, exact: Exact) {
  const scanned = tables.vectors.recent(nominate(search, query, k))
  const measure = createMeasure(query)
  for (const row of scanned) exact.set(row.id, measure(row))
  const nearest = scanned
    .sort((a, b) => exact.get(b.id)!.cosine - exact.get(a.id)!.cosine)
    .slice(0, CANDIDATES.nearestVectors(k))
  if (!isCrowded(nearest, saySame)) return nearest
  const others = beyondCrowd(tables, search, nearest)
  for (const row of others) exact.set(row.id, measure(row))
  return [...nearest, ...others]
}

/** Wordings of one statement are at 0.75 to 0.95 of each other, different statements on one topic mostly below 0.6. */
const SAME = 0.75
const saySame = (one: StoredVector, other: StoredVector): boolean =>
  one.chunk !== other.chunk && cosine(one.vector, other.vector) >= SAME

/** The nearest that are trusted more than most of a crowd. */
function beyondCrowd(tables: VaultTables, search: Search, crowd: readonly StoredVector[]): StoredVector[] {
  const chunks = tables.chunks.recent([...new Set(crowd.map(({ chunk }) => chunk))])
  const usual = trustInCrowd(chunks.map(({ source }) => source))
  if (usual === 0) return []
  const known = new Set(crowd.map(({ id }) => id))
  const ids = search(CANDIDATES.beyondCrowdAmong).filter((id) => !known.has(id))
  const found: number[] = []
  for (let from = 0; from < ids.length && found.length < CANDIDATES.beyondCrowd; from += CANDIDATES.beyondCrowdAtOnce) {
    const some = ids.slice(from, from + CANDIDATES.beyondCrowdAtOnce)
    found.push(...tables.vectors.trustedMore(some, usual))
  }
  return tables.vectors.recent(found.slice(0, CANDIDATES.beyondCrowd))
}

/** Every candidate gets the exact nearness of its whole vector, whichever way it was found. */
export function scoreMissing(tables: VaultTables, query: AskedVector, exact: Exact, vectors: Iterable<number>): void {
  const wanted = new Set(vectors)
  for (const id of exact.keys()) wanted.delete(id)
  const measure = createMeasure(query)
  for (const row of tables.vectors.recent([...wanted])) exact.set(row.id, measure(row))
}
