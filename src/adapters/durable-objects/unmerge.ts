import { createSaidName } from '../../domain/entity/said-name.ts'
import type { VaultTables } from './vault-tables.ts'

/**
 * Undoes a merge: facts that were stated under the alias go to an entity of its own. They are told by their words, which keep the name
 * that was said. How many there were, or null where there was nothing to undo.
 */
export function unmerge(tables: VaultTables, request: { entity: string; alias: string }): number | null {
  const moved = tables.graph.unmerge(request.entity, request.alias)
  if (!moved) return null
  const said = createSaidName(request.alias, moved.others)
  let facts = 0
  for (const row of tables.facts.of(moved.from)) {
    const asSubject = row.subject === moved.from && said.asSubject(row.text)
    const asObject = row.object === moved.from && said.asObject(row.text)
    if (!asSubject && !asObject) continue
    const to = tables.graph.canonical(moved.to)
    const persona = tables.personas.get(row.persona)
    tables.facts.reassign(row, asSubject ? to : row.subject, asObject ? to : row.object)
    tables.graph.use(persona, [moved.from], -1)
    tables.graph.use(persona, [to], 1)
    facts++
  }
  return facts
}
