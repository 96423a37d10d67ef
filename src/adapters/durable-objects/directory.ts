import { DurableObject } from 'cloudflare:workers'
import type { Horizon } from '../../ports/consolidation.ts'
import type { SchedulePolicy } from '../../ports/schedule.ts'
import { createAccountNames } from './account-names.ts'
import { ROUNDS } from './directory-shards.ts'
import { createDueShard } from './due-shard.ts'
import { createRoundCollector, type SentRound } from './round-collector.ts'
import { isSoundDatabase } from './sound-database.ts'
import { countRows, type Rows } from './tables/counted-sql.ts'
import type { PartReport } from './tables/rounds.ts'

/**
 * Hosts three things that know nothing of one another: names of accounts, what is due (both in each of 64 shards), and the collector of rounds (in an
 * object of its own). They share a class because deployed objects are bound to it: what a shard of another class does not find, the vaults would not
 * announce again. Each makes its own tables when it is first used. The methods are called by objects of other versions, so they keep their names.
 */
export class Directory extends DurableObject<Env> {
  readonly #sql = countRows(this.ctx.storage.sql)
  readonly #names = createAccountNames(this.#sql)
  readonly #due = createDueShard({
    sql: this.#sql,
    storage: this.ctx.storage,
    visit: async (visits) => this.ctx.exports.Lifecycle.visit(visits),
    report: async (report) => {
      const shard = this.ctx.id.name ?? this.ctx.id.toString()
      await this.env.DIRECTORY.getByName(ROUNDS).collect({ ...report, shard })
    },
  })
  readonly #rounds = createRoundCollector({
    sql: this.#sql,
    finished: async (round) => this.ctx.exports.Lifecycle.finished(round),
  })

  claim(name: string, account: string): boolean {
    return this.#names.claim(name, account)
  }

  release(name: string, account: string): void {
    this.#names.release(name, account)
  }

  find(name: string): string | null {
    return this.#names.find(name)
  }

  list(after: string, limit: number): { name: string; account: string }[] {
    return this.#names.list(after, limit)
  }

  /** How many accounts and namespaces with memories there are in this shard, and how large those are. */
  inventory(): { accounts: number; namespaces: number; byMagnitude: number[] } {
    return { accounts: this.#names.count(), namespaces: this.#due.count(), byMagnitude: this.#due.byMagnitude() }
  }

  tell(namespace: string, horizon: Horizon): void {
    this.#due.announce(namespace, horizon)
  }

  forget(namespace: string): void {
    this.#due.forget(namespace)
  }

  begin(round: { at: number; policy: SchedulePolicy }): Promise<number> {
    return this.#due.begin(round)
  }

  override alarm(): Promise<void> {
    return this.#due.wake()
  }

  begun(at: number, asked: { due: number; shards: number; unreached: number }): Promise<void> {
    return this.#rounds.begun(at, asked)
  }

  collect(report: PartReport): Promise<void> {
    return this.#rounds.collect(report)
  }

  rounds(limit: number): SentRound[] {
    return this.#rounds.last(limit)
  }

  /** Whoever asks wants to know whether there is room. */
  probe(bytes: number): void {
    this.#sql.exec('CREATE TABLE IF NOT EXISTS probe (id INTEGER PRIMARY KEY, room BLOB NOT NULL) STRICT')
    this.#sql.exec('INSERT OR REPLACE INTO probe (id, room) VALUES (1, zeroblob(?))', bytes)
  }

  /** Asked when a call failed for no known reason: can everything be read? */
  isSound(): boolean {
    return isSoundDatabase(this.ctx.storage.sql)
  }

  /** Rows read and written since the last time, for whoever measures. */
  cost(): Rows {
    return this.#sql.take()
  }
}
