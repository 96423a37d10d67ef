import type { Slot, StoredFact } from '../../memory/records.ts'
import { toStoredFact } from './stored-rows.ts'
import type { FactRow } from './tables/facts.ts'
import type { VaultTables } from './vault-tables.ts'

/** Facts as the rules of memory see them. */
export const factsOfRows = (tables: VaultTables, rows: readonly FactRow[]): StoredFact[] =>
  rows.map((row) => toStoredFact(tables, row))

/** All of a persona's facts in these slots. */
export const competingFacts = (
  tables: VaultTables,
  { persona, competing }: { persona: string; competing: readonly Slot[] },
) => {
  const scope = tables.personas.find(persona)
  return factsOfRows(tables, tables.facts.inSlots(competing, scope ? [scope.id] : null))
}
