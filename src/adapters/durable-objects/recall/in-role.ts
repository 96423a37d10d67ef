import { slotRange } from '../../../domain/statement/slot.ts'
import { CANDIDATES } from '../../../memory/candidates.ts'
import { TRAVERSAL } from '../../../memory/traverse.ts'
import type { RecallPlan } from '../../../ports/recollection.ts'
import type { VaultTables } from '../vault-tables.ts'

const USER = 'user'

/** The chunks that say who has the role that the question means, and what is said of them. */
export function chunksInRole(
  tables: VaultTables,
  { roles = [] }: RecallPlan,
  scopes: readonly number[] | null,
): readonly number[] {
  if (roles.length === 0) return []
  const slots = roles.map(slotRange)
  const stating = tables.facts
    .inSlotRanges({ subject: USER, slots, scopes, limit: CANDIDATES.inRole })
    .filter(({ denies }) => !denies)
  const people = tables.graph.withoutHubs([...new Set(stating.map(({ object }) => object))], TRAVERSAL.hubFacts)
  const said = people.length === 0 ? [] : tables.facts.touching(people, scopes, CANDIDATES.saidOfEach)
  return [...new Set([...stating, ...said].map(({ chunk }) => chunk))].filter((chunk) => chunk > 0)
}
