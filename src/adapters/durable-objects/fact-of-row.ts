import type { Place, StoredFact } from '../../memory/stored-fact.ts'
import type { FactRow } from './tables/facts.ts'
import type { VaultTables } from './vault-tables.ts'

/** Facts as the rules of memory see them. */
export const factsOfRows = (tables: VaultTables, rows: readonly FactRow[]): StoredFact[] =>
  rows.map((row) => ({
    ...row,
    persona: tables.personas.get(row.persona).name,
    denies: row.denies === 1,
    statedAt: row.stated_at,
    lastAccess: row.last_access,
  }))

/** All of a persona's facts in these places. */
export const competingFacts = (
  tables: VaultTables,
  { persona, competing }: { persona: string; competing: readonly Place[] },
) => {
  const scope = tables.personas.find(persona)
  return factsOfRows(tables, tables.facts.inSlots(competing, scope ? [scope.id] : null))
}
