import { entityKey, entityLookupKeys, resolveEntity } from '../../domain/entity/entity-name.ts'
import { meantEntities } from '../../domain/entity/meant-entities.ts'
import type { Mention } from '../../domain/statement/fact.ts'
import type { Alias, Entities, EntityRow } from './tables/entities.ts'
import type { Meta } from './tables/meta.ts'
import type { PersonaRow, Personas } from './tables/personas.ts'

const COUNT = 'entities'

/** The nodes of the graph: which entity a mention means, and in how many facts of which persona each stands. */
export function createEntityGraph(entities: Entities, personas: Personas, meta: Meta) {
  const open = new Map<string, EntityRow>()
  const changed = new Set<string>()
  let total: number | null = null
  let counted = false

  const load = (key: string): EntityRow | undefined => {
    const known = open.get(key) ?? entities.byKeys([key])[0]
    if (known) open.set(key, known)
    return known
  }
  const keep = (row: EntityRow) => {
    open.set(row.key, row)
    changed.add(row.key)
  }
  const count = () => (total ??= meta.number(COUNT) ?? 0)
  const setCount = (value: number) => {
    total = value
    counted = true
  }
  const aliasesOf = (row: EntityRow) => JSON.parse(row.aliases) as Alias[]
  const usesOf = (row: EntityRow) => JSON.parse(row.uses) as Record<string, number>
  const namesOf = (row: EntityRow) => [
    ...entityLookupKeys(row.name),
    ...aliasesOf(row).flatMap(({ name }) => entityLookupKeys(name)),
  ]
  const degree = (row: EntityRow) => Object.values(usesOf(row)).reduce((sum, n) => sum + n, 0)

  return {
    /** The key of the entity that is meant. A new name for a known one is kept as its alias, with the reason. */
    canonical(mention: Mention): string {
      const key = entityKey(mention.name)
      if (load(key)) return key
      const lookup = entityLookupKeys(mention.name)
      const candidates = entities.keysByNames(lookup).flatMap((candidate) => load(candidate) ?? [])
      const resolved = resolveEntity(
        mention,
        candidates.map((row) => ({
          key: row.key,
          name: row.name,
          kind: row.kind,
          aliases: aliasesOf(row).flatMap(({ name, apart }) => (apart ? [] : name)),
          apart: aliasesOf(row).flatMap(({ name, apart }) => (apart ? name : [])),
        })),
      )
      if (resolved) {
        const row = load(resolved.entity.key)!
        const aliases = aliasesOf(row)
        if (!aliases.some(({ name }) => name === mention.name)) {
          keep({ ...row, aliases: JSON.stringify([...aliases, { name: mention.name, reason: resolved.reason }]) })
          entities.nameAlso(row.key, key)
        }
        return row.key
      }
      keep({ key, name: mention.name, kind: mention.kind, aliases: '[]', uses: '{}' })
      if (mention.kind !== 'value') for (const name of lookup) if (name !== key) entities.nameAlso(key, name)
      setCount(count() + 1)
      return key
    },
    /** Counts the entities' part in facts up or down; one that is in none any more goes. */
    use(persona: PersonaRow, keys: readonly string[], by: 1 | -1): void {
      for (const key of new Set(keys)) {
        const row = load(key)
        if (!row) continue
        const uses = usesOf(row)
        const before = uses[persona.id] ?? 0
        const after = before + by
        if (before === 0 && after > 0) personas.add(persona, { entities: 1 })
        if (before > 0 && after <= 0) personas.add(persona, { entities: -1 })
        if (after > 0) uses[persona.id] = after
        else delete uses[persona.id]
        if (Object.keys(uses).length > 0) {
          keep({ ...row, uses: JSON.stringify(uses) })
          continue
        }
        entities.remove(key, namesOf(row))
        open.delete(key)
        changed.delete(key)
        setCount(count() - 1)
      }
    },
    /** An entity as a text would name it. */
    mention(key: string): Mention {
      const row = load(key)
      return row ? { name: row.name, kind: row.kind } : { name: key, kind: 'thing' }
    },
    count,
    /** The entities that the names mean, and in how many facts each stands. */
    find: (names: readonly string[]): { key: string; facts: number }[] =>
      entities.byKeys(meantEntities(entities.named(names))).map((row) => ({ key: row.key, facts: degree(row) })),
    withoutHubs: (keys: readonly string[], maxFacts: number): string[] =>
      entities
        .byKeys(keys)
        .filter((row) => degree(row) <= maxFacts)
        .map((row) => row.key),
    /** `after` is a name as it was listed. */
    list: (after: string, limit: number): EntityRow[] => entities.after(after === '' ? '' : entityKey(after), limit),
    /** From now on the alias means another entity, which `canonical` makes when it is needed. null where it is no alias of the entity. */
    unmerge(entityName: string, aliasName: string): { from: string; others: string[]; to: Mention } | null {
      const row = load(entityKey(entityName))
      const aliases = row ? aliasesOf(row) : []
      const alias = aliases.find(({ name, apart }) => !apart && entityKey(name) === entityKey(aliasName))
      if (!row || !alias) return null
      const others = aliases.filter((other) => other !== alias)
      keep({ ...row, aliases: JSON.stringify([...others, { ...alias, apart: true }]) })
      entities.unname(row.key, entityKey(alias.name))
      const names = [row.name, ...others.map(({ name }) => name)]
      return { from: row.key, others: names, to: { name: alias.name, kind: row.kind } }
    },
    flush(): void {
      if (counted) meta.set(COUNT, count())
      counted = false
      for (const key of changed) entities.put(open.get(key)!)
      changed.clear()
      // What was read stays only as long as a call: others may be many.
      open.clear()
    },
    forget(): void {
      open.clear()
      changed.clear()
      total = null
      counted = false
    },
  }
}
