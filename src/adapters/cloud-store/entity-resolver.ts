import { entityKey, entityLookupKeys, resolveEntity } from '../../domain/entity/entity-name.ts'
import type { Mention } from '../../domain/statement/fact.ts'
import type { EntityRecord, Known } from './graph-store.ts'

/** Which entity a mention means, among those that the graph knows and those that this batch has brought so far. */
export function createEntityResolver(known: Known['entities']) {
  const byKey = new Map<string, EntityRecord>(known.map(({ names: _, ...entity }) => [entity.key, entity]))
  const byName = new Map<string, Set<string>>()
  const changed = new Set<string>()
  const added: { name: string; entity: string }[] = []

  const nameAs = (name: string, key: string) => {
    const keys = byName.get(name) ?? new Set()
    byName.set(name, keys.add(key))
  }
  for (const { key, names } of known) for (const name of [key, ...names]) nameAs(name, key)
  const add = (name: string, entity: string) => {
    nameAs(name, entity)
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
        candidates.map((candidate) => {
          const entity = byKey.get(candidate)!
          return {
            ...entity,
            aliases: entity.aliases.flatMap(({ name, apart }) => (apart ? [] : name)),
            apart: entity.aliases.flatMap(({ name, apart }) => (apart ? name : [])),
          }
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
      keep({ key, name: mention.name, kind: mention.kind, aliases: [] })
      add(key, key)
      if (mention.kind !== 'value') for (const name of lookup) if (name !== key) add(name, key)
      return key
    },
    changes: () => ({ entities: [...changed].map((key) => byKey.get(key)!), names: added }),
  }
}
