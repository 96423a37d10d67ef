import type { StoredVector } from './tables/vectors.ts'
import type { VaultTables } from './vault-tables.ts'

/** As rows, and where they are scanned. */
export function storeVectors(tables: VaultTables, rows: readonly StoredVector[]): void {
  tables.vectors.insert(rows)
  for (const { id, persona, vector } of rows) tables.index.add(id, persona, vector)
}
