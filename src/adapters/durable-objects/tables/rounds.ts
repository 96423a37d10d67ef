import type { RoundCounts, RoundFailure, SchedulePolicy } from '../../../ports/schedule.ts'
import { HOUR_MS } from '../../../runtime/duration.ts'
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

export const NO_COUNTS: RoundCounts = {
  visited: 0,
  reinforced: 0,
  decayed: 0,
  pruned: 0,
  compressed: 0,
  abstractions: 0,
}

export const addCounts = (a: RoundCounts, b: RoundCounts): RoundCounts => ({
  visited: a.visited + b.visited,
  reinforced: a.reinforced + b.reinforced,
  decayed: a.decayed + b.decayed,
  pruned: a.pruned + b.pruned,
  compressed: a.compressed + b.compressed,
  abstractions: a.abstractions + b.abstractions,
})

/** The rounds that a shard has its part in: one at work at most, others only to be reported. */
export function createParts(sql: CountedSql) {
  const parse = (row: { part: string } | undefined): Part | null => (row ? (JSON.parse(row.part) as Part) : null)
  return {
    create: (): void =>
      void sql.exec('CREATE TABLE IF NOT EXISTS parts (at INTEGER PRIMARY KEY, part TEXT NOT NULL) STRICT'),
    /** Oldest first. */
    all: (): Part[] =>
      sql
        .exec<{ part: string }>('SELECT part FROM parts ORDER BY at')
        .toArray()
        .map((row) => parse(row)!),
    put: (part: Part): void =>
      void sql.exec('INSERT OR REPLACE INTO parts (at, part) VALUES (?, ?)', part.at, JSON.stringify(part)),
    remove: (at: number): void => void sql.exec('DELETE FROM parts WHERE at = ?', at),
  }
}

/** A week of hours. */
const KEPT_ROUNDS = 168
/** Enough to see what is wrong; how many failed is counted beside. */
const KEPT_FAILURES = 20

/** A round as its collector has it. */
export interface Round {
  readonly at: number
  readonly due: number
  /** Shards that have a part in it; null: not known yet. */
  readonly shards: number | null
  readonly unreached: number
  readonly reported: number
  readonly counts: RoundCounts
  readonly failed: number
  readonly failures: readonly RoundFailure[]
  readonly finishedAt: number | null
}

export interface PartReport {
  readonly at: number
  readonly shard: string
  readonly counts: RoundCounts
  readonly failures: readonly RoundFailure[]
}

/** What the last rounds did, put together of the shards' reports. */
export function createRounds(sql: CountedSql) {
  const find = (at: number): Round => {
    const row = sql.exec<{ round: string }>('SELECT round FROM rounds WHERE at = ?', at).toArray()[0]
    if (row) return JSON.parse(row.round) as Round
    const nothing = { due: 0, shards: null, unreached: 0, reported: 0, failed: 0, failures: [], finishedAt: null }
    return { at, ...nothing, counts: NO_COUNTS }
  }
  const put = (round: Round, now: number): Round => {
    const finishedAt = round.shards !== null && round.reported >= round.shards ? now : null
    const next = { ...round, finishedAt }
    sql.exec('INSERT OR REPLACE INTO rounds (at, round) VALUES (?, ?)', round.at, JSON.stringify(next))
    return next
  }

  return {
    create(): void {
      sql.exec('CREATE TABLE IF NOT EXISTS rounds (at INTEGER PRIMARY KEY, round TEXT NOT NULL) STRICT')
      sql.exec(
        'CREATE TABLE IF NOT EXISTS reports (at INTEGER NOT NULL, shard TEXT NOT NULL, PRIMARY KEY (at, shard)) STRICT, WITHOUT ROWID',
      )
    },
    begun(at: number, asked: { due: number; shards: number; unreached: number }, now: number): Round {
      const oldest = at - KEPT_ROUNDS * HOUR_MS
      sql.exec('DELETE FROM rounds WHERE at < ?', oldest)
      sql.exec('DELETE FROM reports WHERE at < ?', oldest)
      return put({ ...find(at), ...asked }, now)
    },
    /** null: this shard has reported already. */
    report({ at, shard, counts, failures }: PartReport, now: number): Round | null {
      if (sql.exec('SELECT 1 FROM reports WHERE at = ? AND shard = ?', at, shard).toArray().length > 0) return null
      sql.exec('INSERT INTO reports (at, shard) VALUES (?, ?)', at, shard)
      const round = find(at)
      return put(
        {
          ...round,
          reported: round.reported + 1,
          counts: addCounts(round.counts, counts),
          failed: round.failed + failures.length,
          failures: [...round.failures, ...failures].slice(0, KEPT_FAILURES),
        },
        now,
      )
    },
    last: (limit: number): Round[] =>
      sql
        .exec<{ round: string }>('SELECT round FROM rounds ORDER BY at DESC LIMIT ?', limit)
        .toArray()
        .map((row) => JSON.parse(row.round) as Round),
  }
}
