import { DurableObject } from 'cloudflare:workers'
import type { Driver } from 'neo4j-driver'
import type { Change, GraphScope, Known, Wanted } from '../../ports/graph-store.ts'
import { abstract, dissolve } from './abstractions.ts'
import { known, twins, validate, write } from './change.ts'
import { type Neo4jConnection, openDriver, TRANSACTION_MS, type Transaction, toTransaction } from './connection.ts'
import { begin, factsAfter, finish, lifecycle, neighbourhood, told } from './consolidation.ts'
import { bury, countFaded, prune, touch } from './forget.ts'
import { clean, count, eraseSome, markErased, page, sessionNames, settle, stale, unsettled } from './maintain.ts'
import { changeOver, chunksByIds, putEmbedded, toEmbed } from './re-embed.ts'
import { gather, orient } from './recall.ts'
import { prepareVectorIndex, SCHEMA } from './schema.ts'

export interface Asked extends Neo4jConnection {
  readonly namespace: string
  readonly dimensions: number
}

/** Errors lose their class on the way out of an object: what went wrong is told in words instead. */
export type Answer<T> =
  | { readonly value: T }
  | { readonly failed: 'unreachable' | 'unauthorised' | 'refused'; readonly why: string }

type Mode = 'read' | 'write'

interface Open {
  readonly driver: Driver
  readonly for: string
  prepared: Promise<void> | null
}

/**
 * Holds the driver: its connections live longer than a request, which in a Worker nothing else does. There are a few such objects, each for
 * a share of the namespaces; they keep nothing of their own.
 */
export class Graph extends DurableObject<Env> {
  #open: Open | null = null

  async #driver(asked: Asked) {
    const target = `${asked.uri} ${asked.username} ${asked.password} ${asked.dimensions}`
    if (this.#open?.for !== target) {
      void this.#open?.driver.close().catch(() => {})
      this.#open = { driver: await openDriver(asked), for: target, prepared: null }
    }
    return this.#open
  }

  async #ask<T>(
    asked: Asked,
    mode: Mode,
    work: (tx: Transaction, namespace: string) => Promise<T>,
  ): Promise<Answer<T>> {
    let timer: ReturnType<typeof setTimeout> | undefined
    try {
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('ServiceUnavailable: no answer')), TRANSACTION_MS)
      })
      const attempt = this.#attempt(asked, mode, work)
      attempt.catch(() => {})
      return { value: await Promise.race([attempt, late]) }
    } catch (error) {
      return this.#failed(error)
    } finally {
      clearTimeout(timer)
    }
  }

  async #attempt<T>(asked: Asked, mode: Mode, work: (tx: Transaction, namespace: string) => Promise<T>): Promise<T> {
    const open = await this.#driver(asked)
    if (mode === 'write') await this.#prepare(open, asked.dimensions)
    const session = open.driver.session()
    const run = (tx: Parameters<typeof toTransaction>[0]) => work(toTransaction(tx), asked.namespace)
    const limits = { timeout: TRANSACTION_MS }
    try {
      return await (mode === 'read' ? session.executeRead(run, limits) : session.executeWrite(run, limits))
    } finally {
      void session.close().catch(() => {})
    }
  }

  /** Once a driver: constraints and indexes, on a fresh database a few seconds. */
  #prepare(open: Open, dimensions: number): Promise<void> {
    open.prepared ??= (async () => {
      for (const statement of SCHEMA) await amongOthers(() => open.driver.executeQuery(statement))
      await amongOthers(() => prepareVectorIndex(open.driver, dimensions))
    })()
    open.prepared.catch(() => {
      open.prepared = null
    })
    return open.prepared
  }

  #failed(error: unknown): Answer<never> {
    const { code = '', message = '', name = '' } = error as { code?: string; message?: string; name?: string }
    if (name === 'BrainError') return { failed: 'refused', why: message }
    if (code.startsWith('Neo.ClientError.Security'))
      return {
        failed: 'unauthorised',
        why: 'Neo4j refuses the credentials: NEO4J_USERNAME or NEO4J_PASSWORD is wrong.',
      }
    if (code.startsWith('Neo.ClientError')) return { failed: 'refused', why: `Neo4j refused a query (${code}).` }
    // Connections that hang or broke are of no use to the next; and a server that lost its disk lost its indexes.
    void this.#open?.driver.close().catch(() => {})
    this.#open = null
    return { failed: 'unreachable', why: 'it cannot be reached' }
  }

  /** Asks once: a check that tried again would only come later to the same. */
  async check(asked: Asked): Promise<Answer<void>> {
    try {
      const open = await this.#driver(asked)
      await open.driver.getServerInfo()
      // A service that is just starting has it done before its first ingest.
      this.ctx.waitUntil(this.#prepare(open, asked.dimensions).catch(() => {}))
      return { value: undefined }
    } catch (error) {
      return this.#failed(error)
    }
  }

  change(asked: Asked, wanted: Wanted, decide: (known: Known) => Promise<Change | null>) {
    return this.#ask(asked, 'write', async (tx, namespace) => {
      const change = await decide(await known(tx, namespace, wanted))
      if (!change) return {}
      validate(change, asked.dimensions)
      return write(tx, namespace, change)
    })
  }

  twins(asked: Asked, statements: Wanted['statements']) {
    return this.#ask(asked, 'read', (tx, ns) => twins(tx, ns, statements))
  }
  settle(asked: Asked, ids: readonly number[]) {
    return this.#ask(asked, 'write', (tx, ns) => settle(tx, ns, ids))
  }
  orient(asked: Asked, wanted: Parameters<GraphScope['orient']>[0]) {
    return this.#ask(asked, 'read', (tx, ns) => orient(tx, ns, wanted))
  }
  gather(asked: Asked, wanted: Parameters<GraphScope['gather']>[0]) {
    return this.#ask(asked, 'read', (tx, ns) => gather(tx, ns, wanted))
  }
  touch(asked: Asked, access: Parameters<GraphScope['touch']>[0]) {
    return this.#ask(asked, 'write', (tx, ns) => touch(tx, ns, access))
  }
  countFaded(asked: Asked, faded: Parameters<GraphScope['countFaded']>[0]) {
    return this.#ask(asked, 'read', (tx, ns) => countFaded(tx, ns, faded))
  }
  prune(asked: Asked, faded: Parameters<GraphScope['prune']>[0]) {
    return this.#ask(asked, 'write', (tx, ns) => prune(tx, ns, faded))
  }
  bury(asked: Asked, ids: readonly number[]) {
    return this.#ask(asked, 'write', (tx, ns) => bury(tx, ns, ids))
  }
  stale(asked: Asked, limit: number) {
    return this.#ask(asked, 'read', (tx, ns) => stale(tx, ns, limit))
  }
  clean(asked: Asked, seen: Parameters<GraphScope['clean']>[0]) {
    return this.#ask(asked, 'write', (tx, ns) => clean(tx, ns, seen))
  }
  begin(asked: Asked, request: Parameters<GraphScope['begin']>[0]) {
    return this.#ask(asked, 'write', (tx, ns) => begin(tx, ns, request))
  }
  finish(asked: Asked, done: Parameters<GraphScope['finish']>[0]) {
    return this.#ask(asked, 'write', (tx, ns) => finish(tx, ns, done))
  }
  lifecycle(asked: Asked) {
    return this.#ask(asked, 'read', (tx, ns) => lifecycle(tx, ns))
  }
  told(asked: Asked, levels: number, turn: number, replaces: boolean) {
    return this.#ask(asked, 'write', (tx, ns) => told(tx, ns, levels, turn, replaces))
  }
  factsAfter(asked: Asked, id: number, limit: number) {
    return this.#ask(asked, 'read', (tx, ns) => factsAfter(tx, ns, id, limit))
  }
  neighbourhood(asked: Asked, around: Parameters<GraphScope['neighbourhood']>[0]) {
    return this.#ask(asked, 'read', (tx, ns) => neighbourhood(tx, ns, around))
  }
  abstract(asked: Asked, request: Parameters<GraphScope['abstract']>[0]) {
    return this.#ask(asked, 'write', (tx, ns) => abstract(tx, ns, request))
  }
  dissolve(asked: Asked, abstraction: number) {
    return this.#ask(asked, 'write', (tx, ns) => dissolve(tx, ns, abstraction))
  }
  count(asked: Asked, persona: string) {
    return this.#ask(asked, 'read', (tx, ns) => count(tx, ns, persona))
  }
  unsettled(asked: Asked, limit: number) {
    return this.#ask(asked, 'read', (tx, ns) => unsettled(tx, ns, limit))
  }
  page(asked: Asked, afterId: number, limit: number) {
    return this.#ask(asked, 'read', (tx, ns) => page(tx, ns, afterId, limit))
  }

  toEmbed(asked: Asked, embedder: string, limit: number) {
    return this.#ask(asked, 'read', (tx, ns) => toEmbed(tx, ns, embedder, limit))
  }
  putEmbedded(asked: Asked, embedder: string, next: Parameters<GraphScope['putEmbedded']>[1]) {
    return this.#ask(asked, 'write', (tx, ns) => putEmbedded(tx, ns, embedder, next))
  }
  chunks(asked: Asked, ids: readonly number[]) {
    return this.#ask(asked, 'read', (tx, ns) => chunksByIds(tx, ns, ids))
  }
  changeOver(asked: Asked, embedder: string) {
    return this.#ask(asked, 'write', (tx, ns) => changeOver(tx, ns, embedder))
  }

  async erase(asked: Asked, now: number): Promise<Answer<string[]>> {
    const marked = await this.#ask(asked, 'write', (tx, ns) => markErased(tx, ns, now))
    if ('failed' in marked) return marked
    const sessions = await this.#ask(asked, 'read', (tx, ns) => sessionNames(tx, ns))
    for (;;) {
      const more = await this.#ask(asked, 'write', (tx, ns) => eraseSome(tx, ns))
      if ('failed' in more) return more
      if (!more.value) return sessions
    }
  }
}

/** Another holder may be making the same constraint at the same time: whoever loses looks again, and finds it there. */
async function amongOthers(make: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await make()
      return
    } catch (error) {
      const { code = '' } = error as { code?: string }
      if (attempt === 8 || !/Schema|Transaction|Transient/.test(code)) throw error
      await new Promise((done) => setTimeout(done, 100 * attempt))
    }
  }
}
