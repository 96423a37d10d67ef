import type { RoundCounts, RoundFailure } from '../../../ports/schedule.ts'
import { HOUR_MS } from '../../../runtime/duration.ts'
import { addCounts, NO_COUNTS } from '../round-counts.ts'
import type { CountedSql } from './counted-sql.ts'

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
  readonly failures: readonly StoredFailure[]
  readonly finishedAt: number | null
}

/** As it is stored, and sent from object to object. */
export interface StoredFailure extends Omit<RoundFailure, 'retryAt'> {
  readonly retry_at: number
}

export interface PartReport {
  readonly at: number
  readonly shard: string
  readonly counts: RoundCounts
  readonly failures: readonly StoredFailure[]
}

const parse = ([round]: SqlStorageValue[]): Round => JSON.parse(round as string)

/** What the last rounds did, put together of the shards' reports. */
export function createRounds(sql: CountedSql) {
  sql.exec('CREATE TABLE IF NOT EXISTS rounds (at INTEGER PRIMARY KEY, round TEXT NOT NULL) STRICT')
  sql.exec(
    'CREATE TABLE IF NOT EXISTS reports (at INTEGER NOT NULL, shard TEXT NOT NULL, PRIMARY KEY (at, shard)) STRICT, WITHOUT ROWID',
  )
  const find = (at: number): Round => {
    const [known] = sql.rows(parse, 'SELECT round FROM rounds WHERE at = ?', at)
    if (known) return known
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
    last: (limit: number): Round[] => sql.rows(parse, 'SELECT round FROM rounds ORDER BY at DESC LIMIT ?', limit),
  }
}
