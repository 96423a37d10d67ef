import { withTimeout } from './with-timeout.ts'

/** A check that is asked often, made seldom, and never waited for longer than `timeoutMs`. Remembers outcomes, not promises: those belong to the request that made them. */
export function cachedCheck(
  check: () => Promise<void>,
  timeoutMs: number,
  forMs: number,
  cache: CheckCache,
): () => Promise<void> {
  return async () => {
    // A time ahead of now is of a clock that was set back since.
    if (!cache.last || Math.abs(Date.now() - cache.last.at) > forMs) {
      const late = () => new Error(`no answer within ${timeoutMs} ms`)
      const error = await withTimeout(timeoutMs, check, late).then(
        () => null,
        (reason: unknown) => (reason instanceof Error ? reason : new Error('unknown')),
      )
      cache.last = { at: Date.now(), error }
    }
    if (cache.last.error) throw cache.last.error
  }
}

export interface CheckCache {
  last: { readonly at: number; readonly error: Error | null } | null
}
