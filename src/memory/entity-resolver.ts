import { entityKey, entityLookupKeys, resolveEntity } from '../domain/entity/entity-name.ts'
import type { Mention } from '../domain/statement/fact.ts'
import type { Alias, EntityName, EntityRecord } from './records.ts'

export interface KnownEntities {
  /** All that the mentions may mean: by their key, or else by one of their lookup keys. */
  readonly entities: readonly EntityRecord[]
  readonly names: readonly EntityName[]
}

/** The names that were taken apart from an entity that is brought; `isKnown`: whether another one was brought before it. */
type TakenApart = (key: string, isKnown: (key: string) => boolean) => readonly Alias[]

/**
 * Which entity a mention means, among those that are stored and those that were brought so far. `apart`: what somebody took apart from entities
 * that are brought again.
 */
export function createEntityResolver(known: KnownEntities, apart: TakenApart = () => []) {
  const byKey = new Map(known.entities.map((entity) => [entity.key, entity]))
  const byName = new Map<string, Set<string>>()
  const changed = new Set<string>()
  const added: EntityName[] = []

  const nameAs = ({ name, entity }: EntityName) => byName.set(name, (byName.get(name) ?? new Set()).add(entity))
  for (const { key } of known.entities) nameAs({ name: key, entity: key })
  for (const name of known.names) nameAs(name)
  const add = (name: string, entity: string) => {
    nameAs({ name, entity })
    added.push({ name, entity })
  }
  const keep = (entity: EntityRecord) => {
    byKey.set(entity.key, entity)
    changed.add(entity.key)
  }

  return {
    /** The key of the entity that is meant. A new name for a known one is kept as its alias, with the reason. */
    canonical(mention: Mention): string {
      const key = entityKey(mention.name)
      if (byKey.has(key)) return key
      const lookup = entityLookupKeys(mention.name)
      const candidates = [...new Set(lookup.flatMap((name) => [...(byName.get(name) ?? [])]))].sort()
      const resolved = resolveEntity(
        mention,
        candidates.flatMap((candidate) => {
          const entity = byKey.get(candidate)
          if (!entity) return []
          const names = (apart: boolean) =>
            entity.aliases.flatMap((alias) => ((alias.apart ?? false) === apart ? alias.name : []))
          return { ...entity, aliases: names(false), apart: names(true) }
        }),
      )
      if (resolved) {
        const entity = byKey.get(resolved.entity.key)!
        if (!entity.aliases.some(({ name }) => name === mention.name)) {
          keep({ ...entity, aliases: [...entity.aliases, { name: mention.name, reason: resolved.reason }] })
          add(key, entity.key)
        }
        return entity.key
      }
      keep({ key, name: mention.name, kind: mention.kind, aliases: apart(key, (other) => byKey.has(other)) })
      add(key, key)
      if (mention.kind !== 'value') for (const name of lookup) if (name !== key) add(name, key)
      return key
    },
    changes: () => ({ entities: [...changed].map((key) => byKey.get(key)!), names: added }),
  }
}
