import { entityKey, entityLookupKeys } from '../../domain/entity/entity-name.ts'
import type { Mention } from '../../domain/statement/fact.ts'
import { createEntityResolver } from '../entity-resolver.ts'
import type { Alias, EntityName, EntityRecord, StoredFact } from '../records.ts'
import type { Loaded } from './loaded.ts'
import { type Looking, look } from './look.ts'
import { isSpeaker, isSpeakerKey, type Worded, wordedOf } from './worded.ts'

export interface Meant {
  readonly subject: string
  readonly object: string
}

export interface Renamed {
  /** Whom each telling means by now: those that are told anew, and those of others that a name of these could mean. */
  readonly meant: ReadonlyMap<Worded, Meant>
  /** Entities that are not what they were, with all they go by. */
  readonly entities: readonly EntityRecord[]
  readonly names: readonly EntityName[]
}

interface Tellings {
  readonly loaded: Loaded
  readonly added: readonly Worded[]
  readonly withdrawn: readonly Worded[]
  /** The memories that are taken away or told anew. */
  readonly changed: readonly number[]
  /** Is it still told? */
  readonly holds: (telling: Pick<Worded, 'record' | 'piece'>) => boolean
}

interface Side {
  readonly mention: Mention
  readonly telling: Worded
  /** Whom it meant so far. */
  readonly key: string | null
}

const sidesOf = (telling: Worded): Side[] => [
  { telling, mention: telling.subject, key: telling.fact?.subject ?? null },
  { telling, mention: telling.object, key: telling.fact?.object ?? null },
]

const namesIn = ({ name }: Pick<Mention, 'name'>): string[] => [...entityLookupKeys(name), entityKey(name)]

/**
 * Whom names mean depends on who was named before. Where one that goes or comes may have been the first to use a name, all mentions that have
 * to do with it are read again, in their order, as if the others had been all that was told.
 */
export function* renameMentions(given: Tellings): Looking<Renamed> {
  const { added } = given
  const component = yield* findComponent(given)
  const again = yield* mentionsOf(given, component)
  const inOrder = [...again, ...added].sort((a, b) => a.number - b.number)
  const keys = added.flatMap(({ subject, object }) => [entityKey(subject.name), entityKey(object.name)])
  const others = yield* look(
    'entities',
    [...new Set(keys)].filter((key) => !component.has(key)),
  )
  const resolver = createEntityResolver({ entities: others, names: [] }, takenApartIn([...component.values()]))
  const keyOf = ({ mention, key }: Side): string =>
    key === null || component.has(key) ? resolver.canonical(mention) : key
  for (const fact of factsNobodyTells(given, component)) {
    for (const key of [fact.subject, fact.object]) {
      const entity = component.get(key)
      if (entity) resolver.canonical(entity)
    }
  }
  const meant = new Map<Worded, Meant>()
  for (const telling of inOrder) {
    const [subject, object] = sidesOf(telling).map(keyOf)
    meant.set(telling, { subject: subject!, object: object! })
  }
  const changes = resolver.changes()
  const entities = changes.entities.filter((one) => !isAsBefore(one, component.get(one.key)))
  const changed = new Set(entities.map(({ key }) => key))
  return { meant, entities, names: changes.names.filter(({ entity }) => changed.has(entity)) }
}

/** Two that were taken apart stay so, whichever of them is named first. */
const takenApartIn =
  (entities: readonly EntityRecord[]) =>
  (key: string, isKnown: (key: string) => boolean): Alias[] =>
    entities.flatMap(({ key: own, name, aliases }) =>
      aliases.flatMap((alias) => {
        if (!alias.apart) return []
        if (own === key) return alias
        return entityKey(alias.name) === key && !isKnown(own) ? { ...alias, name } : []
      }),
    )

const isAsBefore = (one: EntityRecord, before: EntityRecord | undefined): boolean =>
  before !== undefined &&
  JSON.stringify([one.name, one.kind, one.aliases]) === JSON.stringify([before.name, before.kind, before.aliases])

/** The entities that may be meant otherwise: those that a name that goes or comes leads to, and all that their names lead to in turn. */
function* findComponent(given: Tellings): Looking<Map<string, EntityRecord>> {
  const names = yield* firstNames(given)
  const component = new Map<string, EntityRecord>()
  const asked = new Set<string>()
  for (let keys = names.keys, next = names.names; keys.size > 0 || next.size > 0; ) {
    const named = yield* look(
      'named',
      [...next].filter((name) => !asked.has(name)),
    )
    for (const name of next) asked.add(name)
    for (const key of named) keys.add(key)
    const wanted = [...keys].filter((key) => !component.has(key) && !isSpeakerKey(key))
    const found = (yield* look('entities', wanted)).filter(({ kind }) => !isSpeakerKey(kind))
    for (const entity of found) component.set(entity.key, entity)
    next = new Set(found.flatMap((entity) => [entity, ...entity.aliases].flatMap(namesIn)))
    for (const telling of yield* mentionsOf(given, new Map(found.map((entity) => [entity.key, entity]))))
      for (const { mention, key } of sidesOf(telling))
        if (key !== null && component.has(key)) for (const name of namesIn(mention)) next.add(name)
    next = new Set([...next].filter((name) => !asked.has(name)))
    keys = new Set()
  }
  return component
}

/** What may have been named first by one that goes, or may be by one that comes. */
function* firstNames({ added, withdrawn, changed }: Tellings): Looking<{ keys: Set<string>; names: Set<string> }> {
  const going = withdrawn.flatMap(sidesOf).filter(({ mention }) => !isSpeaker(mention))
  const coming = added.flatMap(sidesOf).filter(({ mention }) => !isSpeaker(mention))
  const met = [
    ...going.map(({ key, telling }) => ({ key: key!, before: telling.record })),
    ...coming.map(({ mention, telling }) => ({ key: entityKey(mention.name), before: telling.record })),
  ]
  const known = new Set(
    (met.length === 0 ? [] : yield* look('metBefore', { met, besides: changed })).map(
      ({ key, before }) => `${before} ${key}`,
    ),
  )
  const isKnown = (key: string, { record }: Worded) => known.has(`${record} ${key}`)
  return {
    keys: new Set(
      going.flatMap(({ key, mention, telling }) =>
        entityKey(mention.name) === key && isKnown(key, telling) ? [] : key!,
      ),
    ),
    names: new Set(
      coming.flatMap(({ mention, telling }) => (isKnown(entityKey(mention.name), telling) ? [] : namesIn(mention))),
    ),
  }
}

/** What is still told of the entities in words of its own. */
function* mentionsOf(
  { loaded, changed, holds }: Tellings,
  entities: ReadonlyMap<string, EntityRecord>,
): Looking<Worded[]> {
  const facts = yield* look('touching', [...entities.keys()])
  loaded.keepFacts(facts)
  const ids = new Set(facts.map(({ id }) => id))
  yield* loaded.loadTellers({ facts: ids })
  const tellers = new Set([...ids].flatMap((id) => loaded.tellersOf(`f${id}`)))
  for (const id of changed) tellers.delete(id)
  const factOf = (id: number) => (ids.has(id) ? loaded.facts.get(id) : undefined)
  return [...tellers].flatMap((id) => {
    const record = loaded.records.get(id)
    return record ? wordedOf(record, factOf).filter(holds) : []
  })
}

/** Facts of these entities whose tellings nobody knows any more. */
function factsNobodyTells({ loaded }: Tellings, entities: ReadonlyMap<string, EntityRecord>): StoredFact[] {
  const touches = ({ subject, object }: StoredFact) => entities.has(subject) || entities.has(object)
  return [...loaded.facts.values()].filter(
    (fact) => touches(fact) && !loaded.tellersOf(`f${fact.id}`).some((id) => loaded.records.has(id)),
  )
}
