import type { Series } from '../runtime/metrics.ts'

/** What one isolate has counted since its last report, and where its gauges stand. */
export interface MetricsReport {
  /** Made up by the isolate: its gauges replace those that it reported before. */
  readonly isolate: string
  readonly counted: readonly Series[]
  readonly levels: readonly Series[]
}

/** How many there are. Counting them takes a call to each shard of the directory. */
export interface Inventory {
  /** In ms since the epoch. */
  readonly at: number
  readonly accounts: number
  readonly namespaces: number
  /** Of the namespaces, how many have 1 to 9 chunks, 10 to 99, and so on; the last is open. One that was taken by an earlier version has none. */
  readonly byMagnitude?: readonly number[]
}

/** The sum over all isolates. */
export interface MetricsTotals {
  readonly counted: readonly Series[]
  /** Summed over the isolates that have reported lately. */
  readonly levels: readonly Series[]
  readonly isolates: number
  /** null: never taken. */
  readonly inventory: Inventory | null
}

/**
 * Adds up what the isolates of a deployment count, each of which knows only its own part. Every implementation promises:
 * - What `exchange` has shown never goes down, also not after a restart.
 * - It is bounded, whatever is reported.
 */
export interface MetricsStore {
  report(report: MetricsReport): Promise<void>
  /** Takes a report, and tells the sum with it. */
  exchange(report: MetricsReport): Promise<MetricsTotals>
  takeInventory(now: number): Promise<Inventory>
}
