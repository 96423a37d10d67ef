import { DurableObject } from 'cloudflare:workers'
import type { Driver } from 'neo4j-driver'
import { MOST_DIGITS } from '../../../memory/magnitude.ts'
import { withTimeout } from '../../../runtime/with-timeout.ts'
import type { ChunkRecord, GraphScope, Wanted } from '../graph-store.ts'
import { validate, write } from './change.ts'
import { type Neo4jConnection, openDriver, type Transaction, toTransaction } from './connection.ts'
import { type Failure, failureOf } from './failure.ts'
import { pairSome } from './filter.ts'
import { known, standing } from './known.ts'
import { findLookBack, goBack } from './look-back.ts'
import { eraseSome, markErased, sessionNames } from './maintain.ts'
import { indexSome, mayNeedIndex } from './nearest.ts'
import { READS, type ReadName, WRITES, type WriteName } from './operations.ts'
import { changeOver, tidySome } from './re-embed.ts'
import { recordSome } from './records.ts'
import { prepareSchema } from './schema.ts'
import { LOOK_BACK_MS, type Mode, TRANSACTION_MS, transact } from './transact.ts'
import { warmUp } from './warm-up.ts'

export interface Asked extends Neo4jConnection {
  readonly namespace: string
  readonly dimensions: number
}

/** Errors lose their class on the way out of an object: what went wrong is told in words instead. */
export type Answer<T> = { readonly value: T } | Failure

type Deciding = Parameters<GraphScope['change']> extends [unknown, ...infer Rest] ? Rest : never
type Work<T> = (tx: Transaction, namespace: string) => Promise<T>

interface Open {
  readonly driver: Driver
  readonly for: string
  prepared: Promise<void> | null
}

/** A time that is asked about, and by whom. */
export interface Then {
  readonly at: number
  readonly personas: readonly string[] | null
}

/** `late`: there was too much to bring back. */
export type Looked<T> = { readonly seen: T } | 'nothing taken out' | 'late'

type Look = (
  read: (name: ReadName, given: readonly unknown[]) => Promise<Answer<unknown>>,
  restored: readonly ChunkRecord[],
) => Promise<void>

function readBy(tx: Transaction, ns: string, name: ReadName, given: readonly unknown[]): Promise<unknown> {
  const operation: (...all: never[]) => Promise<unknown> = READS[name]
  return operation(...([tx, ns, ...given] as never[]))
}

const IDLE_MS = 20_000

/**
 * Holds the driver: its connections live longer than a request, which in a Worker nothing else does. There are a few such objects, each for
 * a share of the namespaces; they keep nothing of their own.
 */
export class Graph extends DurableObject<Env> {
  #open: Open | null = null
  /** The server that is known to have its plans. */
  #warm: string | null = null
  #busy = 0
  #idle: ReturnType<typeof setTimeout> | null = null
  /** Namespaces that are being brought up to date. */
  readonly #keptUp = new Set<string>()

  async #driver(asked: Asked): Promise<Open> {
    const target = `${asked.uri} ${asked.username} ${asked.password} ${asked.dimensions}`
    if (this.#open?.for !== target) {
      void this.#open?.driver.close().catch(() => {})
      this.#open = { driver: await openDriver(asked), for: target, prepared: null }
    }
    return this.#open
  }

  /** Runs with a driver, and closes that one where its connections are of no use to the next. */
  async #with<T>(asked: Asked, work: (open: Open) => Promise<T>): Promise<Answer<T>> {
    this.#busy++
    if (this.#idle !== null) clearTimeout(this.#idle)
    let open: Open | null = null
    try {
      const opened = await this.#driver(asked)
      open = opened
      const noAnswer = () => new Error('no answer')
      return { value: await withTimeout(TRANSACTION_MS, () => work(opened), noAnswer) }
    } catch (error) {
      const { failure, broken } = failureOf(error)
      if (broken && open) {
        void open.driver.close().catch(() => {})
        if (this.#open === open) this.#open = null
        this.#warm = null
      }
      return failure
    } finally {
      this.#busy--
      this.#rest()
    }
  }

  /** Open connections keep the object in memory, and its time is paid for: after a while without a call they go. */
  #rest(): void {
    if (this.#idle !== null) clearTimeout(this.#idle)
    this.#idle = setTimeout(() => {
      if (this.#busy > 0) return
      void this.#open?.driver.close().catch(() => {})
      this.#open = null
    }, IDLE_MS)
  }

  #transact<T>(asked: Asked, mode: Mode, work: Work<T>, timeoutMs?: number): Promise<Answer<T>> {
    return this.#with(asked, async (open) => {
      if (mode === 'write') await this.#prepare(open, asked)
      return transact(open.driver, mode, (tx) => work(toTransaction(tx, asked.embedder), asked.namespace), timeoutMs)
    })
  }

  /** Once a driver: constraints and indexes. On a fresh database a few seconds. */
  #prepare(open: Open, { dimensions }: Asked): Promise<void> {
    open.prepared ??= (async () => {
      if (await prepareSchema(open.driver, dimensions)) this.#warm = null
    })()
    open.prepared.catch(() => {
      open.prepared = null
    })
    return open.prepared
  }

  /** Asks once: a check that tried again would only come later to the same. */
  check(asked: Asked): Promise<Answer<void>> {
    return this.#with(asked, async (open) => {
      await open.driver.getServerInfo()
      // A service that is just starting has it done before its first ingest.
      this.ctx.waitUntil(this.prepare(asked).then(() => this.rehearse(asked)))
    })
  }

  /** The one question about all namespaces: their nodes have the counts. */
  byMagnitude(asked: Asked): Promise<Answer<number[]>> {
    return this.#transact(asked, 'read', async (tx) => {
      const counts = Array.from({ length: MOST_DIGITS }, () => 0)
      const rows = await tx.run<{ digits: number; n: number }>(
        'MATCH (n:Namespace) WHERE n.chunks > 0 RETURN size(toString(toInteger(n.chunks))) AS digits, count(*) AS n',
        {},
      )
      for (const { digits, n } of rows) counts[Math.min(digits, MOST_DIGITS) - 1]! += n
      return counts
    })
  }

  prepare(asked: Asked): Promise<Answer<void>> {
    return this.#with(asked, (open) => this.#prepare(open, asked))
  }

  /** Once a server: the plans of what every request asks. */
  rehearse(asked: Asked): Promise<Answer<void>> {
    return this.#with(asked, async (open) => {
      if (this.#warm === open.for) return
      await transact(open.driver, 'rehearse', (tx) => warmUp(toTransaction(tx, asked.embedder), asked.dimensions))
      this.#warm = open.for
    })
  }

  async change(asked: Asked, wanted: Wanted, ...[begin, complete]: Deciding): Promise<Answer<void>> {
    const written = await this.#transact(asked, 'write', async (tx, namespace) => {
      const places = await begin(await known(tx, namespace, wanted))
      if (!places) return null
      const change = await complete(await standing(tx, namespace, places))
      validate(change, asked.dimensions)
      return write(tx, namespace, change)
    })
    if ('failed' in written) return written
    if (written.value?.untidy || mayNeedIndex(written.value?.facts ?? 0)) this.ctx.waitUntil(this.#keepUp(asked))
    return { value: undefined }
  }

  read(asked: Asked, name: ReadName, given: readonly unknown[]): Promise<Answer<unknown>> {
    return this.#transact(asked, 'read', (tx, ns) => readBy(tx, ns, name, given))
  }

  /** As of a time: what was taken out of retrieval since is brought back for it, where that does not take too long. */
  async readAsOf(asked: Asked, then: Then, name: ReadName, given: readonly unknown[]): Promise<Answer<unknown>> {
    const looked = await this.#lookBack(asked, then, (tx, ns) => readBy(tx, ns, name, given))
    if ('failed' in looked) return looked
    return typeof looked.value === 'string' ? this.read(asked, name, given) : { value: looked.value.seen }
  }

  /** The same for several reads of the caller's; nothing is read where nothing was taken out. */
  lookBack(asked: Asked, then: Then, look: Look): Promise<Answer<Looked<void>>> {
    return this.#lookBack(asked, then, async (tx, ns, restored) => {
      const failures: unknown[] = []
      await look(
        (name, given) =>
          readBy(tx, ns, name, given).then(
            (value) => ({ value }),
            (error: unknown) => {
              failures.push(error)
              return failureOf(error).failure
            },
          ),
        restored,
      )
      // The caller has made the best of it; another try may do better.
      if (failures.length > 0) throw failures[0]
    })
  }

  async #lookBack<T>(
    asked: Asked,
    { at, personas }: Then,
    look: (tx: Transaction, ns: string, restored: ChunkRecord[]) => Promise<T>,
  ): Promise<Answer<Looked<T>>> {
    const wanted = await this.#transact(asked, 'read', (tx, ns) => findLookBack(tx, ns, at, personas))
    if ('failed' in wanted) return wanted
    const { value } = wanted
    if (!value) return { value: 'nothing taken out' }
    const looked = await this.#transact(
      asked,
      'rehearse',
      async (tx, ns) => ({ seen: await look(tx, ns, await goBack(tx, ns, value, asked.embedder)) }),
      LOOK_BACK_MS,
    )
    return 'failed' in looked && looked.late ? { value: 'late' } : looked
  }

  async write(asked: Asked, name: WriteName, given: readonly unknown[]): Promise<Answer<unknown>> {
    const operation: (...all: never[]) => Promise<unknown> = WRITES[name]
    const written = await this.#transact(asked, 'write', (tx, ns) => operation(...([tx, ns, ...given] as never[])))
    const { changed } = ('value' in written ? (written.value ?? {}) : {}) as { changed?: { facts?: number } | null }
    if (mayNeedIndex(changed?.facts ?? 0)) this.ctx.waitUntil(this.#keepUp(asked))
    return written
  }

  async changeOver(asked: Asked, embedder: string): Promise<Answer<boolean>> {
    const changed = await this.#transact(asked, 'write', (tx, ns) => changeOver(tx, ns, embedder))
    if ('value' in changed && changed.value) this.ctx.waitUntil(this.#keepUp(asked))
    return changed
  }

  /** What is too much for the transaction of a request. Nobody waits for it; what it leaves undone, the next ingest begins again. */
  async #keepUp(asked: Asked): Promise<void> {
    if (this.#keptUp.has(asked.namespace)) return
    this.#keptUp.add(asked.namespace)
    for (const some of [tidySome, recordSome, pairSome, indexSome]) {
      for (let begun = false; ; begun = true) {
        const more = await this.#transact(asked, 'write', (tx, ns) => some(tx, ns, begun))
        if ('failed' in more || !more.value) break
      }
    }
    this.#keptUp.delete(asked.namespace)
  }

  async erase(asked: Asked, now: number): Promise<Answer<string[]>> {
    const marked = await this.#transact(asked, 'write', (tx, ns) => markErased(tx, ns, now))
    if ('failed' in marked) return marked
    const sessions = await this.#transact(asked, 'read', sessionNames)
    for (;;) {
      const more = await this.#transact(asked, 'write', eraseSome)
      if ('failed' in more) return more
      if (!more.value) return sessions
    }
  }
}
