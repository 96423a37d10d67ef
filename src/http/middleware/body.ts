import { createMiddleware } from 'hono/factory'
import { MINUTE_MS } from '../../runtime/duration.ts'
import { withTimeout } from '../../runtime/with-timeout.ts'
import type { AppEnv } from '../context.ts'
import { refuse } from '../errors.ts'

const MAX_BYTES = 2 * 1024 * 1024
/** A client that is still sending when we answer loses the answer, so that a body is read to its end, within reason, even if nobody wants it. */
const MAX_DISCARDED_BYTES = 32 * 1024 * 1024
/** Whoever never sends the rest must not keep the connection, and what it holds, for good. */
const MAX_MS = MINUTE_MS

const inTime = <T>(reading: () => Promise<T>): Promise<T> =>
  withTimeout(MAX_MS, reading, () => new Error('the body did not come to its end'))

/** Reads the body, or answers 413. What is in it is looked at later: the key goes first. */
export const body = () =>
  createMiddleware<AppEnv>(async function body(c, next) {
    const { raw } = c.req
    const announced = Number(raw.headers.get('content-length') ?? Number.POSITIVE_INFINITY)
    // The runtime reads what is announced, and small, faster than a loop over its parts.
    const reading = () =>
      announced <= MAX_BYTES ? raw.arrayBuffer().then((buffer) => new Uint8Array(buffer)) : read(raw.body)
    const bytes = await inTime(reading).catch(() => 'unreadable' as const)
    if (bytes === 'unreadable') return refuse(c, 'invalid_request', 'body: could not be read to its end')
    if (bytes === 'too-large') return refuse(c, 'body_too_large', 'The body is larger than 2 MB.')
    c.set('body', bytes)
    return next()
  })

async function read(stream: ReadableStream<Uint8Array> | null): Promise<Uint8Array | 'too-large'> {
  if (!stream) return new Uint8Array()
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of stream) {
    size += part.byteLength
    if (size <= MAX_BYTES) parts.push(part)
    else if (size > MAX_DISCARDED_BYTES) break
  }
  if (size > MAX_BYTES) return 'too-large'
  if (parts.length === 1) return parts[0]!
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}

/** Where an answer did not need the body. Who stopped sending has no answer to lose. */
export async function discardBody({ body, bodyUsed }: Request): Promise<void> {
  if (body && !bodyUsed) await inTime(() => read(body)).catch(() => undefined)
}
