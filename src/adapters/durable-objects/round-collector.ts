import type { RoundSummary } from '../../ports/schedule.ts'
import { lazy } from '../../runtime/lazy.ts'
import type { CountedSql } from './tables/counted-sql.ts'
import { createRounds, type PartReport, type Round, type StoredFailure } from './tables/rounds.ts'

/** A round as it is sent: objects and Workers of two versions may speak to each other. Times in seconds since the epoch. */
export interface SentRound extends Omit<RoundSummary, 'failures' | 'finishedAt'> {
  readonly failures: readonly StoredFailure[]
  readonly finished_at: number | null
}

interface Parts {
  readonly sql: CountedSql
  /** Told once every shard of a round has reported. */
  finished(round: SentRound): Promise<void>
}

/** What the rounds did, gathered from the shards' reports: reports may come before the round's beginning is known, and twice. */
export function createRoundCollector({ sql, finished }: Parts) {
  const rounds = lazy(() => createRounds(sql))
  const announce = async (round: Round | null): Promise<void> => {
    if (round && round.finishedAt !== null) await finished(toSent(round))
  }
  return {
    /** The shards have been asked. */
    begun: (at: number, asked: { due: number; shards: number; unreached: number }): Promise<void> =>
      announce(rounds().begun(at, asked, Date.now())),
    /** A shard has done its part. */
    collect: (report: PartReport): Promise<void> => announce(rounds().report(report, Date.now())),
    /** Last round first. */
    last: (limit: number): SentRound[] => rounds().last(limit).map(toSent),
  }
}

const toSent = ({ at, due, counts, failed, failures, unreached, finishedAt }: Round): SentRound => ({
  at: at / 1000,
  due,
  ...counts,
  failed,
  failures: failures.map((failure) => ({ ...failure, retry_at: failure.retry_at / 1000 })),
  unreached,
  finished_at: finishedAt === null ? null : finishedAt / 1000,
})

export const toSummary = ({ at, failures, finished_at, ...round }: SentRound): RoundSummary => ({
  ...round,
  at: at * 1000,
  failures: failures.map(({ retry_at, ...failure }) => ({ ...failure, retryAt: retry_at * 1000 })),
  finishedAt: finished_at === null ? null : finished_at * 1000,
})
