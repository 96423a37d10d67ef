/**
 * What `work` gives, or the error of `late` once `timeoutMs` are over. The signal tells the work that nobody waits any more; since not everything
 * that takes a signal obeys it, time is raced too. A failure that comes too late troubles nobody.
 */
export async function withTimeout<T>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
  late: () => Error,
): Promise<T> {
  const abort = new AbortController()
  const { promise: timeUp, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(late())
    abort.abort()
  }, timeoutMs)
  try {
    const working = work(abort.signal)
    working.catch(() => {})
    return await Promise.race([working, timeUp])
  } finally {
    clearTimeout(timer)
  }
}
