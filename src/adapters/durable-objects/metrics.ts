import { DurableObject } from 'cloudflare:workers'
import type { Inventory, MetricsReport, MetricsTotals } from '../../ports/metrics-store.ts'
import { MINUTE_MS } from '../../runtime/duration.ts'
import { addSeries, type Series, toSeries } from '../../runtime/metrics.ts'
import { createDebouncedWriter } from './debounced-writer.ts'

/** An isolate that has not reported for this long counts as gone. */
const LIVE_MS = MINUTE_MS
const MAX_SERIES = 2_000
const MAX_ISOLATES = 2_000
const WRITE_EVERY_MS = 10_000

interface Isolate {
  readonly at: number
  readonly levels: readonly Series[]
}

interface Kept {
  readonly counted: readonly Series[]
  readonly inventory: Inventory | null
}

/**
 * The sum of what all isolates have counted. It is kept in memory and written as one row, at most every ten seconds. Whoever is shown the sum
 * waits until it is written: so a counter never falls behind what was seen of it, which would look like a restart from zero.
 */
export class Metrics extends DurableObject<Env> {
  readonly #kept = this.ctx.storage.kv.get<Kept>('kept')
  readonly #counted = new Map<string, number[]>(this.#kept?.counted.map(({ key, values }) => [key, [...values]]))
  #inventory = this.#kept?.inventory ?? null
  #dirty = false
  readonly #isolates = new Map<string, Isolate>()
  readonly #writeDebounced = createDebouncedWriter(
    (promise) => this.ctx.waitUntil(promise),
    () => this.#write(),
    WRITE_EVERY_MS,
  )

  report({ isolate, counted, levels }: MetricsReport): void {
    const now = Date.now()
    addSeries(this.#counted, counted, MAX_SERIES)
    // The last to report comes last.
    this.#isolates.delete(isolate)
    this.#isolates.set(isolate, { at: now, levels: levels.slice(0, MAX_SERIES) })
    for (const [id, { at }] of this.#isolates)
      if (now - at > LIVE_MS || this.#isolates.size > MAX_ISOLATES) this.#isolates.delete(id)
    if (counted.length === 0) return
    this.#dirty = true
    this.#writeDebounced()
  }

  exchange(report: MetricsReport): MetricsTotals {
    this.report(report)
    this.#write()
    const levels = new Map<string, number[]>()
    for (const isolate of this.#isolates.values()) addSeries(levels, isolate.levels, MAX_SERIES)
    return {
      counted: toSeries(this.#counted),
      levels: toSeries(levels),
      isolates: this.#isolates.size,
      inventory: this.#inventory,
    }
  }

  keepInventory(inventory: Inventory): void {
    this.#inventory = inventory
    this.#dirty = true
    this.#writeDebounced()
  }

  #write(): void {
    if (!this.#dirty) return
    try {
      this.ctx.storage.kv.put('kept', { counted: toSeries(this.#counted), inventory: this.#inventory } satisfies Kept)
      this.#dirty = false
    } catch {
      // A full disk is when somebody looks at the metrics: they are shown all the same, and written when that can be done.
    }
  }
}
