import { DurableObject } from 'cloudflare:workers'
import type {
  ConsolidationReport,
  Counts,
  Faded,
  MemoryId,
  NewMemory,
  RecallPlan,
  Recollection,
  Remembered,
} from '../../ports/memory-store.ts'
import { consolidate, countFaded, foldAccesses, prune } from './forget.ts'
import { recall } from './recall.ts'
import { remember } from './remember.ts'
import { countRows, type Rows } from './tables/counted-sql.ts'
import { createSchema, SCHEMA_VERSION, schemaVersion } from './tables/vault-schema.ts'
import { createVaultTables, type VaultTables } from './vault-tables.ts'

/** A request that waited longer than this for its turn is refused: whoever waits that long has mostly gone, and the queue must not grow. */
const MAX_WAIT_MS = 5_000

/** Accesses are folded into the memories when this many memories have pending ones, or some time later. */
const FOLD_AT = 500
const FOLD_AFTER_MS = 60_000

export type Refusal = { readonly refused: 'overloaded' | 'erased' | 'other-embedder'; readonly embedder?: string }

/** An answer with what it cost in rows. */
export interface Answer<T> {
  readonly result: T
  readonly rows: Rows
}

const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'refused' in value

/** What RPC calls carry besides their request: when the Worker sent it (its own clock, in ms). */
export interface Sent {
  readonly sentAt: number
}

const EMPTY: Recollection = {
  chunks: [],
  facts: [],
  corpus: { chunks: 0, averageWords: 0, frequencies: [], sessions: 0, speakers: [] },
  degraded: [],
}

/**
 * All that one namespace remembers. Every method is synchronous between its first read and its last write, so that each is one
 * transaction; the platform holds the answer back until what was written is safe.
 */
export class Vault extends DurableObject<Env> {
  readonly #sql = countRows(this.ctx.storage.sql)
  #tables: VaultTables | null = null

  /** null where nothing was ever written: reading creates nothing. */
  #open(): VaultTables | null {
    if (!this.#tables) {
      const version = schemaVersion(this.#sql)
      if (version === null) return null
      if (version > SCHEMA_VERSION) throw new Error(`vault of version ${version} is newer than this service`)
      this.#tables = createVaultTables(this.ctx.id.toString(), this.#sql)
    }
    return this.#tables
  }

  #create(): VaultTables {
    const tables = this.#open()
    if (tables) return tables
    createSchema(this.#sql)
    return this.#open()!
  }

  /** All or nothing; what is in memory is thrown away with what was rolled back. */
  #write<T>(tables: VaultTables, work: () => T): T {
    try {
      return this.ctx.storage.transactionSync(() => {
        const result = work()
        tables.flush()
        return result
      })
    } catch (error) {
      tables.forget()
      throw error
    }
  }

  /** One turn at the vault: refused if it came too late, `empty` where nothing was ever written. */
  #serve<T>({ sentAt }: Sent, empty: T, work: (tables: VaultTables) => T | Refusal): Answer<T> | Refusal {
    if (Date.now() - sentAt > MAX_WAIT_MS) return { refused: 'overloaded' }
    this.#sql.take()
    const tables = this.#open()
    const result = tables ? work(tables) : empty
    return isRefusal(result) ? result : { result, rows: this.#sql.take() }
  }

  remember(
    request: { now: number; embedder: string; memories: readonly NewMemory[] } & Sent,
  ): Answer<Remembered[]> | Refusal {
    this.#create()
    return this.#serve<Remembered[]>(request, [], (tables) => {
      if (tables.meta.number('erased at') !== null) return { refused: 'erased' }
      const embedder = tables.meta.text('embedder')
      if (embedder !== null && embedder !== request.embedder) return { refused: 'other-embedder', embedder }
      return this.#write(tables, () => {
        if (embedder === null) tables.meta.set('embedder', request.embedder)
        if (tables.accesses.count() > 0) foldAccesses(tables)
        return request.memories.map((memory) => remember(tables, memory, request.now))
      })
    })
  }

  recall(plan: RecallPlan & { embedder: string } & Sent): Answer<Recollection> | Refusal {
    const empty = { ...EMPTY, corpus: { ...EMPTY.corpus, frequencies: plan.words.map(() => 0) } }
    return this.#serve<Recollection>(plan, empty, (tables) => {
      const embedder = tables.meta.text('embedder')
      if (embedder !== null && embedder !== plan.embedder) return { refused: 'other-embedder', embedder }
      return recall(tables, plan)
    })
  }

  /** One row for one retrieve, however many memories it returned. */
  async touch(access: { now: number; ids: readonly MemoryId[] }): Promise<void> {
    const tables = this.#open()
    if (!tables || access.ids.length === 0) return
    this.#sql.take()
    tables.accesses.record(access.now, access.ids)
    if (tables.accesses.count() >= FOLD_AT) this.#write(tables, () => foldAccesses(tables))
    else if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + FOLD_AFTER_MS)
  }

  override alarm(): void {
    const tables = this.#open()
    if (tables) this.#write(tables, () => foldAccesses(tables))
  }

  countFaded(faded: Faded & Sent): Answer<number> | Refusal {
    return this.#serve(faded, 0, (tables) => this.#write(tables, () => countFaded(tables, faded)))
  }

  prune(faded: Faded & Sent): Answer<number> | Refusal {
    return this.#serve(faded, 0, (tables) => this.#write(tables, () => prune(tables, faded)))
  }

  consolidate(
    request: Faded & { force: boolean; minIntervalMs: number } & Sent,
  ): Answer<ConsolidationReport> | Refusal {
    const empty = { skipped: false, reinforced: 0, decayed: 0, pruned: 0 }
    return this.#serve(request, empty, (tables) => this.#write(tables, () => consolidate(tables, request)))
  }

  count(request: { persona: string } & Sent): Answer<{ persona: Counts; namespace: Counts }> | Refusal {
    const none = { chunks: 0, entities: 0, relations: 0 }
    return this.#serve(request, { persona: none, namespace: none }, (tables) => {
      const row = tables.personas.find(request.persona)
      const totals = tables.personas.totals()
      return {
        persona: row ? { chunks: row.chunks, entities: row.entities, relations: row.facts } : none,
        namespace: { chunks: totals.chunks, entities: tables.graph.count(), relations: totals.facts },
      }
    })
  }

  /** Leaves a tombstone, so that a request that was on its way writes nothing. */
  async erase(now: number): Promise<string[]> {
    const sessions = this.#open()?.chunks.sessionNames() ?? []
    this.#tables?.forget()
    this.#tables = null
    await this.ctx.storage.deleteAll()
    createSchema(this.#sql)
    this.#open()!.meta.set('erased at', now)
    return sessions
  }
}
