import type { EntityKind } from '../../../domain/statement/fact.ts'
import type { EntityName } from '../../../memory/records.ts'
import { listIn } from './columns.ts'
import type { CountedSql } from './counted-sql.ts'

export interface EntityRow extends Record<string, SqlStorageValue> {
  key: string
  name: string
  kind: EntityKind
  /** JSON list of { name, reason }: other names it goes by, and why they are taken for it. */
  aliases: string
  /** JSON object: in how many live facts of each persona it stands. */
  uses: string
}

/** The nodes of the graph. `names` leads from a part of a name to the entities that may be meant. */
export function createEntities(sql: CountedSql) {
  return {
    byKeys: (keys: readonly string[]): EntityRow[] =>
      keys.length === 0
        ? []
        : sql.all<EntityRow>(
            'SELECT * FROM entities WHERE key IN (SELECT value FROM json_each(?))',
            JSON.stringify(keys),
          ),
    /** Who may be meant by each of the names; of one that very many share, some. */
    meaning: (names: readonly string[]): EntityName[] =>
      names.length === 0
        ? []
        : sql
            .rows(
              ([name, entities]) => JSON.parse(entities as string).map((entity: string) => ({ name, entity })),
              `SELECT wanted.value, (SELECT json_group_array(entity) FROM (
                 SELECT entity FROM names WHERE name = wanted.value ORDER BY entity LIMIT 256)) FROM json_each(?) AS wanted`,
              JSON.stringify(names),
            )
            .flat(),
    /**
     * Of those that are not found by all parts of their names (aliases, and values) such as may have one of these in them. It looks at every
     * entity, and is asked where somebody may be meant otherwise.
     */
    calledLike: (names: readonly string[]): EntityRow[] =>
      names.length === 0
        ? []
        : sql.all<EntityRow>(
            `SELECT * FROM entities WHERE (kind = 'value' OR aliases <> '[]') AND (
               key GLOB '*[^ -~]*' OR aliases GLOB '*[^ -~]*' OR EXISTS (
                 SELECT 1 FROM json_each(?) AS word WHERE instr(key, word.value) > 0 OR instr(lower(aliases), word.value) > 0))`,
            JSON.stringify([...new Set(names.flatMap((name) => name.split(' ')))]),
          ),
    /** The entities that go by each of the names; a name may be a part of what they are called, or all of it. */
    named(names: readonly string[]): Map<string, string[]> {
      const rows = sql.rows(
        (values) => values as [name: string, key: string],
        `SELECT name, entity AS key FROM names WHERE name IN (SELECT value FROM json_each(?1))
         UNION SELECT key AS name, key FROM entities WHERE key IN (SELECT value FROM json_each(?1))`,
        JSON.stringify(names),
      )
      const found = new Map<string, string[]>()
      for (const [name, key] of rows) {
        const keys = found.get(name)
        if (keys) keys.push(key)
        else found.set(name, [key])
      }
      return found
    },
    /** The same, but of a name that more than `most` go by no more than are needed to tell: most of a question's words name nobody. */
    namedFew(names: readonly string[], most: number): ReadonlyMap<string, readonly string[]> {
      const rows = sql.rows(
        ([name, keys, own]) => {
          const found = new Set(listIn<string>(keys))
          if (own !== null) found.add(own as string)
          return [name as string, [...found]] as const
        },
        // Without the limit both would be looked up twice.
        `SELECT * FROM (
           SELECT value, (SELECT json_group_array(entity) FROM (SELECT entity FROM names WHERE name = wanted.value LIMIT ${most + 1})) AS keys,
             (SELECT key FROM entities WHERE key = wanted.value) AS own FROM json_each(?) AS wanted LIMIT -1)
         WHERE keys <> '[]' OR own IS NOT NULL`,
        JSON.stringify(names),
      )
      return new Map(rows)
    },
    /** Those in the most facts. `scopes` null: of every persona. */
    strongest: (scopes: readonly number[] | null, limit: number): EntityRow[] =>
      sql.all<EntityRow>(
        `SELECT entities.* FROM entities WHERE kind <> 'value' ORDER BY (
           SELECT coalesce(sum(used.value), 0) FROM json_each(uses) AS used
           WHERE ?1 IS NULL OR CAST(used.key AS INTEGER) IN (SELECT value FROM json_each(?1))) DESC, key LIMIT ?2`,
        scopes && JSON.stringify(scopes),
        limit,
      ),
    countIn: (scopes: readonly number[]): number =>
      sql
        .exec<{ n: number }>(
          `SELECT count(*) AS n FROM entities WHERE EXISTS (
             SELECT 1 FROM json_each(uses) AS used WHERE CAST(used.key AS INTEGER) IN (SELECT value FROM json_each(?)))`,
          JSON.stringify(scopes),
        )
        .one().n,
    after: (key: string, limit: number): EntityRow[] =>
      sql.all<EntityRow>('SELECT * FROM entities WHERE key > ? ORDER BY key LIMIT ?', key, limit),
    put(row: EntityRow): void {
      sql.exec(
        'INSERT OR REPLACE INTO entities (key, name, kind, aliases, uses) VALUES (?, ?, ?, ?, ?)',
        ...[row.key, row.name, row.kind, row.aliases, row.uses],
      )
    },
    nameAlso: (entity: string, name: string): void =>
      void sql.exec('INSERT OR IGNORE INTO names (name, entity) VALUES (?, ?)', name, entity),
    unname: (entity: string, name: string): void =>
      void sql.exec('DELETE FROM names WHERE name = ? AND entity = ?', name, entity),
    unnameAll: (entity: string, names: readonly string[]): void =>
      void sql.exec(
        'DELETE FROM names WHERE name IN (SELECT value FROM json_each(?)) AND entity = ?',
        JSON.stringify(names),
        entity,
      ),
    /** `names` are all it goes by: they are found by name alone, so that no second index has to be written. */
    remove(key: string, names: readonly string[]): void {
      sql.exec(
        'DELETE FROM names WHERE name IN (SELECT value FROM json_each(?)) AND entity = ?',
        JSON.stringify(names),
        key,
      )
      sql.exec('DELETE FROM entities WHERE key = ?', key)
    },
  }
}

export type Entities = ReturnType<typeof createEntities>
