import { entityKey, entityLookupKeys } from '../../domain/entity/entity-name.ts'
import { MOST_MEANT, meantEntities } from '../../domain/entity/meant-entities.ts'
import type { Mention } from '../../domain/statement/fact.ts'
import type { KnownEntities } from '../../memory/entity-resolver.ts'
import type { Alias, EntityName, EntityRecord } from '../../memory/records.ts'
import { mayBeLookedUpBy } from '../../memory/revision/looked-up-by.ts'
import type { Entities, EntityRow } from './tables/entities.ts'
import type { Meta } from './tables/meta.ts'
import type { PersonaRow, Personas } from './tables/personas.ts'

const COUNT = 'entities'

/** The nodes of the graph, and in how many facts of which persona each stands. */
export function createEntityGraph(entities: Entities, personas: Personas, meta: Meta) {
  const open = new Map<string, EntityRow>()
  const changed = new Set<string>()
  let total: number | null = null
  let counted = false

  /** Those that exist. */
  const loadAll = (keys: readonly string[]): EntityRow[] => {
    for (const row of entities.byKeys(keys.filter((key) => !open.has(key)))) open.set(row.key, row)
    return keys.flatMap((key) => open.get(key) ?? [])
  }
  const load = (key: string): EntityRow | undefined => loadAll([key])[0]
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
  const toRecord = (row: EntityRow): EntityRecord => ({
    key: row.key,
    name: row.name,
    kind: row.kind,
    aliases: aliasesOf(row),
  })
  const usesOf = (row: EntityRow) => JSON.parse(row.uses) as Record<string, number>
  const namesOf = (row: EntityRow) => [
    ...entityLookupKeys(row.name),
    ...aliasesOf(row).flatMap(({ name }) => entityLookupKeys(name)),
  ]
  const degree = (row: EntityRow, scopes: readonly number[] | null = null) =>
    Object.entries(usesOf(row)).reduce(
      (sum, [scope, n]) => sum + (!scopes || scopes.includes(Number(scope)) ? n : 0),
      0,
    )
  const inFacts = (rows: readonly EntityRow[], scopes: readonly number[] | null) =>
    rows
      .map((row) => ({ ...toRecord(row), facts: degree(row, scopes) }))
      .filter(({ facts }) => scopes === null || facts > 0)

  return {
    /** Whom the mentions may mean: the entity of that very key, or else all that go by a lookup key of it. */
    known(mentions: readonly string[]): KnownEntities {
      const exact = loadAll([...new Set(mentions.map(entityKey))])
      const keys = new Set(exact.map(({ key }) => key))
      const lookup = mentions.filter((name) => !keys.has(entityKey(name))).flatMap(entityLookupKeys)
      const names = entities.meaning([...new Set(lookup)])
      const others = new Set([...lookup, ...names.map(({ entity }) => entity)].filter((key) => !keys.has(key)))
      return { entities: [...exact, ...loadAll([...others])].map(toRecord), names }
    },
    /** Takes over what is new of entities and of what they are called. */
    learn(changed: readonly EntityRecord[], names: readonly EntityName[]): void {
      for (const { key, name, kind, aliases } of changed) {
        const row = load(key)
        if (!row) setCount(count() + 1)
        keep({ key, name, kind, aliases: JSON.stringify(aliases), uses: row?.uses ?? '{}' })
      }
      // An entity is found by its key without a name.
      for (const { name, entity } of names) if (name !== entity) entities.nameAlso(entity, name)
    },
    /** Entities as they are from now on: what they went by before is void. */
    relearn(changed: readonly EntityRecord[], names: readonly EntityName[]): void {
      for (const { key } of changed) {
        const row = load(key)
        if (row) entities.unnameAll(key, namesOf(row))
      }
      this.learn(changed, names)
    },
    /** Those that there are, and all that go by one of the names. */
    records: (keys: readonly string[]): EntityRecord[] => loadAll([...new Set(keys)]).map(toRecord),
    /** Keys of all that have to do with one of the names, as rules look them up. */
    concerning: (names: readonly string[]): string[] => {
      const wanted = new Set(names)
      const called = entities.calledLike(names).filter((row) => mayBeLookedUpBy(toRecord(row), wanted))
      return [...new Set([...[...entities.named(names).values()].flat(), ...called.map(({ key }) => key)])]
    },
    /** In how many facts they stand, each for itself. */
    uses: (keys: readonly string[]): number => loadAll([...new Set(keys)]).reduce((sum, row) => sum + degree(row), 0),
    unname: ({ name, entity }: EntityName): void => entities.unname(entity, name),
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
    has: (key: string): boolean => load(key) !== undefined,
    count,
    /** The entities that the names mean, and in how many facts each stands. */
    find: (names: readonly string[]): { key: string; facts: number }[] =>
      entities
        .byKeys(meantEntities(entities.namedFew(names, MOST_MEANT)))
        .map((row) => ({ key: row.key, facts: degree(row) })),
    withoutHubs: (keys: readonly string[], maxFacts: number): string[] =>
      entities
        .byKeys(keys)
        .filter((row) => degree(row) <= maxFacts)
        .map((row) => row.key),
    /** Those of the keys that there are, each with the number of its facts; within scopes, those that have any. */
    counted: (keys: readonly string[], scopes: readonly number[] | null) => inFacts(entities.byKeys(keys), scopes),
    strongest: (scopes: readonly number[] | null, limit: number) => inFacts(entities.strongest(scopes, limit), scopes),
    /** How many stand in facts of these personas. */
    countIn: (scopes: readonly number[]): number => entities.countIn(scopes),
    /** Keys of all that go by the name, or whose whole name is a part of it: two who share a first name are not the same. */
    named: (name: string): string[] => [
      ...new Set([
        ...[...entities.named([entityKey(name)]).values()].flat(),
        ...entities.byKeys(entityLookupKeys(name)).map(({ key }) => key),
      ]),
    ],
    /** `after` is a name as it was listed. */
    list: (after: string, limit: number): EntityRecord[] =>
      entities.after(after === '' ? '' : entityKey(after), limit).map(toRecord),
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
