import { entityKey } from '../domain/entity/entity-name.ts'
import { createSaidName } from '../domain/entity/said-name.ts'
import { createEntityResolver, type KnownEntities } from './entity-resolver.ts'
import type { EntityName, EntityRecord, StoredFact } from './records.ts'

export interface Unmerge {
  readonly entities: readonly EntityRecord[]
  readonly names: readonly EntityName[]
  /** The name that leads to the entity no longer. */
  readonly unnamed: EntityName
  /** Facts that turn out to be about other entities. */
  readonly moves: readonly { readonly fact: StoredFact; readonly subject: string; readonly object: string }[]
}

/**
 * Undoes a merge: facts that were stated under the alias go to an entity of its own. They are told by their words, which keep the name
 * that was said. null where there is nothing to undo.
 */
export function planUnmerge(
  merge: { readonly entity: string; readonly alias: string },
  known: KnownEntities,
  facts: readonly StoredFact[],
): Unmerge | null {
  const key = entityKey(merge.entity)
  const entity = known.entities.find((one) => one.key === key)
  const alias = entity?.aliases.find(({ name, apart }) => !apart && entityKey(name) === entityKey(merge.alias))
  if (!entity || !alias) return null
  const others = entity.aliases.filter((other) => other !== alias)
  const parted = { ...entity, aliases: [...others, { ...alias, apart: true }] }
  const unnamed = { name: entityKey(alias.name), entity: key }
  const resolver = createEntityResolver({
    entities: known.entities.map((one) => (one === entity ? parted : one)),
    names: known.names.filter((name) => name.name !== unnamed.name || name.entity !== key),
  })
  const said = createSaidName(alias.name, [entity.name, ...others.map(({ name }) => name)])
  const moves = facts.flatMap((fact) => {
    const asSubject = fact.subject === key && said.asSubject(fact.text)
    const asObject = fact.object === key && said.asObject(fact.text)
    if (!asSubject && !asObject) return []
    const to = resolver.canonical({ name: alias.name, kind: entity.kind })
    return { fact, subject: asSubject ? to : fact.subject, object: asObject ? to : fact.object }
  })
  const { entities, names } = resolver.changes()
  return { entities: [parted, ...entities.filter((one) => one.key !== key)], names, unnamed, moves }
}
