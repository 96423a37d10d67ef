/** What one request did and how long it took: the log line and `Server-Timing` are made of it. Holds no text, key or query. */
export interface Trace {
  /** Calls to a Durable Object or a foreign store: on the real network each is a round trip. */
  readonly crossings: number
  /** How many of them each step made; those that no step made are under `other`. */
  readonly crossingsOf: ReadonlyMap<string, number>
  /** Counts one, for the step that is being started. */
  cross(): void
  readonly steps: Map<string, number>
  /** Other figures worth a place in the log line (rows written, tokens, candidates …). */
  readonly notes: Map<string, number | string>
  step<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Since the request began. */
  elapsedMs(): number
}

export function createTrace(clock: () => number = () => performance.now()): Trace {
  const steps = new Map<string, number>()
  const crossingsOf = new Map<string, number>()
  let current = 'other'
  const begun = clock()
  return {
    get crossings() {
      let total = 0
      for (const count of crossingsOf.values()) total += count
      return total
    },
    crossingsOf,
    cross() {
      crossingsOf.set(current, (crossingsOf.get(current) ?? 0) + 1)
    },
    steps,
    notes: new Map(),
    elapsedMs: () => Math.round((clock() - begun) * 100) / 100,
    async step(name, work) {
      const started = clock()
      try {
        current = name
        const working = work()
        // A step calls its store before it waits for anything: until then whatever crosses is its own.
        current = 'other'
        return await working
      } finally {
        steps.set(name, (steps.get(name) ?? 0) + clock() - started)
      }
    },
  }
}
