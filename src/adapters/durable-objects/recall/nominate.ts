import { cosine, type PackedVector } from '../../../domain/ranking/vector.ts'
import { CANDIDATES } from '../../../memory/candidates.ts'
import { isCut } from '../coarse-vector.ts'
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
  return scanned.sort((a, b) => exact.get(b.id)! - exact.get(a.id)!).slice(0, CANDIDATES.nearestVectors(k))
}

/** Every candidate gets the exact cosine of its whole vector, whichever way it was found. */
export function scoreMissing(tables: VaultTables, query: PackedVector, exact: Exact, vectors: Iterable<number>): void {
  const wanted = new Set(vectors)
  for (const id of exact.keys()) wanted.delete(id)
  for (const row of tables.vectors.recent([...wanted])) exact.set(row.id, cosine(query, row.vector))
}
