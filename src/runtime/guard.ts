import { BrainError } from '../domain/errors.ts'
import { metrics } from './metrics.ts'
import { retryOnce } from './retry-once.ts'
import { withTimeout } from './with-timeout.ts'

/** How a foreign store has been doing, as far as this isolate knows. Lives longer than a request. */
export interface Breaker {
  failures: number
  openUntil: number
  /** How long that was when it began: what is left can only be more where the clock was set back. */
  openMs: number
  /** What the last failure was. */
  why: string
}

export const newBreaker = (): Breaker => ({ failures: 0, openUntil: 0, openMs: 0, why: '' })

export interface GuardSettings {
  /** The store's name as it is reported: `qdrant`. */
  readonly store: string
  readonly timeoutMs: number
  readonly breaker: Breaker
  readonly clock?: () => number
  readonly random?: () => number
  readonly pause?: (ms: number) => Promise<void>
}

/** `idempotent` calls are made once more after a failure; others never. `moreMs`: what a large one may take beyond the usual limit. */
export type Guard = <T>(
  call: () => Promise<T>,
  options?: { readonly idempotent?: boolean; readonly moreMs?: number },
) => Promise<T>

/** So many failures in a row, and the store is left alone for a while; then one call tries it again. */
const FAILURES_TO_OPEN = 5
const OPEN_MS = 2_000
const RETRY_MS = { least: 30, spread: 120 }

export class StoreDown extends BrainError {
  readonly store: string
  readonly why: string
  /** It may only be slow: another try would double the wait. */
  readonly late: boolean

  constructor(store: string, why: string, cause?: unknown, late = false) {
    super('store-unavailable', `${store}: ${why}`, { cause, retryAfterSeconds: 2 })
    this.name = 'StoreDown'
    this.store = store
    this.why = why
    this.late = late
  }
}

/**
 * Stands in front of every call to a foreign store: a time limit, one more try with jitter where that is harmless and the first failed fast, and a circuit breaker,
 * so that a store that is down costs a moment and not a timeout a request. An error of ours (`BrainError`) that is not `StoreDown` says
 * that the store answered, and passes through.
 */
export function createGuard(settings: GuardSettings): Guard {
  const { store, breaker } = settings
  const clock = settings.clock ?? Date.now
  const random = settings.random ?? Math.random

  const tell = () => metrics.set('breakerOpen', breaker.failures >= FAILURES_TO_OPEN ? 1 : 0, store)
  tell()

  const late = (timeoutMs: number) => new StoreDown(store, `it did not answer within ${timeoutMs} ms`, undefined, true)

  const isOpen = () => {
    const leftMs = breaker.openUntil - clock()
    return leftMs > 0 && leftMs <= breaker.openMs
  }
  const open = (ms: number) => {
    breaker.openMs = ms
    breaker.openUntil = clock() + ms
  }
  const close = () => {
    breaker.failures = 0
    breaker.openUntil = 0
    tell()
  }

  async function once<T>(call: () => Promise<T>, timeoutMs: number): Promise<T> {
    if (isOpen()) throw new StoreDown(store, `${breaker.why}; it has failed repeatedly and is given a pause`)
    // The one that comes after the pause tries for all; the others wait for what it finds.
    if (breaker.failures >= FAILURES_TO_OPEN) open(timeoutMs)
    try {
      const result = await withTimeout(timeoutMs, call, () => late(timeoutMs))
      close()
      return result
    } catch (error) {
      if (error instanceof BrainError && !(error instanceof StoreDown)) {
        close()
        throw error
      }
      const down = error instanceof StoreDown ? error : new StoreDown(store, 'it cannot be reached', error)
      breaker.failures++
      breaker.why = down.why
      tell()
      if (breaker.failures >= FAILURES_TO_OPEN) open(OPEN_MS)
      throw down
    }
  }

  return (call, { idempotent = false, moreMs = 0 } = {}) => {
    const timeoutMs = settings.timeoutMs + moreMs
    const mayHelp = (error: unknown) => idempotent && error instanceof StoreDown && !error.late && !isOpen()
    return retryOnce(
      () => once(call, timeoutMs),
      (error) => (mayHelp(error) ? { retryAfterMs: RETRY_MS.least + random() * RETRY_MS.spread } : 'give-up'),
      settings.pause,
    )
  }
}
