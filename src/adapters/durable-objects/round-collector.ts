import type { RoundSummary } from '../../ports/schedule.ts'
import { lazy } from '../../runtime/lazy.ts'
import type { CountedSql } from './tables/counted-sql.ts'
import { createRounds, type PartReport, type Round } from './tables/rounds.ts'

interface Parts {
  readonly sql: CountedSql
  /** Told once every shard of a round has reported. */
  finished(round: RoundSummary): Promise<void>
}

/** What the rounds did, gathered from the shards' reports: reports may come before the round's beginning is known, and twice. */
export function createRoundCollector({ sql, finished }: Parts) {
  const rounds = lazy(() => createRounds(sql))
  const announce = async (round: Round | null): Promise<void> => {
    if (round && round.finishedAt !== null) await finished(toSummary(round))
  }
  return {
    /** The shards have been asked. */
    begun: (at: number, asked: { due: number; shards: number; unreached: number }): Promise<void> =>
      announce(rounds().begun(at, asked, Date.now())),
    /** A shard has done its part. */
    collect: (report: PartReport): Promise<void> => announce(rounds().report(report, Date.now())),
    /** Last round first. */
    last: (limit: number): RoundSummary[] => rounds().last(limit).map(toSummary),
  }
}

const toSummary = ({ at, due, counts, failed, failures, unreached, finishedAt }: Round): RoundSummary => ({
  at: at / 1000,
  due,
  ...counts,
  failed,
  failures: failures.map((failure) => ({ ...failure, retry_at: failure.retry_at / 1000 })),
  unreached,
  finished_at: finishedAt === null ? null : finishedAt / 1000,
})
