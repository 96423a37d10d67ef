import { DurableObject } from 'cloudflare:workers'
import { regionOfAccount } from '../../domain/account/region.ts'
import type { MemoryId } from '../../domain/memory-id.ts'
import { toEntry } from '../../memory/entity-entry.ts'
import { ingestCounts } from '../../memory/ingest-counts.ts'
import type { LookBack } from '../../memory/look-back.ts'
import { nothingRecalled } from '../../memory/nothing-recalled.ts'
import { NOTHING_STORED, rehearsed } from '../../memory/portable/restore-conflict.ts'
import { noProfile } from '../../memory/read-profile.ts'
import { type RecordReading, readRecords } from '../../memory/read-records.ts'
import { stateChanges } from '../../memory/state-changes.ts'
import { restoredTexts, storedTexts } from '../../memory/stored-texts.ts'
import { noStrengths } from '../../memory/strengths.ts'
import type { AbstractionReport, AbstractionRequest, ConsolidationReport, Faded } from '../../ports/consolidation.ts'
import type { EntityEntry, EntityRegister } from '../../ports/entity-register.ts'
import type { AuditQuery, Authored, Journal, JournalEntry } from '../../ports/journal.ts'
import type { AsOf, MemoryDetail, MemoryRecords, Profile, Strengths } from '../../ports/memory-records.ts'
import type { History, MemoryRevisions, Receipt, Revised } from '../../ports/memory-revisions.ts'
import type { Counts, MemoryStore, Once } from '../../ports/memory-store.ts'
import type { ImportedBefore, Remembered } from '../../ports/new-memory.ts'
import type { Portable } from '../../ports/portable.ts'
import type { ReEmbeddable, ToEmbed } from '../../ports/re-embeddable.ts'
import type { RecallPlan } from '../../ports/recollection.ts'
import { abstract } from './abstractions.ts'
import { findLookBack, goBack, RolledBack } from './as-of/look-back.ts'
import { tablesAsOf } from './as-of/tables-as-of.ts'
import { beginConsolidation, type ConsolidationRequest, endConsolidation, skippedConsolidation } from './consolidate.ts'
import { createDebouncedWriter } from './debounced-writer.ts'
import { shardName, shardOf } from './directory-shards.ts'
import { exportPage } from './export-page.ts'
import { countFaded, findFaded, foldAccesses, pruneSlice, stillThere } from './forget.ts'
import { scopeIds } from './in-scope.ts'
import { changeOver, putEmbedded, toEmbed } from './re-embed.ts'
import { recall } from './recall.ts'
import { packRecollection } from './recollection-rows.ts'
import { createRecordReader } from './record-reader.ts'
import { imported, known, remember } from './remember.ts'
import { rehearseRestore, restoreRows } from './restore-rows.ts'
import { revise } from './revise.ts'
import { isSoundDatabase } from './sound-database.ts'
import { storageFailureOf } from './storage-failure.ts'
import { countStrengths } from './strengths.ts'
import { countRows, type Rows } from './tables/counted-sql.ts'
import { isMigrating, migrateAtOnce, migrateSlice } from './tables/migrations.ts'
import { createSchema, SCHEMA_VERSION, schemaVersion } from './tables/vault-schema.ts'
import { unmerge } from './unmerge.ts'
import { noteReset } from './unreset-sessions.ts'
import { createVaultTables, type VaultTables } from './vault-tables.ts'
import { createWaitLimit } from './wait-limit.ts'

/** The schedule is told of what is new soon, and never in the way of an ingest. */
const TELL_AFTER_MS = 10_000
/** Webhooks hear of a change at once; what comes in a burst, together. */
const WAKE_OUTBOX_AFTER_MS = 200

export type Refusal = { readonly refused: 'overloaded' | 'erased' | 'other-embedder'; readonly embedder?: string }

/** An answer with what it cost in rows. */
export interface Answer<T> {
  readonly result: T
  readonly rows: Rows
  /** The vault was asleep: what it keeps in memory had to be read for this call. */
  readonly cold: boolean
  /** For its turn, by the clocks of Worker and vault; a vault of an earlier version does not tell. */
  readonly waitedMs?: number
}

type Reply<T> = Answer<T> | Refusal
type ExportPage = Awaited<ReturnType<Portable['exportPage']>>
type RestoredRows = Awaited<ReturnType<Portable['restoreRows']>>

const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'refused' in value

/** What RPC calls carry besides their request: when the Worker sent it (its own clock, in ms), or `ON_TIME`. */
interface Sent {
  readonly sentAt: number
}

/** What a method of a port is asked for. */
type Asked<Method extends (namespace: string, request: never) => unknown> = Parameters<Method>[1] & Sent

const NOTHING_TO_DO: ConsolidationReport = {
  skipped: false,
  reinforced: 0,
  decayed: 0,
  pruned: 0,
  run: null,
  clusters: [],
  horizon: { turn: Number.MAX_SAFE_INTEGER, idle: [], compressFrom: null },
}

/** Of several personas together; an entity that several speak of is one. */
function countPersonas({ personas, graph }: VaultTables, names: readonly string[]): Counts {
  const rows = names.flatMap((name) => personas.find(name) ?? [])
  const sum = (field: 'chunks' | 'facts') => rows.reduce((total, row) => total + row[field], 0)
  const entities = rows.length > 1 ? graph.countIn(rows.map(({ id }) => id)) : (rows[0]?.entities ?? 0)
  return { chunks: sum('chunks'), entities, relations: sum('facts') }
}

/** Asked for again, a run offers nothing: its clusters are out already, or in. */
const withoutClusters = (report: ConsolidationReport): ConsolidationReport => ({ ...report, run: null, clusters: [] })

/**
 * All that one namespace remembers. Every method is synchronous between its first read and its last write, so that each is one
 * transaction; the platform holds the answer back until what was written is safe.
 */
export class Vault extends DurableObject<Env> {
  readonly #sql = countRows(this.ctx.storage.sql)
  readonly #isLate = createWaitLimit()
  #tables: VaultTables | null = null
  #sound: boolean | null = null
  /** One is at work in slices; another would count the same twice. */
  #consolidating = false
  /** When the alarm is set to, null for not at all; undefined until it was asked for. */
  #wakesAt: number | null | undefined
  readonly #writeAccessesDebounced = createDebouncedWriter(
    (promise) => this.ctx.waitUntil(promise),
    () => {
      const tables = this.#tables
      if (tables) this.#write(tables, tables.accesses.write)
    },
  )

  /** null where nothing was ever written: reading creates nothing. */
  #open(): VaultTables | null {
    if (!this.#tables) {
      const version = schemaVersion(this.#sql)
      if (version === null) return null
      if (version > SCHEMA_VERSION) throw new Error(`vault of version ${version} is newer than this service`)
      if (version < SCHEMA_VERSION)
        this.ctx.storage.transactionSync(() => migrateAtOnce(this.#sql, version, SCHEMA_VERSION))
      if (isMigrating(this.#sql)) this.ctx.waitUntil(this.#wakeWithin(0))
      this.#tables = createVaultTables(this.#sql)
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
      const written = this.ctx.storage.transactionSync(() => {
        const result = work()
        tables.flush()
        return result
      })
      if (tables.journal.takeNews() && tables.meta.number('watched') === 1) this.#wakeSoon()
      return written
    } catch (error) {
      tables.forget()
      throw error
    }
  }

  /** Accesses that wait to be written are written first, or they would be lost with the look. */
  #findLookBack(tables: VaultTables, at: number, personas: readonly string[] | null): LookBack | null {
    const wanted = findLookBack(tables, at, personas)
    if (wanted) this.#write(tables, tables.accesses.write)
    return wanted
  }

  /** As of a time what was taken out of retrieval since is there: it is brought back for a look, and nothing of that is kept. */
  #lookBack<T>(tables: VaultTables, { asOf, personas }: RecallPlan, look: () => T): T {
    const wanted = typeof asOf === 'number' ? this.#findLookBack(tables, asOf, personas) : null
    if (!wanted) return look()
    const seen: T[] = []
    try {
      this.ctx.storage.transactionSync(() => {
        goBack(tables, wanted)
        seen.push(look())
        throw new RolledBack()
      })
    } catch (error) {
      if (!(error instanceof RolledBack)) throw error
    } finally {
      tables.forget()
    }
    return seen[0]!
  }

  /** One turn at the vault: refused if it came too late, `empty` where nothing was ever written. */
  #serve<T>({ sentAt }: Sent, empty: T, work: (tables: VaultTables) => T | Refusal): Reply<T> {
    if (this.#isLate(sentAt)) return { refused: 'overloaded' }
    this.#sql.take()
    const begunAt = Date.now()
    const cold = this.#tables === null
    const tables = this.#open()
    const result = tables ? work(tables) : empty
    return isRefusal(result) ? result : { result, rows: this.#sql.take(), cold, waitedMs: begunAt - sentAt }
  }

  /** Work that takes several turns: between two of them others have theirs, whose rows are not counted here. */
  async #serveInTurns<T>(
    { sentAt }: Sent,
    empty: T,
    work: (tables: VaultTables, nextTurn: () => Promise<void>) => Promise<T>,
  ): Promise<Reply<T>> {
    if (this.#isLate(sentAt)) return { refused: 'overloaded' }
    this.#sql.take()
    const cold = this.#tables === null
    const tables = this.#open()
    const rows = { read: 0, written: 0 }
    const count = () => {
      const taken = this.#sql.take()
      rows.read += taken.read
      rows.written += taken.written
    }
    const result = tables
      ? await work(tables, async () => {
          count()
          await scheduler.wait(0)
          this.#sql.take()
        })
      : empty
    count()
    return { result, rows, cold }
  }

  /** A turn that is one transaction. */
  #change<T>(sent: Sent, empty: T, work: (tables: VaultTables) => T): Reply<T> {
    return this.#serve(sent, empty, (tables) => this.#write(tables, () => work(tables)))
  }

  async remember(request: Asked<MemoryStore['remember']>): Promise<Reply<Remembered[]>> {
    this.#create()
    const answer = this.#serve<Remembered[]>(request, [], (tables) => {
      if (tables.meta.number('erased at') !== null) return { refused: 'erased' }
      const refusal = this.#refuseOthers(tables, request.embedder)
      if (refusal) return refusal
      return this.#write(tables, () => {
        if (tables.meta.text('embedder') === null) tables.meta.set('embedder', request.embedder)
        return tables.outcomes.once(request, () => {
          const remembered = remember(tables, request)
          tables.journal.note(request, ingestCounts(remembered))
          tables.outcomes.addToTally(request, storedTexts(remembered))
          return remembered
        })
      })
    })
    if (this.#tables?.horizon.hasPending()) await this.#wakeWithin(TELL_AFTER_MS)
    return answer
  }

  /** All of it in one transaction: a crash leaves everything as it was, or all of it done. */
  revise(request: Asked<MemoryRevisions['revise']>): Reply<Revised> {
    const missing = { kind: 'missing', ids: request.revisions.map(({ id }) => id) } as const
    return this.#serve<Revised>(request, missing, (tables) => {
      if (tables.meta.number('erased at') !== null) return { refused: 'erased' }
      const refusal = this.#refuseOthers(tables, request.embedder)
      if (refusal) return refusal
      return this.#write(tables, () => {
        const happened = tables.outcomes.of<Revised>(request)
        if (happened) return happened.result
        const revised = revise(tables, request)
        if (revised.kind !== 'done') return revised
        tables.journal.note(request, { ...revised.erased })
        return tables.outcomes.once(request, () => revised)
      })
    })
  }

  inScope(request: Asked<MemoryRevisions['inScope']>): Reply<{ ids: readonly number[]; total: number }> {
    return this.#serve(request, { ids: [] as readonly number[], total: 0 }, (tables) => scopeIds(tables, request))
  }

  history(request: Asked<MemoryRevisions['history']>): Reply<History> {
    return this.#serve<History>(request, { versions: [], changes: [] }, (tables) => {
      const [record] = tables.memories.byIds([request.id])
      return {
        versions: tables.revisions.versionsOf(request.id).map(({ memory: _, persona, metadata, ...version }) => ({
          ...version,
          persona: tables.personas.get(persona).name,
          metadata: metadata === null ? null : JSON.parse(metadata),
        })),
        changes: record ? stateChanges(record) : [],
      }
    })
  }

  receipts(request: Asked<MemoryRevisions['receipts']>): Reply<{ receipts: Receipt[]; next: number | null }> {
    return this.#serve<{ receipts: Receipt[]; next: number | null }>(
      request,
      { receipts: [], next: null },
      (tables) => {
        const found = tables.revisions.receipts(request.before, request.limit + 1)
        const receipts = found.slice(0, request.limit)
        return { receipts, next: found.length > receipts.length ? receipts.at(-1)!.id : null }
      },
    )
  }

  noteReset(request: { sessions: readonly string[] } & Sent): Reply<null> {
    return this.#change(request, null, (tables) => {
      noteReset(tables, request.sessions)
      return null
    })
  }

  erasedSince(request: { at: number } & Sent): Reply<readonly number[]> {
    return this.#serve<readonly number[]>(request, [], (tables) => tables.revisions.erasedSince(request.at))
  }

  happened(request: { once: string } & Sent): Reply<boolean> {
    return this.#serve<boolean>(request, false, (tables) => tables.outcomes.has(request.once))
  }

  tallied(request: { tally: string } & Sent): Reply<number> {
    return this.#serve<number>(request, 0, (tables) => tables.outcomes.tallied(request.tally))
  }

  /** What a migration has yet to write would be missing in the file, and in the vault that it is restored into. */
  async exportPage(request: Asked<Portable['exportPage']>): Promise<Reply<ExportPage>> {
    const nothing: ExportPage = { rows: [], next: null, embedder: null }
    if (this.#isLate(request.sentAt)) return { refused: 'overloaded' }
    const tables = this.#open()
    while (tables && isMigrating(this.#sql)) {
      this.#migrateSlice(tables)
      await scheduler.wait(0)
    }
    // What it waited for here is not for others to wait for.
    const sentAt = Date.now()
    return this.#serve<ExportPage>({ sentAt }, nothing, (tables) => exportPage(this.#sql, tables, request))
  }

  async restoreRows(request: Asked<Portable['restoreRows']>): Promise<Reply<RestoredRows>> {
    if (request.dryRun) {
      const intoNothing = rehearsed(request.rows, NOTHING_STORED, request.isPart ?? false)
      return this.#serve<RestoredRows>(request, intoNothing, (tables) => rehearseRestore(tables, request))
    }
    this.#create()
    const answer = this.#serve<RestoredRows>(
      request,
      { kind: 'done', memories: 0, known: 0, knownBeside: 0 },
      (tables) => {
        if (tables.meta.number('erased at') !== null) return { refused: 'erased' }
        const refusal = this.#refuseOthers(tables, request.embedder)
        if (refusal) return refusal
        return this.#write(tables, () => {
          if (tables.meta.text('embedder') === null) tables.meta.set('embedder', request.embedder)
          const restored = restoreRows(tables, request)
          if (restored.kind === 'done') tables.outcomes.addToTally(request, restoredTexts(request.rows, restored))
          return restored
        })
      },
    )
    if (this.#tables?.horizon.hasPending()) await this.#wakeWithin(TELL_AFTER_MS)
    return answer
  }

  /** A namespace that was embedded anew changes over at the first call with the new embedder; another one's vectors are refused. */
  #refuseOthers(tables: VaultTables, embedder: string): Refusal | null {
    const isOther = () => (tables.meta.text('embedder') ?? embedder) !== embedder
    if (isOther()) this.#write(tables, () => changeOver(tables, embedder))
    return isOther() ? { refused: 'other-embedder', embedder: tables.meta.text('embedder')! } : null
  }

  toEmbed(request: Asked<ReEmbeddable['toEmbed']>): Reply<{ wanted: ToEmbed[]; left: number }> {
    const { embedder, limit } = request
    return this.#change(request, { wanted: [], left: 0 }, (tables) => toEmbed(tables, embedder, limit))
  }

  putEmbedded(request: Asked<ReEmbeddable['putEmbedded']>): Reply<null> {
    return this.#change(request, null, (tables) => {
      putEmbedded(tables, request.embedder, request.vectors)
      return null
    })
  }

  imported(request: { texts: readonly ImportedBefore[] } & Sent): Reply<(number | null)[]> {
    const nothing = request.texts.map(() => null)
    return this.#serve<(number | null)[]>(request, nothing, (tables) => imported(tables, request.texts))
  }

  known(request: Asked<MemoryStore['known']>): Reply<boolean[][]> {
    const nothing = request.texts.map(({ chunks }) => chunks.map(() => false))
    return this.#serve(request, nothing, (tables) => known(tables, request))
  }

  /** A `Recollection` as JSON: a text is sent several times as fast as hundreds of small objects. */
  /** `packed`: the caller can unpack it. One of an earlier version, which says nothing of it, gets it as it was. */
  recall(plan: RecallPlan & { embedder: string; packed?: true } & Sent): Reply<string> {
    const toText = plan.packed ? packRecollection : JSON.stringify
    return this.#serve<string>(
      plan,
      toText(nothingRecalled(plan)),
      (tables) =>
        this.#refuseOthers(tables, plan.embedder) ?? toText(this.#lookBack(tables, plan, () => recall(tables, plan))),
    )
  }

  /** At most one row for one retrieve, however many memories it returned. */
  async touch(access: { now: number; ids: readonly MemoryId[] }): Promise<void> {
    const tables = this.#open()
    if (!tables || access.ids.length === 0) return
    this.#sql.take()
    tables.accesses.record({ at: access.now, ids: stillThere(tables, access.ids) })
    const tooMany = tables.accesses.tooMany()
    if (tooMany.length > 0) this.#write(tables, () => foldAccesses(tables, tooMany))
    else this.#writeAccessesDebounced()
  }

  async #wakeWithin(ms: number): Promise<void> {
    const at = Date.now() + ms
    if (this.#wakesAt === undefined) this.#wakesAt = await this.ctx.storage.getAlarm()
    if (this.#wakesAt !== null && this.#wakesAt <= at) return
    this.#wakesAt = at
    await this.ctx.storage.setAlarm(at)
  }

  /** In the turn of a change, so that the platform keeps both or neither. An alarm that was set to an earlier time may wait for this one. */
  #wakeSoon(): void {
    const at = Date.now() + WAKE_OUTBOX_AFTER_MS
    if (this.#wakesAt != null && this.#wakesAt <= at) return
    this.#wakesAt = at
    this.ctx.waitUntil(this.ctx.storage.setAlarm(at))
  }

  /** Fails, and is tried again by the platform, where the schedule could not be told. */
  override async alarm(): Promise<void> {
    this.#wakesAt = null
    const tables = this.#open()
    if (!tables || tables.meta.number('erased at') !== null) return
    this.#sql.take()
    if (isMigrating(this.#sql)) {
      // One slice an alarm: what came meanwhile gets its turn in between.
      if (this.#migrateSlice(tables)) await this.#wakeWithin(0)
    }
    await this.#wakeOutbox(tables)
    const horizon = tables.horizon.news(Date.now())
    if (!horizon) return
    await this.#schedule().tell(this.#namespace(), horizon)
    this.#write(tables, () => tables.horizon.told(horizon, false))
  }

  /** true where more is left to do. */
  #migrateSlice(tables: VaultTables): boolean {
    const more = this.ctx.storage.transactionSync(() => migrateSlice(this.#sql))
    tables.forget()
    return more
  }

  /** Where somebody watches, and the journal has what was not told yet. */
  async #wakeOutbox(tables: VaultTables): Promise<void> {
    const last = tables.journal.lastId()
    if (tables.meta.number('watched') !== 1 || (tables.meta.number('woken for') ?? 0) >= last) return
    const namespace = this.#namespace()
    await this.env.OUTBOX.getByName(namespace, { locationHint: regionOfAccount(namespace) }).wake()
    this.#write(tables, () => tables.meta.set('woken for', last))
  }

  journal(query: AuditQuery & Sent): Reply<JournalEntry[]> {
    return this.#serve<JournalEntry[]>(query, [], (tables) => tables.journal.latest(query))
  }

  journalAfter({ after, limit, ...sent }: { after: number; limit: number } & Sent): Reply<JournalEntry[]> {
    return this.#serve<JournalEntry[]>(sent, [], (tables) => tables.journal.after(after, limit))
  }

  watch(request: Asked<Journal['watch']>): Reply<null> {
    this.#create()
    return this.#change(request, null, (tables) => {
      if (tables.meta.number('erased at') !== null) return null
      tables.meta.set('watched', Number(request.watched))
      tables.journal.note(request, {})
      return null
    })
  }

  #namespace(): string {
    const { name } = this.ctx.id
    if (name === undefined) throw new Error('a vault is reached by its name alone')
    return name
  }

  /** The shard that knows when this namespace is due. */
  #schedule() {
    return this.env.DIRECTORY.getByName(shardName(shardOf(this.#namespace())))
  }

  countFaded(faded: Faded & Sent): Reply<number> {
    return this.#change(faded, 0, (tables) => countFaded(tables, faded))
  }

  prune(faded: Faded & Authored & Once & Sent): Promise<Reply<number>> {
    return this.#serveInTurns(faded, 0, async (tables, nextTurn) => {
      const happened = tables.outcomes.of<number>(faded)
      if (happened) return happened.result
      const pruned = await this.#prune(tables, faded, nextTurn, (all, justNow) => {
        tables.journal.note(faded, { pruned: justNow })
        return tables.outcomes.once(faded, () => all)
      })
      return pruned ?? 0
    })
  }

  /** Each slice is noted in its own transaction, the last one with what ends it all. null: the vault was erased meanwhile. */
  async #prune<T>(
    tables: VaultTables,
    faded: Faded & Authored,
    nextTurn: () => Promise<void>,
    finish: (pruned: number, justNow: number) => T,
  ): Promise<T | null> {
    const slices = this.#write(tables, () => findFaded(tables, faded))
    const last = slices.pop()
    let pruned = 0
    for (const slice of slices) {
      pruned += this.#write(tables, () => {
        const justNow = pruneSlice(tables, faded, slice)
        // There was nothing to note where rows were only corrected.
        if (justNow > 0) tables.journal.note(faded, { pruned: justNow })
        return justNow
      })
      await nextTurn()
      if (this.#tables !== tables) return null
    }
    return this.#write(tables, () => {
      const justNow = last ? pruneSlice(tables, faded, last) : 0
      return finish(pruned + justNow, justNow)
    })
  }

  async consolidate(request: ConsolidationRequest & Sent): Promise<Reply<ConsolidationReport>> {
    this.#create()
    return this.#serveInTurns(request, NOTHING_TO_DO, async (tables, nextTurn) => {
      if (tables.meta.number('erased at') !== null) return NOTHING_TO_DO
      const happened = tables.outcomes.of<ConsolidationReport>(request)
      if (happened) return happened.result
      const begun = this.#consolidating ? null : this.#write(tables, () => beginConsolidation(tables, request))
      if (!begun) return skippedConsolidation(tables, request.now)
      this.#consolidating = true
      try {
        const report = await this.#prune(tables, request, nextTurn, (pruned, justNow) => {
          const ended = endConsolidation(tables, request, { ...begun, pruned })
          // A round that the schedule asked for is noted where it changed something.
          if (justNow > 0 || !request.scheduled) tables.journal.note(request, { ...begun, pruned: justNow })
          return tables.outcomes.once(request, () => ended, withoutClusters)
        })
        return report ?? NOTHING_TO_DO
      } finally {
        this.#consolidating = false
      }
    })
  }

  abstract(request: AbstractionRequest & Authored & Sent): Reply<AbstractionReport> {
    const empty = { created: 0, merged: 0, horizon: NOTHING_TO_DO.horizon }
    return this.#serve<AbstractionReport>(request, empty, (tables) => {
      if (tables.meta.number('erased at') !== null) return { refused: 'erased' }
      const embedder = tables.meta.text('embedder')
      if (embedder !== request.embedder) return { refused: 'other-embedder', embedder: embedder ?? '' }
      return this.#write(tables, () => {
        const report = abstract(tables, request)
        const { created: abstractions, merged: compressed } = report
        if (abstractions > 0) tables.journal.note(request, { compressed, abstractions })
        return report
      })
    })
  }

  entities(request: Asked<EntityRegister['list']>): Reply<EntityEntry[]> | Promise<Reply<EntityEntry[]>> {
    const { within: personas } = request
    if (personas) return this.#look(request, [], (records) => records.listEntities({ ...request, personas }))
    return this.#serve<EntityEntry[]>(request, [], (tables) =>
      tables.graph.list(request.after, request.limit).map(toEntry),
    )
  }

  unmerge(request: Asked<EntityRegister['unmerge']>): Reply<number | null> {
    return this.#change<number | null>(request, null, (tables) =>
      tables.outcomes.once(request, () => {
        const moved = unmerge(tables, request)
        if (moved !== null) tables.journal.note({ now: Date.now(), ...request }, { facts: moved })
        return moved
      }),
    )
  }

  /** Nothing is waited for but what is read at once, so that all of it is one look. */
  async #look<T>(
    sent: Sent & AsOf & { readonly personas?: readonly string[] | null },
    nothing: T,
    work: (records: RecordReading) => Promise<T>,
  ): Promise<Reply<T>> {
    const answer = this.#serve<VaultTables | null>(sent, null, (tables) => tables)
    if ('refused' in answer) return answer
    const tables = answer.result
    const { asOf: at = null, personas = null } = sent
    const look = (then: VaultTables) => work(readRecords(createRecordReader(then)))
    const result = !tables ? nothing : await (at === null ? look(tables) : this.#lookAt(tables, { at, personas }, look))
    return { ...answer, result, rows: this.#sql.take() }
  }

  /** The same as of a time, with what was taken out of retrieval since. */
  async #lookAt<T>(
    tables: VaultTables,
    { at, personas }: { readonly at: number; readonly personas: readonly string[] | null },
    look: (then: VaultTables) => Promise<T>,
  ): Promise<T> {
    const wanted = this.#findLookBack(tables, at, personas)
    if (!wanted) return look(tablesAsOf(tables, at))
    try {
      return await this.ctx.storage.transaction(async (transaction) => {
        goBack(tables, wanted)
        const seen = await look(tablesAsOf(tables, at))
        transaction.rollback()
        return seen
      })
    } finally {
      tables.forget()
    }
  }

  listMemories(request: Asked<MemoryRecords['listMemories']>) {
    return this.#look<Awaited<ReturnType<MemoryRecords['listMemories']>>>(
      request,
      { memories: [], next: null },
      (records) => records.listMemories(request),
    )
  }

  findMemories(request: Asked<MemoryRecords['findMemories']>) {
    return this.#look<MemoryDetail[]>(request, [], (records) => records.findMemories(request))
  }

  listFacts(request: Asked<MemoryRecords['listFacts']>) {
    return this.#look<Awaited<ReturnType<MemoryRecords['listFacts']>>>(request, { facts: [], next: null }, (records) =>
      records.listFacts(request),
    )
  }

  graph(request: Asked<MemoryRecords['graph']>) {
    return this.#look<Awaited<ReturnType<MemoryRecords['graph']>>>(request, { nodes: [], edges: [] }, (records) =>
      records.graph(request),
    )
  }

  profile(request: Asked<MemoryRecords['profile']>) {
    return this.#look<Profile>(request, noProfile(request.entity), (records) => records.profile(request))
  }

  strengths(request: Asked<MemoryRecords['strengths']>): Reply<Strengths> {
    return this.#change(request, noStrengths(request), (tables) => countStrengths(tables, request))
  }

  count(
    request: { persona: string | readonly string[]; within?: readonly string[] | null } & Sent,
  ): Reply<{ persona: Counts; namespace: Counts }> {
    const none = { chunks: 0, entities: 0, relations: 0 }
    const { persona, within } = request
    return this.#serve(request, { persona: none, namespace: none }, (tables) => {
      const totals = tables.personas.totals()
      return {
        persona: countPersonas(tables, typeof persona === 'string' ? [persona] : persona),
        namespace: within
          ? countPersonas(tables, within)
          : { chunks: totals.chunks, entities: tables.graph.count(), relations: totals.facts },
      }
    })
  }

  /** Asked when a call failed for no known reason: can everything be read? Looked at once in an object's life. */
  isSound(): boolean {
    this.#sound ??= isSoundDatabase(this.ctx.storage.sql)
    return this.#sound
  }

  /** Point-in-time recovery: the object begins anew with what it had then. false: this runtime keeps no history. */
  async rewind(at: number): Promise<boolean> {
    try {
      const bookmark = await this.ctx.storage.getBookmarkForTime(at)
      await this.ctx.storage.onNextSessionRestoreBookmark(bookmark)
    } catch {
      return false
    }
    // After the answer: whoever is aborted answers nobody.
    setTimeout(() => this.ctx.abort('taken back to an earlier time'), 0)
    return true
  }

  /** What is damaged can be erased too: its sessions then go when they have been idle. */
  #sessionNames(): string[] {
    try {
      return this.#open()?.chunks.sessionNames() ?? []
    } catch (error) {
      if (storageFailureOf(error) === 'damaged') return []
      throw error
    }
  }

  /** Leaves a tombstone, so that a request that was on its way writes nothing. */
  async erase(now: number): Promise<string[]> {
    const sessions = this.#sessionNames()
    this.#tables?.forget()
    this.#tables = null
    await this.ctx.storage.deleteAll()
    this.#wakesAt = undefined
    createSchema(this.#sql)
    this.#open()!.meta.set('erased at', now)
    await this.#schedule().forget(this.#namespace())
    return sessions
  }
}
