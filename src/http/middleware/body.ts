import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { withTimeout } from '../../runtime/with-timeout.ts'
import type { AppEnv } from '../context.ts'
import { refuse } from '../errors.ts'

const MAX_BYTES = 2 * 1024 * 1024
/** A client that is still sending when we answer loses the answer, so that a body is read to its end, within reason, even if nobody wants it. */
const MAX_DISCARDED_BYTES = 32 * 1024 * 1024
/** Whoever could send as slowly as he likes would hold a connection for as long as he likes. */
const MOST_MS = 30_000

/**
 * Reads the body, or answers 413. What is in it is looked at later: the key goes first. Of a body that is not wanted, because the key is
 * made up, only the size is found out.
 */
export const body = (isWanted: (c: Context<AppEnv>) => Promise<boolean> = async () => true) =>
  createMiddleware<AppEnv>(async function body(c, next) {
    const received = await receive(c.req.raw, await isWanted(c))
    if (received === 'too-large') return refuse(c, 'body_too_large', 'The body is larger than 2 MB.')
    if (received === 'unreadable')
      return refuse(c, 'invalid_request', `body: could not be read to its end within ${MOST_MS / 1000} seconds`)
    c.set('body', received)
    // It may have taken half a minute to come, and a window that is asked by an earlier time forgets what was made since.
    c.set('now', c.get('ports').clock())
    return next()
  })

export async function receive(
  request: Request,
  isWanted: boolean,
  mostMs = MOST_MS,
): Promise<Uint8Array | 'too-large' | 'unreadable'> {
  const announced = Number(request.headers.get('content-length') ?? Number.NaN)
  if (announced > MAX_BYTES) return 'too-large'
  if (announced <= MAX_BYTES && !isWanted) return new Uint8Array()
  // The runtime reads what is announced faster than a loop over its parts.
  const read = async () =>
    announced <= MAX_BYTES ? new Uint8Array(await request.arrayBuffer()) : readParts(request.body, isWanted)
  return withTimeout(mostMs, read, () => new Error('late')).catch(() => 'unreadable' as const)
}

async function readParts(stream: ReadableStream<Uint8Array> | null, isWanted: boolean) {
  const parts: Uint8Array[] = []
  const size = await drain(stream, (part) => isWanted && parts.push(part))
  if (size > MAX_BYTES) return 'too-large'
  const whole = new Uint8Array(isWanted ? size : 0)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}

/** How many bytes came; only those within the limit are shown. */
async function drain(stream: ReadableStream<Uint8Array> | null, show: (part: Uint8Array) => void): Promise<number> {
  let size = 0
  for await (const part of stream ?? []) {
    size += part.byteLength
    if (size <= MAX_BYTES) show(part)
    else if (size > MAX_DISCARDED_BYTES) break
  }
  return size
}

/** Where an answer did not need the body. Who stopped sending has no answer to lose. */
export async function discardBody({ body, bodyUsed }: Request, mostMs = MOST_MS): Promise<void> {
  const read = async () => drain(body, () => undefined)
  if (!bodyUsed && body) await withTimeout(mostMs, read, () => new Error('late')).catch(() => undefined)
}
