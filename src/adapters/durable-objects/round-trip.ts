import { BrainError } from '../../domain/errors.ts'
import { pause } from '../../runtime/pause.ts'
import type { Trace } from '../../runtime/trace.ts'
import { type StorageTarget, type StorageWatch, toStorageError } from './storage-watch.ts'

/** Makes one call to a Durable Object: counts it, and turns the platform's failures into ours. With `target` a damaged object is found out. */
export type RoundTrip = <T>(call: () => Promise<T>, target?: StorageTarget) => Promise<T>

const noAnswer = (cause: unknown, retryAfterSeconds: number): BrainError =>
  new BrainError('store-unavailable', 'The store did not answer; retry shortly.', { cause, retryAfterSeconds })

/** The platform's own failure, which it keeps to itself: nothing of ours has run, or can be told of it. */
const isUnexplained = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('internal error; reference = ')

/** `store` is what metrics and spans call it. `delayMs` stands for the network in the benchmark, where a local round trip would hide mistakes. */
export function createRoundTrip(
  trace: Trace,
  delayMs: number,
  storage: StorageWatch | null = null,
  store = 'durable-object',
): RoundTrip {
  async function translate(error: unknown, target: StorageTarget | undefined): Promise<unknown> {
    if (error instanceof BrainError) return error
    const { overloaded, retryable } = error as { overloaded?: boolean; retryable?: boolean }
    if (overloaded) {
      // The platform says so when requests pile up in front of one object; trying again at once would make it worse.
      return new BrainError('overloaded', 'This namespace is overloaded; retry shortly.', {
        cause: error,
        retryAfterSeconds: 1,
      })
    }
    if (retryable) return noAnswer(error, 1)
    const failure = await storage?.examine(error, target)
    if (!failure) return isUnexplained(error) ? noAnswer(error, 5) : error
    trace.notes.set(failure, target?.name() ?? 'storage')
    return toStorageError(failure, error)
  }

  return async (call, target) => {
    const ended = trace.beginRoundTrip(store)
    let failed = true
    if (delayMs > 0) await pause(delayMs)
    try {
      const answer = await call()
      failed = false
      return answer
    } catch (error) {
      throw await translate(error, target)
    } finally {
      ended(failed)
    }
  }
}
