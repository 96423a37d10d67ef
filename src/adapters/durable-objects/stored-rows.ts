import type { Slot, StoredFact } from '../../memory/records.ts'
import type { ChunkRow } from './tables/chunks.ts'
import type { FactRow } from './tables/facts.ts'
import type { VaultTables } from './vault-tables.ts'

/** Rows as the rules of memory see them: with the names of their personas. */
export const toStored = <Row extends { readonly persona: number }>(tables: VaultTables, rows: readonly Row[]) =>
  rows.map((row) => ({ ...row, persona: tables.personas.get(row.persona).name }))

/** With all their accesses. */
export const storedChunks = (tables: VaultTables, rows: readonly ChunkRow[]) =>
  toStored(tables, tables.accesses.exact('c', rows))
export const storedFacts = (tables: VaultTables, rows: readonly FactRow[]) =>
  toStored(tables, tables.accesses.exact('f', rows))

/** All of a persona's facts in these slots; of every persona's where a run of an earlier version does not name it by its name. */
export const competingFacts = (
  tables: VaultTables,
  { persona, competing }: { persona: string; competing: readonly Slot[] },
): StoredFact[] => {
  const scope = tables.personas.find(persona)
  return storedFacts(tables, tables.facts.inSlots(competing, scope ? [scope.id] : null))
}
