import { boundTime, fadedRanges, LEVELS, longestIdle } from '../../../memory/faded.ts'
import type { StrengthRanges } from '../../../memory/strengths.ts'
import type { Faded, LongestIdle } from '../../../ports/consolidation.ts'
import type { CountedSql } from './counted-sql.ts'

export type Strengthened = 'chunks' | 'facts'

const ALL_LEVELS = JSON.stringify(LEVELS)

/** An abstraction stands for all that was merged into it. */
const RELATIONS = 'coalesce(sum(max(1, members)), 0)'
/** What was merged is not in the index of strengths, nor asked for there. */
const LIVE = { chunks: '', facts: 'AND abstraction IS NULL' }
const IN_SCOPE = '(?2 IS NULL OR persona = ?2)'

/** Every statement reads the index of strengths alone: what has faded is one range of the last access per level of confidence. */
export const FADED_STATEMENTS = {
  ids: (table: Strengthened) =>
    `SELECT ${table}.id FROM json_each(?1) AS wanted CROSS JOIN ${table} INDEXED BY ${table}_by_strength
     WHERE level = wanted.value ->> 'level' AND last_access < wanted.value ->> 'before' ${LIVE[table]} AND ${IN_SCOPE}`,
  count: (table: Strengthened) =>
    `SELECT ${table === 'facts' ? RELATIONS : 'count(*)'} AS n FROM json_each(?1) AS wanted CROSS JOIN ${table} INDEXED BY ${table}_by_strength
     WHERE level = wanted.value ->> 'level' AND last_access < wanted.value ->> 'before' ${LIVE[table]} AND ${IN_SCOPE}`,
  /** A persona that was consolidated by itself since the whole namespace was counts from then. What was only stated was not accessed. */
  accessed: `SELECT ${RELATIONS} AS accessed, coalesce(sum(CASE WHEN last_access < ?4 THEN max(1, members) ELSE 0 END), 0) AS idle
     FROM json_each(?1) AS wanted CROSS JOIN facts INDEXED BY facts_by_strength CROSS JOIN personas ON personas.id = facts.persona
     WHERE level = wanted.value AND last_access > ?3 AND abstraction IS NULL AND ${IN_SCOPE} AND access_count > 0
       AND last_access > coalesce(personas.consolidated_at, ?3)`,
  since: `SELECT ${RELATIONS} AS n FROM json_each(?1) AS wanted CROSS JOIN facts INDEXED BY facts_by_strength
     WHERE level = wanted.value AND last_access >= ?3 AND abstraction IS NULL AND ${IN_SCOPE}`,
  bins: (table: Strengthened) =>
    `SELECT wanted.value ->> 'bin' AS bin, ${table === 'facts' ? RELATIONS : 'count(*)'} AS n
     FROM json_each(?1) AS wanted CROSS JOIN ${table} INDEXED BY ${table}_by_strength
     WHERE level = wanted.value ->> 'level' AND last_access >= wanted.value ->> 'from' AND last_access < wanted.value ->> 'before' ${LIVE[table]}
       AND (?2 IS NULL OR persona IN (SELECT value FROM json_each(?2))) GROUP BY bin`,
  longestIdle: (table: Strengthened) =>
    `SELECT wanted.value AS level, (SELECT min(last_access) FROM ${table} WHERE level = wanted.value ${LIVE[table]}) AS since
     FROM json_each(?1) AS wanted`,
}

/** Strength as the index knows it. A persona of null is every persona. */
export function createFadedMemories(sql: CountedSql) {
  return {
    /** Relationships and chunks. */
    count: (faded: Faded, persona: number | null): number => {
      const ranges = JSON.stringify(fadedRanges(faded))
      const of = (table: Strengthened) =>
        sql.exec<{ n: number }>(FADED_STATEMENTS.count(table), ranges, persona).one().n
      return of('chunks') + of('facts')
    },
    /** How many are in each range of strengths. */
    bins: (
      table: Strengthened,
      ranges: StrengthRanges['tenths'],
      scopes: readonly number[] | null,
    ): { bin: number; n: number }[] =>
      sql.all<{ bin: number; n: number }>(
        FADED_STATEMENTS.bins(table),
        ...[JSON.stringify(ranges), scopes && JSON.stringify(scopes)],
      ),
    ids: (table: Strengthened, faded: Faded, persona: number | null): number[] =>
      sql
        .all<{ id: number }>(FADED_STATEMENTS.ids(table), JSON.stringify(fadedRanges(faded)), persona)
        .map((row) => row.id),
    /** Relationships accessed after `since`, and how many of these have been idle again for any time at `now`. */
    accessed: (since: number, now: number, persona: number | null): { accessed: number; idle: number } =>
      sql
        .exec<{ accessed: number; idle: number }>(FADED_STATEMENTS.accessed, ALL_LEVELS, persona, boundTime(since), now)
        .one(),
    /** Relationships stated or accessed at `time` or after it. */
    since: (time: number, persona: number | null): number =>
      sql.exec<{ n: number }>(FADED_STATEMENTS.since, ALL_LEVELS, persona, time).one().n,
    /** Of each level that there is, when the memory was last accessed that has been idle for longest. */
    longestIdle: (): LongestIdle[] =>
      longestIdle(
        (['chunks', 'facts'] as const).flatMap((table) =>
          sql.all<{ level: number; since: number | null }>(FADED_STATEMENTS.longestIdle(table), ALL_LEVELS),
        ),
      ),
  }
}

export type FadedMemories = ReturnType<typeof createFadedMemories>
