import { retryOnce, type Verdict } from './retry-once.ts'
import { withTimeout } from './with-timeout.ts'

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
  const inTime = (error: unknown, signal: AbortSignal): Verdict => {
    const verdict = judge(error)
    if (verdict === 'give-up' || signal.aborted || Date.now() + verdict.retryAfterMs >= end) return 'give-up'
    return verdict
  }
  return withTimeout(
    timeoutMs,
    (signal) =>
      retryOnce(
        (earlier) => attempt(signal, earlier),
        (error) => inTime(error, signal),
      ),
    late,
  )
}
