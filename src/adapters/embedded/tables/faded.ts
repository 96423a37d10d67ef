import { CONFIDENCE_LEVELS, confidenceOf, fadedBefore } from '../../../domain/strength.ts'
import type { Faded } from '../../../ports/memory-store.ts'
import type { CountedSql } from './counted-sql.ts'

export type Strengthened = 'chunks' | 'facts'

/** Strength as the index knows it: one range of the last access per level of confidence. */
export function createFadedMemories(sql: CountedSql) {
  /** SQLite integers do not go to infinity. */
  const bound = (value: number) => Math.max(-8e15, Math.min(8e15, Math.ceil(value)))
  const ranges = (faded: Faded) =>
    Array.from({ length: CONFIDENCE_LEVELS }, (_, i) => i + 1).map((level) => ({
      level,
      before: bound(fadedBefore(confidenceOf(level), faded.threshold, faded.now, faded.halfLifeMs)),
    }))
  const inPersona = '(?3 IS NULL OR persona = ?3)'

  return {
    count: (table: Strengthened, faded: Faded, persona: number | null): number =>
      ranges(faded).reduce(
        (total, { level, before }) =>
          total +
          sql
            .exec<{ n: number }>(
              `SELECT count(*) AS n FROM ${table} WHERE level = ?1 AND last_access < ?2 AND ${inPersona}`,
              level,
              before,
              persona,
            )
            .one().n,
        0,
      ),
    ids: (table: Strengthened, faded: Faded, persona: number | null): number[] =>
      ranges(faded).flatMap(({ level, before }) =>
        sql
          .exec<{ id: number }>(
            `SELECT id FROM ${table} WHERE level = ?1 AND last_access < ?2 AND ${inPersona}`,
            level,
            before,
            persona,
          )
          .toArray()
          .map((row) => row.id),
      ),
    /** Facts accessed after `since` and before `until`; a fact that was only stated was not accessed. */
    accessedBetween: (since: number, until: number, persona: number | null): number =>
      levels().reduce(
        (total, level) =>
          total +
          sql
            .exec<{ n: number }>(
              `SELECT count(*) AS n FROM facts WHERE level = ?1 AND last_access > ?2 AND last_access < ?4 AND access_count > 0 AND ${inPersona}`,
              ...[level, bound(since), persona, bound(until)],
            )
            .one().n,
        0,
      ),
    /** Facts that have been idle for any time at all. */
    idleAt: (now: number, persona: number | null): number =>
      levels().reduce(
        (total, level) =>
          total +
          sql
            .exec<{ n: number }>(
              `SELECT count(*) AS n FROM facts WHERE level = ?1 AND last_access < ?2 AND ${inPersona}`,
              level,
              now,
              persona,
            )
            .one().n,
        0,
      ),
  }
}

const levels = () => Array.from({ length: CONFIDENCE_LEVELS }, (_, i) => i + 1)

export type FadedMemories = ReturnType<typeof createFadedMemories>
