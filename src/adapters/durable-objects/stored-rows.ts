import type { StoredChunk, StoredFact } from '../../memory/records.ts'
import type { Times } from '../../ports/archive.ts'
import type { ChunkRow } from './tables/chunks.ts'
import type { FactRow } from './tables/facts.ts'
import type { VaultTables } from './vault-tables.ts'

export const timesOf = (row: ChunkRow | FactRow): Times => ({
  createdAt: row.created_at,
  statedAt: row.stated_at,
  lastAccess: row.last_access,
  accessCount: row.access_count,
})

/** A row as the rules of memory see it. */
export const toStoredChunk = (tables: VaultTables, row: ChunkRow): StoredChunk => ({
  ...row,
  ...timesOf(row),
  persona: tables.personas.get(row.persona).name,
})

export const toStoredFact = (tables: VaultTables, row: FactRow): StoredFact => ({
  ...row,
  ...timesOf(row),
  persona: tables.personas.get(row.persona).name,
  leaf: row.leaf === 1,
  negated: row.negated === 1,
  denies: row.denies === 1,
})

/** The columns of the times. */
export const timesToRow = ({ createdAt, statedAt, lastAccess, accessCount }: Times) => ({
  created_at: createdAt,
  stated_at: statedAt,
  last_access: lastAccess,
  access_count: accessCount,
})
