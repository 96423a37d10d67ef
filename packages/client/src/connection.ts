import { BrainError, ConnectionError, errorOf, failure, TimeoutError } from './errors.ts'
import { LONGEST_TIMER_MS } from './retry.ts'

/** One request, as it is sent at every try. */
export interface Prepared {
  readonly url: string
  readonly init: RequestInit
  readonly fetch: typeof fetch
  readonly onResponse: ((response: Response) => void) | undefined
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
}

/** An answer that was begun and is still to be read. */
export interface Connection {
  readonly response: Response
  /**
   * Waits for a part of it, within the timeout or what is left of it (`leftMs`). What the caller aborts fails with his own reason, everything
   * else with a BrainError.
   */
  within<T>(part: () => Promise<T>, ms?: number): Promise<T>
  leftMs(): number
  /** It has been read, or nobody wants more of it. */
  close(): void
}

/** Sends a request once and waits for the head of its answer; a refusal is thrown. */
export async function connect({ url, init, fetch, onResponse, timeoutMs, signal }: Prepared): Promise<Connection> {
  const controller = new AbortController()
  const follow = () => controller.abort(signal?.reason)
  const close = () => signal?.removeEventListener('abort', follow)
  const begunAt = Date.now()
  const leftMs = () => Math.max(0, timeoutMs - (Date.now() - begunAt))
  let response: Response | undefined

  async function within<T>(part: () => Promise<T>, ms = timeoutMs): Promise<T> {
    signal?.throwIfAborted()
    let isLate = false
    const timer = setTimeout(
      () => {
        isLate = true
        controller.abort()
      },
      Math.min(ms, LONGEST_TIMER_MS),
    )
    try {
      return await part()
    } catch (error) {
      signal?.throwIfAborted()
      if (isLate) throw failure(TimeoutError, 'timeout', `Nothing was answered within ${timeoutMs} ms.`)
      if (error instanceof BrainError) throw error
      if (error instanceof SyntaxError)
        throw failure(
          BrainError,
          'unexpected_answer',
          'The answer is not JSON: is this an edge-brain?',
          error,
          response,
        )
      throw failure(ConnectionError, 'connection_failed', `The connection to ${url.split('?')[0]} failed.`, error)
    } finally {
      clearTimeout(timer)
    }
  }

  signal?.addEventListener('abort', follow, { once: true })
  try {
    response = await within(async () => {
      // The key must not follow to wherever a redirect points.
      const answer = await fetch(url, { ...init, redirect: 'manual', signal: controller.signal })
      onResponse?.(answer)
      if (!answer.ok) throw await errorOf(answer)
      return answer
    })
  } catch (error) {
    close()
    throw error
  }
  return { response, within, leftMs, close }
}
