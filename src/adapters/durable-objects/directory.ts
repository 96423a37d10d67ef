import { DurableObject } from 'cloudflare:workers'
import type { Horizon } from '../../ports/consolidation.ts'
import type { RoundCounts, RoundFailure, RoundSummary, SchedulePolicy, VisitOutcome } from '../../ports/schedule.ts'
import { countRows, type Rows } from './tables/counted-sql.ts'
import { createDueTable } from './tables/due.ts'
import {
  addCounts,
  createParts,
  createRounds,
  NO_COUNTS,
  type Part,
  type PartReport,
  type Round,
} from './tables/rounds.ts'

export const DIRECTORY_SHARDS = 64

/** FNV-1a: spreads names evenly over the shards and is the same everywhere, forever. */
export function shardOf(name: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193)
  return (hash >>> 0) % DIRECTORY_SHARDS
}

/** Another object of the same class: it gathers what the shards report of a round. */
export const ROUNDS = 'rounds'

/** Namespaces visited between two alarms: what is done again after a crash. */
const SLICE = 16
/** How long a round waits for namespaces that failed; what fails longer is left to the next ones. */
const RETRY_WINDOW_MS = 30 * 60_000

/**
 * One of 64 shards of what the deployment knows of all accounts: which there are, by name, and when each is due. A round is worked through
 * in slices, each from an alarm of its own, so that it goes on after a restart where it was.
 */
export class Directory extends DurableObject<Env> {
  readonly #sql = countRows(this.ctx.storage.sql)
  readonly #due = createDueTable(this.#sql)
  readonly #parts = createParts(this.#sql)
  readonly #rounds = createRounds(this.#sql)
  #created = false
  #cost: Rows = { read: 0, written: 0 }

  #createOnce(): void {
    this.#addCost()
    if (this.#created) return
    this.#sql.exec(
      'CREATE TABLE IF NOT EXISTS accounts (name TEXT PRIMARY KEY, account TEXT NOT NULL) STRICT, WITHOUT ROWID',
    )
    for (const table of [this.#due, this.#parts, this.#rounds]) table.create()
    this.#created = true
  }

  /** Reserves the name for the account; false where another has it. */
  claim(name: string, account: string): boolean {
    this.#createOnce()
    return (
      this.#sql.exec('INSERT INTO accounts (name, account) VALUES (?, ?) ON CONFLICT DO NOTHING', name, account)
        .rowsWritten > 0
    )
  }

  release(name: string, account: string): void {
    this.#createOnce()
    this.#sql.exec('DELETE FROM accounts WHERE name = ? AND account = ?', name, account)
  }

  find(name: string): string | null {
    this.#createOnce()
    return (
      this.#sql.exec<{ account: string }>('SELECT account FROM accounts WHERE name = ?', name).toArray()[0]?.account ??
      null
    )
  }

  /** Names after `after`, in order. */
  list(after: string, limit: number): { name: string; account: string }[] {
    this.#createOnce()
    return this.#sql
      .exec<{ name: string; account: string }>(
        'SELECT name, account FROM accounts WHERE name > ? ORDER BY name LIMIT ?',
        after,
        limit,
      )
      .toArray()
  }

  /** A vault has memories that it had none like before. */
  tell(namespace: string, horizon: Horizon): void {
    this.#createOnce()
    this.#due.tell(namespace, horizon)
  }

  /** The namespace is erased. */
  forget(namespace: string): void {
    this.#createOnce()
    this.#due.forget(namespace)
  }

  /** Starts this shard's part of a round: how many namespaces are due in it. */
  async begin({ at, policy }: { at: number; policy: SchedulePolicy }): Promise<number> {
    this.#createOnce()
    const parts = this.#parts.all()
    if (parts.some((part) => part.at === at)) return parts.find((part) => part.at === at)!.due
    const due = this.#due.count(policy, at)
    // A round that is still waiting for something ends here; what it had left is due in this one.
    for (const part of parts) if (!part.ended) this.#parts.put({ ...part, ended: true })
    if (due > 0) this.#parts.put({ at, begunAt: Date.now(), due, policy, counts: NO_COUNTS, ended: false })
    // What an earlier round could not report is reported now.
    if (due > 0 || parts.length > 0) await this.ctx.storage.setAlarm(Date.now())
    return due
  }

  override async alarm(): Promise<void> {
    this.#createOnce()
    for (const part of this.#parts.all()) {
      if (part.ended) await this.#report(part)
      else await this.#goOn(part)
    }
  }

  /** One slice, and an alarm for the next. */
  async #goOn(part: Part): Promise<void> {
    const now = Date.now()
    const slice = this.#due.next(part.policy, part.at, now, SLICE)
    if (slice.length > 0) {
      const outcomes = await this.#visit(slice, part.at)
      this.ctx.storage.transactionSync(() => this.#settle(part, outcomes))
      await this.ctx.storage.setAlarm(Date.now())
      return
    }
    const [first] = this.#due.failing(part.policy, part.at)
    if (first && first.retry_at <= part.begunAt + RETRY_WINDOW_MS) {
      await this.ctx.storage.setAlarm(first.retry_at)
      return
    }
    const ended = { ...part, ended: true }
    this.#parts.put(ended)
    await this.#report(ended)
  }

  /** Visits are made by a Worker of their own, where the models and the language model are; here is only what is due. */
  async #visit(namespaces: readonly string[], at: number): Promise<VisitOutcome[]> {
    const visits = this.ctx.exports.Lifecycle
    try {
      return await visits.visit({ namespaces, at })
    } catch {
      // One of them takes the whole Worker down, so each gets one of its own.
      const alone = async (namespace: string): Promise<VisitOutcome[]> => {
        try {
          return await visits.visit({ namespaces: [namespace], at })
        } catch {
          return [{ namespace, error: 'The visit broke off.' }]
        }
      }
      const outcomes: VisitOutcome[] = []
      for (const namespace of namespaces) outcomes.push(...(await alone(namespace)))
      return outcomes
    }
  }

  #settle(part: Part, outcomes: readonly VisitOutcome[]): void {
    let counts: RoundCounts = part.counts
    for (const outcome of outcomes) {
      if ('error' in outcome) this.#due.fail(outcome.namespace, Date.now(), outcome.error)
      else {
        this.#due.settle(outcome.namespace, outcome.horizon)
        counts = addCounts(counts, outcome.counts)
      }
    }
    // The next round may have ended this one while it was on its way.
    const ended = this.#parts.all().find(({ at }) => at === part.at)?.ended ?? false
    this.#parts.put({ ...part, counts, ended })
  }

  async #report(part: Part): Promise<void> {
    const failures = this.#due.failing(part.policy, part.at)
    const shard = this.ctx.id.name ?? this.ctx.id.toString()
    await this.env.DIRECTORY.getByName(ROUNDS).collect({ at: part.at, shard, counts: part.counts, failures })
    this.#parts.remove(part.at)
  }

  /** Of the collector: the shards have been asked. */
  async begun(at: number, asked: { due: number; shards: number; unreached: number }): Promise<void> {
    this.#createOnce()
    await this.#announce(this.#rounds.begun(at, asked, Date.now()))
  }

  /** Of the collector: a shard has done its part. Told twice, it counts once. */
  async collect(report: PartReport): Promise<void> {
    this.#createOnce()
    await this.#announce(this.#rounds.report(report, Date.now()))
  }

  async #announce(round: Round | null): Promise<void> {
    if (round && round.finishedAt !== null) await this.ctx.exports.Lifecycle.finished(toSummary(round))
  }

  rounds(limit: number): RoundSummary[] {
    this.#createOnce()
    return this.#rounds.last(limit).map(toSummary)
  }

  #addCost(): void {
    const { read, written } = this.#sql.take()
    this.#cost = { read: this.#cost.read + read, written: this.#cost.written + written }
  }

  /** Rows read and written since the last time, for whoever measures. */
  cost(): Rows {
    this.#addCost()
    const cost = this.#cost
    this.#cost = { read: 0, written: 0 }
    return cost
  }
}

const toSummary = ({ at, due, counts, failed, failures, unreached, finishedAt }: Round): RoundSummary => ({
  at: at / 1000,
  due,
  ...counts,
  failed,
  failures: failures.map((failure: RoundFailure) => ({ ...failure, retry_at: failure.retry_at / 1000 })),
  unreached,
  finished_at: finishedAt === null ? null : finishedAt / 1000,
})
