import type { Horizon } from '../../ports/consolidation.ts'
import type { SchedulePolicy, VisitOutcome } from '../../ports/schedule.ts'
import { MINUTE_MS } from '../../runtime/duration.ts'
import { lazy } from '../../runtime/lazy.ts'
import { addCounts, NO_COUNTS } from './round-counts.ts'
import type { CountedSql } from './tables/counted-sql.ts'
import { createDueTable } from './tables/due.ts'
import { createParts, type Part } from './tables/parts.ts'
import type { PartReport } from './tables/rounds.ts'

/** Namespaces visited between two alarms: what is done again after a crash. */
const SLICE = 16
/** How long a round waits for namespaces that failed; what fails longer is left to the next ones. */
const RETRY_WINDOW_MS = 30 * MINUTE_MS

interface Parts {
  readonly sql: CountedSql
  readonly storage: Pick<DurableObjectStorage, 'setAlarm' | 'transactionSync'>
  /** Visits are made by a Worker of their own, where the models and the language model are; here is only what is due. */
  visit(visits: { readonly namespaces: readonly string[]; readonly at: number }): Promise<VisitOutcome[]>
  /** To the collector of rounds; told twice, it counts once. */
  report(report: Omit<PartReport, 'shard'>): Promise<void>
}

/**
 * Which namespaces are due: one shard of the schedule, and its part in a round. It works a round off in slices, each from an alarm of its own, so
 * that it goes on after a restart where it was. A namespace that fails is tried again later and stops nobody.
 */
export function createDueShard({ sql, storage, visit, report }: Parts) {
  const dueTable = lazy(() => createDueTable(sql))
  const partsTable = lazy(() => createParts(sql))

  /** One slice, and an alarm for the next. */
  async function goOn(part: Part): Promise<void> {
    const slice = dueTable().next(part.policy, part.at, Date.now(), SLICE)
    if (slice.length > 0) {
      const outcomes = await visitAll(slice, part.at)
      storage.transactionSync(() => settle(part, outcomes))
      return storage.setAlarm(Date.now())
    }
    const [first] = dueTable().failing(part.policy, part.at)
    if (first && first.retry_at <= part.begunAt + RETRY_WINDOW_MS) return storage.setAlarm(first.retry_at)
    partsTable().put({ ...part, ended: true })
    return end(part)
  }

  async function visitAll(namespaces: readonly string[], at: number): Promise<VisitOutcome[]> {
    try {
      return await visit({ namespaces, at })
    } catch {
      // One of them takes the whole Worker down, so each gets one of its own.
      const outcomes: VisitOutcome[] = []
      for (const namespace of namespaces) {
        const alone = visit({ namespaces: [namespace], at })
        outcomes.push(...(await alone.catch(() => [{ namespace, error: 'The visit broke off.' }])))
      }
      return outcomes
    }
  }

  function settle(part: Part, outcomes: readonly VisitOutcome[]): void {
    let { counts } = part
    for (const outcome of outcomes) {
      if ('error' in outcome) dueTable().fail(outcome.namespace, Date.now(), outcome.error)
      else {
        dueTable().settle(outcome.namespace, outcome.horizon)
        counts = addCounts(counts, outcome.counts)
      }
    }
    // The next round may have ended this one while it was on its way.
    const ended = partsTable()
      .all()
      .some(({ at, ended }) => at === part.at && ended)
    partsTable().put({ ...part, counts, ended })
  }

  async function end({ at, policy, counts }: Part): Promise<void> {
    await report({ at, counts, failures: dueTable().failing(policy, at) })
    partsTable().remove(at)
  }

  return {
    /** A namespace has to be looked at earlier than was known. */
    announce: (namespace: string, horizon: Horizon): void => dueTable().announce(namespace, horizon),
    /** Namespaces that have a memory. */
    count: (): number => dueTable().namespaces(),
    byMagnitude: (): number[] => dueTable().byMagnitude(),
    /** The namespace is erased. */
    forget: (namespace: string): void => dueTable().forget(namespace),
    /** Starts this shard's part of a round: how many namespaces are due in it. */
    async begin({ at, policy }: { at: number; policy: SchedulePolicy }): Promise<number> {
      const parts = partsTable().all()
      const begun = parts.find((part) => part.at === at)
      if (begun) return begun.due
      const due = dueTable().count(policy, at)
      // A round that is still waiting for something ends here; what it had left is due in this one.
      for (const part of parts) if (!part.ended) partsTable().put({ ...part, ended: true })
      if (due > 0) partsTable().put({ at, begunAt: Date.now(), due, policy, counts: NO_COUNTS, ended: false })
      // What an earlier round could not report is reported now.
      if (due > 0 || parts.length > 0) await storage.setAlarm(Date.now())
      return due
    },
    /** At an alarm: goes on with the round at work, and reports what has ended. */
    async wake(): Promise<void> {
      for (const part of partsTable().all()) await (part.ended ? end(part) : goOn(part))
    },
  }
}
