import { BrainError } from '../../domain/errors.ts'
import { pause } from '../../runtime/pause.ts'
import type { Trace } from '../../runtime/trace.ts'

/** Makes one call to a Durable Object: counts it, and turns the platform's failures into ours. */
export type RoundTrip = <T>(call: () => Promise<T>) => Promise<T>

/** `store` is what metrics and spans call it. `delayMs` stands for the network in the benchmark, where a local round trip would hide mistakes. */
export function createRoundTrip(trace: Trace, delayMs: number, store = 'durable-object'): RoundTrip {
  return async (call) => {
    const ended = trace.beginRoundTrip(store)
    let failed = true
    if (delayMs > 0) await pause(delayMs)
    try {
      const answer = await call()
      failed = false
      return answer
    } catch (error) {
      throw toBrainError(error)
    } finally {
      ended(failed)
    }
  }
}

function toBrainError(error: unknown): unknown {
  if (error instanceof BrainError) return error
  const { overloaded, retryable } = error as { overloaded?: boolean; retryable?: boolean }
  if (overloaded) {
    // The platform says so when requests pile up in front of one object; trying again at once would make it worse.
    return new BrainError('overloaded', 'This namespace is overloaded; retry shortly.', {
      cause: error,
      retryAfterSeconds: 1,
    })
  }
  if (retryable) {
    return new BrainError('store-unavailable', 'The store did not answer; retry shortly.', {
      cause: error,
      retryAfterSeconds: 1,
    })
  }
  return error
}
