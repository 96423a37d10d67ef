import { cosine, type PackedVector } from '../../../domain/ranking/vector.ts'
import { CANDIDATES } from '../../../memory/candidates.ts'
import { isCrowded, trustInCrowd } from '../../../memory/crowd.ts'
import { isCut } from '../coarse-vector.ts'
import type { StoredVector } from '../tables/vectors.ts'
import type { VaultTables } from '../vault-tables.ts'

/** Ids of the vectors among which the nearest are. */
export const nominate = (
  index: VaultTables['index'],
  query: PackedVector,
  scopes: readonly number[] | null,
): number[] =>
  index.nearest(query, scopes, isCut(query) ? CANDIDATES.scannedCut : CANDIDATES.scanned).map(({ id }) => id)

/** The cosine of every whole vector that was looked at, by its id. */
export type Exact = Map<number, number>

/** The vectors that are nearest, nearest first. */
export function nearestVectors(
  tables: VaultTables,
  query: PackedVector,
  scopes: readonly number[] | null,
  k: number,
  exact: Exact,
) {
  const scanned = tables.vectors.recent(nominate(tables.index, query, scopes))
  for (const row of scanned) exact.set(row.id, cosine(query, row.vector))
  const nearest = scanned.sort((a, b) => exact.get(b.id)! - exact.get(a.id)!).slice(0, CANDIDATES.nearestVectors(k))
  if (!isCrowded(nearest, saySame)) return nearest
  const others = beyondCrowd(tables, query, scopes, nearest)
  for (const row of others) exact.set(row.id, cosine(query, row.vector))
  return [...nearest, ...others]
}

/** Wordings of one statement are at 0.75 to 0.95 of each other, different statements on one topic mostly below 0.6. */
const SAME = 0.75
const saySame = (one: StoredVector, other: StoredVector): boolean =>
  one.chunk !== other.chunk && cosine(one.vector, other.vector) >= SAME

/** The nearest that are trusted more than most of a crowd. */
function beyondCrowd(
  tables: VaultTables,
  query: PackedVector,
  scopes: readonly number[] | null,
  crowd: readonly StoredVector[],
): StoredVector[] {
  const chunks = tables.chunks.recent([...new Set(crowd.map(({ chunk }) => chunk))])
  const usual = trustInCrowd(chunks.map(({ source }) => source))
  if (usual === 0) return []
  const known = new Set(crowd.map(({ id }) => id))
  const ids = tables.index
    .nearest(query, scopes, CANDIDATES.beyondCrowdAmong)
    .flatMap(({ id }) => (known.has(id) ? [] : id))
  const found: number[] = []
  for (let from = 0; from < ids.length && found.length < CANDIDATES.beyondCrowd; from += CANDIDATES.beyondCrowdAtOnce) {
    const some = ids.slice(from, from + CANDIDATES.beyondCrowdAtOnce)
    found.push(...tables.vectors.trustedMore(some, usual))
  }
  return tables.vectors.recent(found.slice(0, CANDIDATES.beyondCrowd))
}

/** Every candidate gets the exact cosine of its whole vector, whichever way it was found. */
export function scoreMissing(tables: VaultTables, query: PackedVector, exact: Exact, vectors: Iterable<number>): void {
  const wanted = new Set(vectors)
  for (const id of exact.keys()) wanted.delete(id)
  for (const row of tables.vectors.recent([...wanted])) exact.set(row.id, cosine(query, row.vector))
}
