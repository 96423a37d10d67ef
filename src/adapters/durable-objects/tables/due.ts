import { fadedRanges } from '../../../memory/faded.ts'
import { COMPRESS } from '../../../memory/horizon.ts'
import { MOST_DIGITS, magnitudeOf } from '../../../memory/magnitude.ts'
import type { Horizon } from '../../../ports/consolidation.ts'
import type { SchedulePolicy } from '../../../ports/schedule.ts'
import { DAY_MS, MINUTE_MS } from '../../../runtime/duration.ts'
import type { CountedSql } from './counted-sql.ts'
import type { StoredFailure } from './rounds.ts'

/** A try that is further away was put off by a clock that was ahead. */
const LONGEST_BACKOFF_MS = DAY_MS
/** A minute, then four times as long each time, a day at most. */
const backoffMs = (attempts: number) => Math.min(LONGEST_BACKOFF_MS, MINUTE_MS * 4 ** (attempts - 1))

const SCHEMA = [
  `CREATE TABLE IF NOT EXISTS due (
     namespace TEXT NOT NULL, level INTEGER NOT NULL, since INTEGER NOT NULL, turn INTEGER NOT NULL, PRIMARY KEY (namespace, level)
   ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX IF NOT EXISTS due_by_since ON due (level, since)',
  `CREATE TABLE IF NOT EXISTS failures (
     namespace TEXT PRIMARY KEY, attempts INTEGER NOT NULL, retry_at INTEGER NOT NULL, error TEXT NOT NULL
   ) STRICT, WITHOUT ROWID`,
  'CREATE TABLE IF NOT EXISTS magnitudes (namespace TEXT PRIMARY KEY, magnitude INTEGER NOT NULL) STRICT, WITHOUT ROWID',
]

export const DUE_STATEMENT = `FROM json_each(?1) AS wanted CROSS JOIN due INDEXED BY due_by_since
   ON due.level = wanted.value ->> 'level' AND due.since < wanted.value ->> 'before'`

/** Due is a range of times per level, as in the vaults: so nothing here depends on the half-life either. */
export function rangesOf(policy: SchedulePolicy, at: number): string {
  const faded = fadedRanges({ ...policy, now: at })
  return JSON.stringify(policy.compress ? [{ level: COMPRESS, before: at + 1 }, ...faded] : faded)
}

/** Of each namespace, per level of confidence, a time at which its longest idle memory was certainly not idle for longer. */
export function createDueTable(sql: CountedSql) {
  for (const statement of SCHEMA) sql.exec(statement)
  const put = (namespace: string, { turn, idle, compressFrom }: Horizon, onConflict: string) => {
    const rows = [...idle, ...(compressFrom === null ? [] : [{ level: COMPRESS, since: compressFrom }])]
    for (const { level, since } of rows) {
      sql.exec(
        `INSERT INTO due (namespace, level, since, turn) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET ${onConflict}`,
        ...[namespace, level, since, turn],
      )
    }
  }
  /** Not every store tells it. */
  const putMagnitude = (namespace: string, { chunks }: Horizon) => {
    if (chunks === 0) sql.exec('DELETE FROM magnitudes WHERE namespace = ?', namespace)
    else if (chunks !== undefined)
      sql.exec(
        `INSERT INTO magnitudes (namespace, magnitude) VALUES (?, ?) ON CONFLICT DO UPDATE SET magnitude = excluded.magnitude
         WHERE magnitude <> excluded.magnitude`,
        ...[namespace, magnitudeOf(chunks)],
      )
  }

  return {
    /** News of a namespace: times only become earlier by it. */
    announce(namespace: string, horizon: Horizon): void {
      put(namespace, horizon, 'since = min(since, excluded.since), turn = max(turn, excluded.turn)')
      putMagnitude(namespace, horizon)
    },
    /** After a visit: what it found replaces what was known, save what has been announced since. */
    settle(namespace: string, horizon: Horizon): void {
      const known = sql.all<{ level: number; since: number; turn: number }>(
        'SELECT level, since, turn FROM due WHERE namespace = ?',
        namespace,
      )
      const found = new Map(horizon.idle.map(({ level, since }) => [level, since]))
      if (horizon.compressFrom !== null) found.set(COMPRESS, horizon.compressFrom)
      for (const { level, turn } of known) {
        if (!found.has(level) && turn < horizon.turn)
          sql.exec('DELETE FROM due WHERE namespace = ? AND level = ?', namespace, level)
      }
      const same = new Set(known.filter(({ level, since }) => found.get(level) === since).map(({ level }) => level))
      put(
        namespace,
        {
          ...horizon,
          idle: horizon.idle.filter(({ level }) => !same.has(level)),
          compressFrom: same.has(COMPRESS) ? null : horizon.compressFrom,
        },
        'since = CASE WHEN turn < excluded.turn THEN excluded.since ELSE min(since, excluded.since) END, turn = max(turn, excluded.turn)',
      )
      putMagnitude(namespace, horizon)
      sql.exec('DELETE FROM failures WHERE namespace = ?', namespace)
    },
    forget(namespace: string): void {
      sql.exec('DELETE FROM due WHERE namespace = ?', namespace)
      sql.exec('DELETE FROM magnitudes WHERE namespace = ?', namespace)
      sql.exec('DELETE FROM failures WHERE namespace = ?', namespace)
    },
    count: (policy: SchedulePolicy, at: number): number =>
      sql.exec<{ n: number }>(`SELECT count(DISTINCT due.namespace) AS n ${DUE_STATEMENT}`, rangesOf(policy, at)).one()
        .n,
    /** All that have a memory. */
    namespaces: (): number => sql.exec<{ n: number }>('SELECT count(DISTINCT namespace) AS n FROM due').one().n,
    /** How many have so many digits' worth of chunks: the first number is of those with one digit. */
    byMagnitude(): number[] {
      const counts = Array.from({ length: MOST_DIGITS }, () => 0)
      const rows = sql.all<{ magnitude: number; n: number }>(
        'SELECT magnitude, count(*) AS n FROM magnitudes GROUP BY magnitude',
      )
      for (const { magnitude, n } of rows) counts[magnitude - 1] = n
      return counts
    },
    /** Namespaces that are due at `at` and not waiting for another try at `now`. */
    next: (policy: SchedulePolicy, at: number, now: number, limit: number): string[] =>
      sql
        .all<{ namespace: string }>(
          `SELECT DISTINCT due.namespace AS namespace ${DUE_STATEMENT} LEFT JOIN failures ON failures.namespace = due.namespace
           WHERE coalesce(failures.retry_at, 0) NOT BETWEEN ?2 + 1 AND ?2 + ?4 LIMIT ?3`,
          ...[rangesOf(policy, at), now, limit, LONGEST_BACKOFF_MS],
        )
        .map((row) => row.namespace),
    fail(namespace: string, now: number, error: string): void {
      const [known] = sql.all<{ attempts: number }>('SELECT attempts FROM failures WHERE namespace = ?', namespace)
      const attempts = (known?.attempts ?? 0) + 1
      sql.exec(
        'INSERT OR REPLACE INTO failures (namespace, attempts, retry_at, error) VALUES (?, ?, ?, ?)',
        ...[namespace, attempts, now + backoffMs(attempts), error],
      )
    },
    /** Those that are still due and failed, the next to be tried first. */
    failing: (policy: SchedulePolicy, at: number): StoredFailure[] =>
      sql.all<{ namespace: string; attempts: number; retry_at: number; error: string }>(
        `SELECT failures.* FROM failures WHERE namespace IN (SELECT due.namespace ${DUE_STATEMENT}) ORDER BY retry_at`,
        rangesOf(policy, at),
      ),
  }
}
