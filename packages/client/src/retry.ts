import { BrainError, ConnectionError } from './errors.ts'

export interface RetryRules {
  readonly maxRetries: number
  readonly maxRetryAfterMs: number
  readonly signal: AbortSignal | undefined
  /** Whether doing it twice does no harm; else it is only tried again where the service surely did nothing. */
  readonly isRepeatable: boolean
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 8_000
/** A timer that is set for longer, `Infinity` included, ends at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Tells of a state that does not pass by itself within seconds. */
const LASTING = ['monthly_limit_exceeded', 'storage_full', 'storage_damaged', 'misconfigured']

/** Does it again, after a while that doubles or that the service names, as long as the failure is one that passes. */
export async function retry<T>({ maxRetries, signal, ...rules }: RetryRules, run: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await run()
    } catch (error) {
      const waitMs = tries < maxRetries ? waitBefore(error, tries, rules) : null
      if (waitMs === null) throw error
      await sleep(waitMs, signal)
    }
  }
}

/** How long to wait before the next try; null: it would not help. */
function waitBefore(
  error: unknown,
  tries: number,
  { isRepeatable, maxRetryAfterMs }: Pick<RetryRules, 'isRepeatable' | 'maxRetryAfterMs'>,
): number | null {
  if (!(error instanceof BrainError) || !mayPass(error, isRepeatable)) return null
  if (error.retryAfterMs !== null) return error.retryAfterMs <= maxRetryAfterMs ? error.retryAfterMs : null
  // Spread out, so that those who failed together do not come back together.
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries) * (0.5 + Math.random() / 2)
}

function mayPass(error: BrainError, isRepeatable: boolean): boolean {
  const { status, code } = error
  if (LASTING.includes(code)) return false
  // 409: an earlier try of this very call is still under way.
  if (status === 429 || status === 503 || code === 'idempotency_key_in_use') return true
  return isRepeatable && (error instanceof ConnectionError || status === 408 || status >= 500)
}

const sleep = (waitMs: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', stop)
        resolve()
      },
      Math.min(waitMs, LONGEST_TIMER_MS),
    )
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
