import { entityKey, entityLookupKeys } from '../../domain/entity/entity-name.ts'
import { createSaidName } from '../../domain/entity/said-name.ts'
import type { EntityRegister } from '../../ports/entity-register.ts'
import { createEntityResolver } from './entity-resolver.ts'
import { factKey } from './fact-key.ts'
import type { Change, EntityRecord, GraphScope, Known } from './graph-store.ts'

type Merge = Parameters<EntityRegister['unmerge']>[1]

export const listEntities = async (
  graph: GraphScope,
  { after, limit }: Parameters<EntityRegister['list']>[1],
): ReturnType<EntityRegister['list']> =>
  (await graph.entities(after === '' ? '' : entityKey(after), limit)).map(({ name, kind, aliases }) => ({
    name,
    kind,
    aliases: aliases.map((alias) => ({ ...alias, apart: alias.apart ?? false })),
  }))

/** Undoes a merge in one transaction: facts that were stated under the alias go to an entity of its own. */
export async function unmerge(graph: GraphScope, merge: Merge): Promise<number | null> {
  const entity = entityKey(merge.entity)
  const names = [...entityLookupKeys(merge.entity), ...entityLookupKeys(merge.alias)]
  let moved: number | null = null
  await graph.change({ statements: [], names, sessions: [], factsOf: entity }, async (known) => {
    const planned = planSeparation(known, entity, merge.alias)
    moved = planned?.moves.length ?? null
    return planned
  })
  return moved
}

function planSeparation(
  known: Known,
  key: string,
  aliasName: string,
): (Change & Required<Pick<Change, 'moves'>>) | null {
  const entity = known.entities.find((one) => one.key === key)
  const alias = entity?.aliases.find(({ name, apart }) => !apart && entityKey(name) === entityKey(aliasName))
  if (!entity || !alias) return null
  const others = entity.aliases.filter((other) => other !== alias)
  const parted: EntityRecord = {
    key,
    name: entity.name,
    kind: entity.kind,
    aliases: [...others, { ...alias, apart: true }],
  }
  const unnamed = { name: entityKey(alias.name), entity: key }
  const resolver = createEntityResolver(
    known.entities.map((one) =>
      one.key === key ? { ...parted, names: one.names.filter((name) => name !== unnamed.name) } : one,
    ),
  )
  const said = createSaidName(alias.name, [entity.name, ...others.map(({ name }) => name)])
  const moves = (known.factsOf ?? []).flatMap((fact) => {
    const asSubject = fact.subject === key && said.asSubject(fact.text)
    const asObject = fact.object === key && said.asObject(fact.text)
    if (!asSubject && !asObject) return []
    const to = resolver.canonical({ name: alias.name, kind: entity.kind })
    const ends = { subject: asSubject ? to : fact.subject, object: asObject ? to : fact.object }
    return {
      key: fact.key,
      to: { ...ends, key: factKey({ ...fact, ...ends }), place: `${ends.subject}\n${fact.slot}` },
    }
  })
  const { entities, names } = resolver.changes()
  return {
    now: 0,
    embedder: null,
    lastId: known.lastId,
    lastStatedAt: known.lastStatedAt,
    personas: [],
    sessions: [],
    chunks: [],
    restatedChunks: [],
    entities: [parted, ...entities],
    names,
    unnamed: [unnamed],
    facts: [],
    restatedFacts: [],
    moves,
  }
}
