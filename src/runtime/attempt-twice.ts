import { pause } from './pause.ts'
import { withTimeout } from './with-timeout.ts'

/** What to do about a failed attempt: try once more after a pause, or give up. */
export type Verdict = { readonly retryAfterMs: number } | 'give-up'

interface Attempts<T> {
  /** For both attempts and the pause between them. */
  readonly timeoutMs: number
  readonly attempt: (signal: AbortSignal, earlier: unknown) => Promise<T>
  readonly judge: (error: unknown) => Verdict
  /** What the caller gets when time is up. */
  readonly late: () => Error
}

/** Does something that may fail, once more where that can help, and never for longer than it was given. */
export function attemptTwice<T>({ timeoutMs, attempt, judge, late }: Attempts<T>): Promise<T> {
  const end = Date.now() + timeoutMs
  const bothAttempts = async (signal: AbortSignal) => {
    try {
      return await attempt(signal, undefined)
    } catch (error) {
      const verdict = judge(error)
      if (verdict === 'give-up' || signal.aborted || Date.now() + verdict.retryAfterMs >= end) throw error
      await pause(verdict.retryAfterMs)
      return await attempt(signal, error)
    }
  }
  return withTimeout(timeoutMs, bothAttempts, late)
}
