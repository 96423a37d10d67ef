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
export async function attemptTwice<T>({ timeoutMs, attempt, judge, late }: Attempts<T>): Promise<T> {
  const abort = new AbortController()
  const end = Date.now() + timeoutMs
  let timer: ReturnType<typeof setTimeout> | undefined
  // Racing it too: not everything that takes a signal obeys it.
  const timeUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(late())
      abort.abort()
    }, timeoutMs)
  })
  const work = (async () => {
    try {
      return await attempt(abort.signal, undefined)
    } catch (error) {
      const verdict = judge(error)
      if (verdict === 'give-up' || abort.signal.aborted || Date.now() + verdict.retryAfterMs >= end) throw error
      await new Promise((resume) => setTimeout(resume, verdict.retryAfterMs))
      return await attempt(abort.signal, error)
    }
  })()
  work.catch(() => {})
  try {
    return await Promise.race([work, timeUp])
  } finally {
    clearTimeout(timer)
  }
}
