import { SOURCES, sourceKey, withSource } from '../../../domain/statement/source.ts'
import type { StatedTarget } from '../../../memory/records.ts'
import type { CountedSql } from './counted-sql.ts'
import { insertPairs } from './memories.ts'
import {
  ACCESSES_TABLE,
  CHUNKS_BY_SESSION,
  FACTS_BY_SLOT,
  FILTERS,
  JOURNAL_TABLE,
  OFFSETS,
  RECORDS,
  REVISIONS,
  TELLINGS,
} from './vault-schema.ts'

/**
 * Brings a vault of an older version to the next. What is quick happens when it is opened, in one transaction, so that the new code finds
 * the tables it expects; what has to look at every row follows in slices, by alarm, while the vault goes on answering.
 */
interface Migration {
  /** The version that it starts from. */
  readonly from: number
  atOnce(sql: CountedSql): void
  /**
   * Works on at most `limit` chunks after `after`, none beyond `until`; returns the last one, or null where nothing is left. By then the tables
   * have the layout of the newest version.
   */
  slice(sql: CountedSql, after: number, until: number, limit: number): number | null
}

const MIGRATIONS: readonly Migration[] = [
  {
    // 2: facts can be merged into abstractions; the index of strengths knows personas; speakers are counted, so that they can be forgotten.
    from: 1,
    atOnce(sql) {
      sql.exec('ALTER TABLE facts ADD COLUMN abstraction INTEGER')
      sql.exec('ALTER TABLE facts ADD COLUMN members INTEGER NOT NULL DEFAULT 0')
      sql.exec('DROP INDEX chunks_by_strength')
      sql.exec('DROP INDEX facts_by_strength')
      sql.exec('DROP INDEX facts_by_slot')
      sql.exec('CREATE INDEX facts_by_slot ON facts (subject, slot, persona)')
      sql.exec('CREATE INDEX chunks_by_strength ON chunks (level, last_access, persona)')
      sql.exec(
        'CREATE INDEX facts_by_strength ON facts (level, last_access, persona, members, abstraction) WHERE abstraction IS NULL',
      )
      sql.exec('CREATE INDEX facts_by_abstraction ON facts (abstraction) WHERE abstraction IS NOT NULL')
      sql.exec("UPDATE personas SET speakers = '{}'")
    },
    slice(sql, after, until, limit) {
      const rows = sql.all<{ id: number; persona: number; speaker: string | null }>(
        'SELECT id, persona, speaker FROM chunks WHERE id > ? AND id <= ? ORDER BY id LIMIT ?',
        ...[after, until, limit],
      )
      for (const { persona, speaker } of rows) {
        if (speaker === null) continue
        const path = `$.${JSON.stringify(speaker)}`
        sql.exec(
          'UPDATE personas SET speakers = json_set(speakers, ?1, coalesce(json_extract(speakers, ?1), 0) + 1) WHERE id = ?2',
          path,
          persona,
        )
      }
      return rows.at(-1)?.id ?? null
    },
  },
  {
    // 3: a fact that is alone in its place says so (of older ones nobody knows: they are asked about), a place is read from its best
    // on, and whole vectors are scanned instead of their beginnings: segments are made anew when they are next needed.
    from: 2,
    atOnce(sql) {
      sql.exec('ALTER TABLE facts ADD COLUMN contested INTEGER NOT NULL DEFAULT 1')
      sql.exec('DROP INDEX facts_by_slot')
      sql.exec('CREATE INDEX facts_by_slot ON facts (subject, slot, source, stated_at DESC, persona)')
      sql.exec('DELETE FROM segments')
    },
    slice: () => null,
  },
  {
    // 4: what leads to an entity is read from the newest on.
    from: 3,
    atOnce(sql) {
      sql.exec('DROP INDEX facts_by_object')
      sql.exec('CREATE INDEX facts_by_object ON facts (object, stated_at DESC, persona) WHERE leaf = 0')
    },
    slice: () => null,
  },
  {
    // 5: relations that mean one state compete in one place. Who is in such a place is asked about again.
    from: 4,
    atOnce(sql) {
      const married = "('married_to', 'has_wife', 'has_husband', 'has_spouse')"
      const dates = "('dates', 'has_girlfriend', 'has_boyfriend')"
      sql.exec(
        `UPDATE facts SET contested = 1, slot = CASE
           WHEN slot IN ${married} THEN 'married_to' WHEN slot IN ${dates} THEN 'dates'
           WHEN slot LIKE 'owns:%' THEN 'has:' || substr(slot, 6) ELSE slot END
         WHERE slot IN ${married} OR slot IN ${dates} OR slot LIKE 'owns:%' OR slot LIKE 'has:%'`,
      )
    },
    slice: () => null,
  },
  {
    // 6: a record for each text, and evidence of who states what. A text was known by its first chunk, and keeps that number.
    from: 5,
    atOnce(sql) {
      for (const statement of RECORDS) sql.exec(statement)
      sql.exec('ALTER TABLE chunks RENAME COLUMN message TO memory')
      sql.exec('ALTER TABLE facts ADD COLUMN memory INTEGER NOT NULL DEFAULT 0')
      sql.exec("INSERT INTO meta (key, value) SELECT 'last memories', coalesce(max(memory), 0) FROM chunks")
    },
    slice(sql, after, until, limit) {
      const rows = sql.all<{ id: number; memory: number; facts: string }>(
        'SELECT id, memory, facts FROM chunks WHERE id > ? AND id <= ? ORDER BY id LIMIT ?',
        ...[after, until, limit],
      )
      for (const { id, memory, facts } of rows) recordChunk(sql, id, memory, facts)
      return rows.at(-1)?.id ?? null
    },
  },
  {
    // 7: chunks and facts know the sources that state them, which the records tell, and a journal begins.
    from: 6,
    atOnce(sql) {
      sql.exec(JOURNAL_TABLE)
      for (const table of ['chunks', 'facts'])
        sql.exec(`ALTER TABLE ${table} ADD COLUMN stated_by TEXT NOT NULL DEFAULT '[]'`)
    },
    slice(sql, after, until, limit) {
      const rows = sql.all<{ id: number; facts: string }>(
        'SELECT id, facts FROM chunks WHERE id > ? AND id <= ? ORDER BY id LIMIT ?',
        ...[after, until, limit],
      )
      keepSources(sql, 'chunks', 'c', JSON.stringify(rows.map(({ id }) => id)))
      keepSources(sql, 'facts', 'f', JSON.stringify(rows.flatMap(({ facts }) => JSON.parse(facts) as number[])))
      return rows.at(-1)?.id ?? null
    },
  },
  {
    // 8: memories are found by their session, time and metadata, and accesses stay in a packed log. What is left of the last minute, of at most 200 memories, is written into their rows.
    from: 7,
    atOnce(sql) {
      for (const statement of FILTERS) sql.exec(statement)
      const pending = (kind: 'c' | 'f') =>
        `(SELECT CAST(substr(value, 2) AS INTEGER) AS id, max(at) AS last, count(*) AS times
          FROM accesses, json_each(accesses.ids) WHERE value LIKE '${kind}%' GROUP BY value)`
      const fold = 'last_access = max(last_access, last), access_count = access_count + times'
      sql.exec(`UPDATE chunks SET ${fold} FROM ${pending('c')} AS accessed WHERE chunks.id = accessed.id`)
      sql.exec(
        `UPDATE facts SET ${fold} FROM (
           SELECT coalesce(abstraction, facts.id) AS shown, max(last) AS last, sum(times) AS times
           FROM ${pending('f')} AS accessed CROSS JOIN facts ON facts.id = accessed.id GROUP BY shown) WHERE facts.id = shown`,
      )
      sql.exec('DROP TABLE accesses')
      sql.exec(ACCESSES_TABLE)
    },
    // Goes by the numbers of memories, up to the last one: what came meanwhile has its pairs, and gets no second ones.
    slice(sql, after, _until, limit) {
      const rows = sql.all<{ id: number; metadata: string }>(
        'SELECT id, metadata FROM memories WHERE id > ? AND metadata IS NOT NULL ORDER BY id LIMIT ?',
        ...[after, limit],
      )
      for (const row of rows) insertPairs(sql, row)
      return rows.at(-1)?.id ?? null
    },
  },
  {
    // 9: memories can be changed: every telling is kept, and of what was stated at one time the later telling counts. What older rows do not
    // have is taken from what they state when it is asked for.
    from: 8,
    atOnce(sql) {
      for (const statement of [...TELLINGS, ...REVISIONS]) sql.exec(statement)
      sql.exec('ALTER TABLE facts ADD COLUMN latest INTEGER NOT NULL DEFAULT 0')
      sql.exec('ALTER TABLE facts ADD COLUMN date TEXT')
      sql.exec('DROP INDEX facts_by_slot')
      sql.exec(FACTS_BY_SLOT)
      sql.exec('DROP INDEX chunks_by_session')
      sql.exec(CHUNKS_BY_SESSION)
    },
    slice: () => null,
  },
  {
    // 10: memories and their former versions know by whose clock they were said; those of before were read by UTC when they were changed.
    from: 9,
    atOnce(sql) {
      for (const statement of OFFSETS) sql.exec(statement)
    },
    slice: () => null,
  },
]

/** Of the rows with these ids, the sources of the memories that state them. What was said since the migration began is among them. */
function keepSources(sql: CountedSql, table: 'chunks' | 'facts', kind: 'c' | 'f', ids: string): void {
  const stated = sql.all<{ id: number; source: number; metadata: string | null }>(
    `WITH wanted AS (SELECT DISTINCT value AS id FROM json_each(?1)), stating AS (
       SELECT ${table}.id, memory FROM wanted JOIN ${table} ON ${table}.id = wanted.id
       UNION SELECT wanted.id, evidence.memory FROM wanted JOIN evidence ON evidence.target = ?2 || wanted.id)
     SELECT stating.id, memories.source, memories.metadata FROM stating JOIN memories ON memories.id = stating.memory ORDER BY memories.id`,
    ids,
    kind,
  )
  for (const [id, memories] of Map.groupBy(stated, (one) => one.id)) {
    const keys = memories.map(({ source, metadata }) =>
      sourceKey(SOURCES[source]!, metadata === null ? null : JSON.parse(metadata)),
    )
    const statedBy = keys.reduce<readonly string[]>((all, key) => withSource(all, key), [])
    sql.exec(`UPDATE ${table} SET stated_by = ? WHERE id = ?`, JSON.stringify(statedBy), id)
  }
}

/** What is known of a text of before: its chunks, and the facts that these state. Who said them again meanwhile nobody knows. */
function recordChunk(sql: CountedSql, chunk: number, memory: number, facts: string): void {
  sql.exec(
    `INSERT OR IGNORE INTO memories (id, persona, source, level, session, speaker, metadata, occurred_at, created_at, text, stated)
     SELECT memory, persona, source, level, (SELECT name FROM sessions WHERE sessions.id = session), speaker, metadata, created_at, created_at,
       NULL, '[]' FROM chunks WHERE id = ?`,
    chunk,
  )
  const known = sql.all<{ id: number; level: number; memory: number }>(
    'SELECT id, level, memory FROM facts WHERE id IN (SELECT value FROM json_each(?))',
    facts,
  )
  const stated: StatedTarget[] = [
    { target: `c${chunk}` },
    ...known.map(({ id, level }) => ({ target: `f${id}` as const, level })),
  ]
  sql.exec(
    `UPDATE memories SET stated = (
       SELECT json_group_array(json(value)) FROM (SELECT value FROM json_each(stated) UNION ALL SELECT value FROM json_each(?)))
     WHERE id = ?`,
    JSON.stringify(stated),
    memory,
  )
  for (const fact of known) {
    if (fact.memory === 0) sql.exec('UPDATE facts SET memory = ? WHERE id = ?', memory, fact.id)
    else if (fact.memory !== memory)
      sql.exec('INSERT OR IGNORE INTO evidence (target, memory) VALUES (?, ?)', `f${fact.id}`, memory)
  }
}

const SLICE_ROWS = 250
const PROGRESS = 'migrating'

interface Progress {
  readonly from: number
  readonly after: number
  /** What is written after the migration began is in its new form already. */
  readonly until: number
}

/** What is left to do, one step after the other. */
const readProgress = (sql: CountedSql): Progress[] => {
  const row = sql.all<{ value: string }>('SELECT value FROM meta WHERE key = ?', PROGRESS)[0]
  // Of a migration that an earlier version began, which had one step at a time.
  return row ? [JSON.parse(row.value) as Progress | Progress[]].flat() : []
}

const writeProgress = (sql: CountedSql, steps: readonly Progress[]): void => {
  if (steps.length === 0) sql.exec('DELETE FROM meta WHERE key = ?', PROGRESS)
  else sql.exec('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', PROGRESS, JSON.stringify(steps))
}

/** Everything that cannot wait, up to `target`; the slices of all steps follow. */
export function migrateAtOnce(sql: CountedSql, version: number, target: number): void {
  for (let from = version; from < target; from++) {
    MIGRATIONS.find((migration) => migration.from === from)!.atOnce(sql)
    const until = sql.exec<{ id: number }>('SELECT coalesce(max(id), 0) AS id FROM chunks').one().id
    sql.exec("UPDATE meta SET value = ? WHERE key = 'version'", from + 1)
    writeProgress(sql, [...readProgress(sql), { from, after: 0, until }])
  }
}

/** One slice; true where more is left to do. */
export function migrateSlice(sql: CountedSql): boolean {
  const steps = readProgress(sql)
  while (steps.length > 0) {
    const { from, after, until } = steps[0]!
    const last = MIGRATIONS.find((step) => step.from === from)!.slice(sql, after, until, SLICE_ROWS)
    if (last !== null) {
      steps[0] = { from, after: last, until }
      break
    }
    steps.shift()
  }
  writeProgress(sql, steps)
  return steps.length > 0
}

export const isMigrating = (sql: CountedSql): boolean => readProgress(sql).length > 0
