/** What one request did and how long it took: the log line and `Server-Timing` are made of it. Holds no text, key or query. */
export interface Trace {
  /** Calls to a Durable Object or a foreign store: on the real network each is a round trip. */
  crossings: number
  readonly steps: Map<string, number>
  /** Other figures worth a place in the log line (rows written, tokens, candidates …). */
  readonly notes: Map<string, number | string>
  step<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Since the request began. */
  elapsedMs(): number
}

export function createTrace(clock: () => number = () => performance.now()): Trace {
  const steps = new Map<string, number>()
  const begun = clock()
  return {
    crossings: 0,
    steps,
    notes: new Map(),
    elapsedMs: () => Math.round((clock() - begun) * 100) / 100,
    async step(name, work) {
      const started = clock()
      try {
        return await work()
      } finally {
        steps.set(name, (steps.get(name) ?? 0) + clock() - started)
      }
    },
  }
}
