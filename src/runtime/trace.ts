/** What one request did and how long it took: the log line and `Server-Timing` are made of it. Holds no text, key or query. */
export interface Trace {
  /** Calls to a Durable Object or a foreign store: on the real network each is a round trip. */
  readonly roundTrips: number
  /** How many of them each step made; those that no step made are under `other`. */
  readonly roundTripsOf: ReadonlyMap<string, number>
  /** Counts one, for the step that is being started. */
  countRoundTrip(): void
  readonly steps: Map<string, number>
  /** Other figures worth a place in the log line (rows written, tokens, candidates …). */
  readonly notes: Map<string, number | string>
  step<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Since the request began. */
  elapsedMs(): number
}

/** A class: of a literal with a getter the engine makes a shape of its own each time, which takes longer than all the rest. */
class RequestTrace implements Trace {
  readonly roundTripsOf = new Map<string, number>()
  readonly steps = new Map<string, number>()
  readonly notes = new Map<string, number | string>()
  #current = 'other'
  readonly #clock: () => number
  readonly #begun: number

  constructor(clock: () => number) {
    this.#clock = clock
    this.#begun = clock()
  }

  get roundTrips(): number {
    let total = 0
    for (const count of this.roundTripsOf.values()) total += count
    return total
  }

  countRoundTrip(): void {
    this.roundTripsOf.set(this.#current, (this.roundTripsOf.get(this.#current) ?? 0) + 1)
  }

  elapsedMs(): number {
    return Math.round((this.#clock() - this.#begun) * 100) / 100
  }

  async step<T>(name: string, work: () => Promise<T>): Promise<T> {
    const started = this.#clock()
    try {
      this.#current = name
      const working = work()
      // A step calls its store before it waits for anything: until then every round trip is its own.
      this.#current = 'other'
      return await working
    } finally {
      this.steps.set(name, (this.steps.get(name) ?? 0) + this.#clock() - started)
    }
  }
}

export const createTrace = (clock: () => number = () => performance.now()): Trace => new RequestTrace(clock)
