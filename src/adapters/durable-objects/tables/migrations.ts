import type { CountedSql } from './counted-sql.ts'

/**
 * Brings a vault of an older version to the next. What is quick happens when it is opened, in one transaction, so that the new code finds
 * the tables it expects; what has to look at every row follows in slices, by alarm, while the vault goes on answering.
 */
interface Migration {
  /** The version that it starts from. */
  readonly from: number
  atOnce(sql: CountedSql): void
  /** Works on at most `limit` chunks after `after`, none beyond `until`; returns the last one, or null where nothing is left. */
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
]

const SLICE_ROWS = 1000
const PROGRESS = 'migrating'

interface Progress {
  readonly from: number
  readonly after: number
  /** What is written after the migration began is in its new form already. */
  readonly until: number
}

const readProgress = (sql: CountedSql): Progress | null => {
  const row = sql.all<{ value: string }>('SELECT value FROM meta WHERE key = ?', PROGRESS)[0]
  return row ? (JSON.parse(row.value) as Progress) : null
}

const writeProgress = (sql: CountedSql, progress: Progress): void =>
  void sql.exec('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', PROGRESS, JSON.stringify(progress))

/** Everything that cannot wait, up to `target`. The slices of a step go before the next step, which only a vault long unused has to bear. */
export function migrateAtOnce(sql: CountedSql, version: number, target: number): void {
  for (let from = version; from < target; from++) {
    while (migrateSlice(sql));
    MIGRATIONS.find((migration) => migration.from === from)!.atOnce(sql)
    const until = sql.exec<{ id: number }>('SELECT coalesce(max(id), 0) AS id FROM chunks').one().id
    sql.exec("UPDATE meta SET value = ? WHERE key = 'version'", from + 1)
    writeProgress(sql, { from, after: 0, until })
  }
}

/** One slice; true where more is left to do. */
export function migrateSlice(sql: CountedSql): boolean {
  const progress = readProgress(sql)
  if (!progress) return false
  const last = MIGRATIONS.find(({ from }) => from === progress.from)!.slice(
    sql,
    progress.after,
    progress.until,
    SLICE_ROWS,
  )
  if (last === null) sql.exec('DELETE FROM meta WHERE key = ?', PROGRESS)
  else writeProgress(sql, { ...progress, after: last })
  return last !== null
}

export const isMigrating = (sql: CountedSql): boolean => readProgress(sql) !== null
