import type { Slot, StoredFact } from '../../memory/records.ts'
import type { VaultTables } from './vault-tables.ts'

/** Rows as the rules of memory see them: with the names of their personas. */
export const toStored = <Row extends { readonly persona: number }>(tables: VaultTables, rows: readonly Row[]) =>
  rows.map((row) => ({ ...row, persona: tables.personas.get(row.persona).name }))

/** All of a persona's facts in these slots; of every persona's where a run of an earlier version does not name it by its name. */
export const competingFacts = (
  tables: VaultTables,
  { persona, competing }: { persona: string; competing: readonly Slot[] },
): StoredFact[] => {
  const scope = tables.personas.find(persona)
  return toStored(tables, tables.facts.inSlots(competing, scope ? [scope.id] : null))
}
