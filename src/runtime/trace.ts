import { metrics } from './metrics.ts'
import type { TraceContext } from './trace-context.ts'

/** A step or a round trip that is over; times by the trace's own clock, in ms. */
export interface Timing {
  readonly name: string
  /** Of a round trip: where it went. */
  readonly store: string | null
  readonly from: number
  readonly to: number
  readonly failed: boolean
  /** What a span tells of it besides. */
  readonly about: Attributes
}

export type Attributes = Readonly<Record<string, string | number | boolean>>

export type EndRoundTrip = (failed: boolean, about?: Attributes) => void

const NOTHING: Attributes = {}

/** What one request did and how long it took: the log line, `Server-Timing`, metrics and spans are made of it. Holds no text, key or query. */
export interface Trace {
  /** Calls to a Durable Object or a foreign store: on the real network each is a round trip. */
  readonly roundTrips: number
  /** How many of them each step made; those that no step made are under `other`. */
  readonly roundTripsOf: ReadonlyMap<string, number>
  /** Counts one, for the step that is being started. What it returns is called when the answer is there. */
  beginRoundTrip(store: string): EndRoundTrip
  readonly steps: Map<string, number>
  /** Other figures worth a place in the log line (rows written, tokens, candidates …). */
  readonly notes: Map<string, number | string>
  step<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Since the request began. */
  elapsedMs(): number
  /** When it began, by its own clock. */
  readonly begunAt: number
  /** Told of each step and round trip that ends; null where nobody wants spans. */
  onEnd: ((timing: Timing) => void) | null
  /** Runs a step inside a span of the platform's own tracing; null where that is off. */
  enterSpan: (<T>(name: string, work: () => Promise<T>) => Promise<T>) | null
  /** What services outside are told, so that their spans join those of the request; null: nothing. */
  context: TraceContext | null
}

/** A class: of a literal with a getter the engine makes a shape of its own each time, which takes longer than all the rest. */
class RequestTrace implements Trace {
  readonly roundTripsOf = new Map<string, number>()
  readonly steps = new Map<string, number>()
  readonly notes = new Map<string, number | string>()
  onEnd: Trace['onEnd'] = null
  enterSpan: Trace['enterSpan'] = null
  context: TraceContext | null = null
  #current = 'other'
  readonly #clock: () => number
  readonly begunAt: number

  constructor(clock: () => number) {
    this.#clock = clock
    this.begunAt = clock()
  }

  get roundTrips(): number {
    let total = 0
    for (const count of this.roundTripsOf.values()) total += count
    return total
  }

  beginRoundTrip(store: string): EndRoundTrip {
    const step = this.#current
    this.roundTripsOf.set(step, (this.roundTripsOf.get(step) ?? 0) + 1)
    const from = this.#clock()
    return (failed, about = NOTHING) => {
      const to = this.#clock()
      metrics.observe('storeDuration', (to - from) / 1000, store, step)
      if (failed) metrics.count('storeFailures', 1, store, step)
      this.onEnd?.({ name: step, store, from, to, failed, about })
    }
  }

  elapsedMs(): number {
    return Math.round((this.#clock() - this.begunAt) * 100) / 100
  }

  async step<T>(name: string, work: () => Promise<T>): Promise<T> {
    const from = this.#clock()
    let failed = true
    try {
      this.#current = name
      const working = this.enterSpan ? this.enterSpan(name, work) : work()
      // A step calls its store before it waits for anything: until then every round trip is its own.
      this.#current = 'other'
      const result = await working
      failed = false
      return result
    } finally {
      const to = this.#clock()
      this.steps.set(name, (this.steps.get(name) ?? 0) + to - from)
      metrics.observe('stepDuration', (to - from) / 1000, name)
      this.onEnd?.({ name, store: null, from, to, failed, about: NOTHING })
    }
  }
}

export const createTrace = (clock: () => number = () => performance.now()): Trace => new RequestTrace(clock)
