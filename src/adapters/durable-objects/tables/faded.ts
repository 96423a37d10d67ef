import { boundTime, fadedRanges, LEVELS, longestIdle } from '../../../memory/faded.ts'
import type { StrengthRanges } from '../../../memory/strengths.ts'
import type { Faded, LongestIdle } from '../../../ports/consolidation.ts'
import type { Accesses } from './accesses.ts'
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
  lookFaded: (table: Strengthened) =>
    `SELECT ${table}.id, level, last_access, ${table === 'facts' ? 'max(1, members)' : '1'}
     FROM json_each(?1) AS wanted CROSS JOIN ${table} INDEXED BY ${table}_by_strength
     WHERE level = wanted.value ->> 'level' AND last_access < wanted.value ->> 'before' ${LIVE[table]} AND ${IN_SCOPE} LIMIT ?3`,
  /** A persona that was consolidated by itself since the whole namespace was counts from then. What was only stated was not accessed. */
  accessed: `SELECT ${RELATIONS} AS accessed, coalesce(sum(CASE WHEN last_access < ?4 THEN max(1, members) ELSE 0 END), 0) AS idle
     FROM json_each(?1) AS wanted CROSS JOIN facts INDEXED BY facts_by_strength CROSS JOIN personas ON personas.id = facts.persona
     WHERE level = wanted.value AND last_access > ?3 AND abstraction IS NULL AND ${IN_SCOPE} AND access_count > 0
       AND last_access > coalesce(personas.consolidated_at, ?3)`,
  since: `SELECT ${RELATIONS} AS n FROM json_each(?1) AS wanted CROSS JOIN facts INDEXED BY facts_by_strength
     WHERE level = wanted.value AND last_access >= ?3 AND abstraction IS NULL AND ${IN_SCOPE}`,
  /** By how much the two before are to be corrected for facts whose last access is in the log: what they are by that, less what they are by their rows. */
  logged: `WITH logged AS (
       SELECT max(1, members) AS n, last_access, max(last_access, entry.value ->> 'last') AS last, access_count > 0 AS counted,
         coalesce(personas.consolidated_at, ?3) AS from_time
       FROM json_each(?1) AS entry CROSS JOIN facts ON facts.id = entry.value ->> 'id' CROSS JOIN personas ON personas.id = facts.persona
       WHERE abstraction IS NULL AND ${IN_SCOPE}),
     judged AS (
       SELECT n, last > max(?3, from_time) AS now_accessed, counted AND last_access > max(?3, from_time) AS was_accessed,
         last < ?4 AS now_idle, last_access < ?4 AS was_idle FROM logged)
     SELECT coalesce(sum(n * (now_accessed - was_accessed)), 0) AS accessed,
       coalesce(sum(n * ((now_accessed AND now_idle) - (was_accessed AND was_idle))), 0) AS idle,
       coalesce(sum(n * (was_idle - now_idle)), 0) AS since FROM judged`,
  bins: (table: Strengthened) =>
    `SELECT wanted.value ->> 'bin' AS bin, ${table === 'facts' ? RELATIONS : 'count(*)'} AS n
     FROM json_each(?1) AS wanted CROSS JOIN ${table} INDEXED BY ${table}_by_strength
     WHERE level = wanted.value ->> 'level' AND last_access >= wanted.value ->> 'from' AND last_access < wanted.value ->> 'before' ${LIVE[table]}
       AND (?2 IS NULL OR persona IN (SELECT value FROM json_each(?2))) GROUP BY bin`,
  /** By how much the bins are to be corrected for what was accessed since, by the log. */
  loggedBins: (table: Strengthened) =>
    `SELECT wanted.value ->> 'bin' AS bin, sum(${table === 'facts' ? 'max(1, members)' : '1'} * (
       (last >= wanted.value ->> 'from' AND last < wanted.value ->> 'before')
       - (last_access >= wanted.value ->> 'from' AND last_access < wanted.value ->> 'before'))) AS n
     FROM (SELECT ${table}.*, max(last_access, entry.value ->> 'last') AS last
           FROM json_each(?3) AS entry CROSS JOIN ${table} ON ${table}.id = entry.value ->> 'id') AS accessed
     JOIN json_each(?1) AS wanted ON accessed.level = wanted.value ->> 'level'
     WHERE (?2 IS NULL OR persona IN (SELECT value FROM json_each(?2))) ${LIVE[table]} GROUP BY bin`,
  longestIdle: (table: Strengthened) =>
    `SELECT wanted.value AS level, (SELECT min(last_access) FROM ${table} WHERE level = wanted.value ${LIVE[table]}) AS since
     FROM json_each(?1) AS wanted`,
}

/** Strength as the index knows it. A persona of null is every persona. */
export function createFadedMemories(sql: CountedSql, accesses: Pick<Accesses, 'since'>) {
  return {
    /** What may have faded, by the last access that its row has: it has not where it was accessed since. */
    lookFaded: (table: Strengthened, faded: Omit<Faded, 'persona'>, persona: number | null, most = -1) =>
      sql.rows(
        ([id, level, lastAccess, relations]) =>
          ({ id, level, lastAccess, relations }) as Record<'id' | 'level' | 'lastAccess' | 'relations', number>,
        FADED_STATEMENTS.lookFaded(table),
        ...[JSON.stringify(fadedRanges(faded)), persona, most],
      ),
    /** Relationships accessed after `since`, how many of these have been idle again for any time at `now`, and those stated or accessed since then. */
    accessed(since: number, now: number, persona: number | null): { accessed: number; idle: number; since: number } {
      const from = boundTime(since)
      const byRows = sql
        .exec<{ accessed: number; idle: number }>(FADED_STATEMENTS.accessed, ALL_LEVELS, persona, from, now)
        .one()
      const { n } = sql.exec<{ n: number }>(FADED_STATEMENTS.since, ALL_LEVELS, persona, now).one()
      const logged = JSON.stringify(accesses.since('facts', Math.min(from, now - 1)))
      const more = sql
        .exec<{ accessed: number; idle: number; since: number }>(FADED_STATEMENTS.logged, logged, persona, from, now)
        .one()
      return { accessed: byRows.accessed + more.accessed, idle: byRows.idle + more.idle, since: n + more.since }
    },
    /** How many are in each range of strengths. */
    bins: (
      table: Strengthened,
      ranges: StrengthRanges['tenths'],
      scopes: readonly number[] | null,
    ): { bin: number; n: number }[] => {
      const asked = [JSON.stringify(ranges), scopes && JSON.stringify(scopes)]
      return [
        ...sql.all<{ bin: number; n: number }>(FADED_STATEMENTS.bins(table), ...asked),
        ...sql.all<{ bin: number; n: number }>(
          FADED_STATEMENTS.loggedBins(table),
          ...[...asked, JSON.stringify(accesses.since(table, 0))],
        ),
      ]
    },
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
