import type { RoundCounts, SchedulePolicy } from '../../../ports/schedule.ts'
import type { CountedSql } from './counted-sql.ts'

/** A shard's part of a round. */
export interface Part {
  readonly at: number
  readonly begunAt: number
  readonly due: number
  readonly policy: SchedulePolicy
  readonly counts: RoundCounts
  /** Done, and not yet reported. */
  readonly ended: boolean
}

/** The rounds that a shard has its part in: one at work at most, others only to be reported. */
export function createParts(sql: CountedSql) {
  sql.exec('CREATE TABLE IF NOT EXISTS parts (at INTEGER PRIMARY KEY, part TEXT NOT NULL) STRICT')
  return {
    /** Oldest first. */
    all: (): Part[] => sql.rows(([part]) => JSON.parse(part as string) as Part, 'SELECT part FROM parts ORDER BY at'),
    put: (part: Part): void =>
      void sql.exec('INSERT OR REPLACE INTO parts (at, part) VALUES (?, ?)', part.at, JSON.stringify(part)),
    remove: (at: number): void => void sql.exec('DELETE FROM parts WHERE at = ?', at),
  }
}
