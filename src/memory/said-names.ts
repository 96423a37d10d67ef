import { entityKey, entityLookupKeys } from '../domain/entity/entity-name.ts'
import { saidSides, UNNAMED } from '../domain/statement/said-sides.ts'
import type { EntityRecord, StoredFact } from './records.ts'

/** Of entities those that one of the facts calls so. */
export function calledSo(keys: readonly string[], name: string, facts: Iterable<StoredFact>): string[] {
  const said = saidNames(facts)
  return keys.filter((key) => said.isCalled(key, name))
}

/** Under what names some facts speak of entities, by their keys: for whoever may see these facts alone. */
export function saidNames(facts: Iterable<StoredFact>) {
  const namesOf = new Map<string, Set<string>>()
  const say = (key: string, name: string | null) => {
    const names = namesOf.get(key) ?? new Set()
    namesOf.set(key, name === null ? names : names.add(name))
  }
  for (const fact of facts) {
    const [subject, object] = saidSides(fact)
    say(fact.subject, subject)
    say(fact.object, object)
  }

  const nameOf = ({ key, name }: Pick<EntityRecord, 'key' | 'name'>): string => {
    const names = namesOf.get(key)
    return names?.has(name) ? name : (names?.values().next().value ?? UNNAMED)
  }

  /** Names of different entities may be the same here, and are told apart by a number. */
  function idsOf(entities: readonly Pick<EntityRecord, 'key' | 'name'>[]): Map<string, string> {
    const taken = new Map<string, number>()
    return new Map(
      entities.map((entity) => {
        const id = entityKey(nameOf(entity))
        const before = taken.get(id) ?? 0
        taken.set(id, before + 1)
        return [entity.key, before === 0 ? id : `${id} (${before + 1})`]
      }),
    )
  }

  return {
    has: (key: string): boolean => namesOf.has(key),
    keys: (): string[] => [...namesOf.keys()],
    nameOf,
    idsOf,
    /** The entity under no other name than these facts say. */
    shown<E extends EntityRecord>(entity: E): E {
      const name = nameOf(entity)
      const aliases = entity.aliases.filter((alias) => alias.name !== name && namesOf.get(entity.key)?.has(alias.name))
      return { ...entity, name, aliases }
    },
    /** Whether one of the facts calls the entity so. */
    isCalled(key: string, name: string): boolean {
      const wanted = new Set([...entityLookupKeys(name), entityKey(name)])
      return [...(namesOf.get(key) ?? [])].some((said) =>
        [...entityLookupKeys(said), entityKey(said)].some((one) => wanted.has(one)),
      )
    },
  }
}
