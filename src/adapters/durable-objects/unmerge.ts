import { entityKey } from '../../domain/entity/entity-name.ts'
import { planUnmerge } from '../../memory/plan-unmerge.ts'
import { storedFacts } from './stored-rows.ts'
import type { VaultTables } from './vault-tables.ts'

/** Undoes a merge. How many facts went to an entity of their own, or null where there was nothing to undo. */
export function unmerge(tables: VaultTables, merge: { entity: string; alias: string }): number | null {
  const { graph } = tables
  const known = graph.known([merge.entity, merge.alias])
  const facts = tables.facts.of(entityKey(merge.entity))
  const rows = new Map(facts.map((row) => [row.id, row]))
  const planned = planUnmerge(merge, known, storedFacts(tables, facts))
  if (!planned) return null
  graph.learn(planned.entities, planned.names)
  graph.unname(planned.unnamed)
  for (const { fact, subject, object } of planned.moves) {
    const row = rows.get(fact.id)!
    const persona = tables.personas.get(row.persona)
    const left = [row.subject, row.object].filter((key) => key !== subject && key !== object)
    const reached = [subject, object].filter((key) => key !== row.subject && key !== row.object)
    tables.facts.reassign(row, subject, object)
    graph.use(persona, reached, 1)
    graph.use(persona, left, -1)
  }
  return planned.moves.length
}
