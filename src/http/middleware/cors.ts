import { cors } from 'hono/cors'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../context.ts'

/** What a page's own script may read of an answer, besides its body. */
const EXPOSED = [
  ...['x-request-id', 'Server-Timing', 'Retry-After', 'Idempotent-Replayed', 'X-LLM-Tokens', 'X-Ops-Remaining', 'ETag'],
  ...['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
]

/**
 * Off unless origins are configured: then a browser's preflight gets no special treatment, just 405. It is for the memory routes alone: a
 * page that the operator visits must not be able to use what he is.
 */
export const corsWhenConfigured = () => {
  const allow = cors({
    origin: (origin, c) => (c.get('ports').config.corsOrigins.includes(origin) ? origin : null),
    exposeHeaders: EXPOSED,
  })
  return createMiddleware<AppEnv>(async function corsWhenConfigured(c, next) {
    return c.get('ports').config.corsOrigins.length > 0 ? allow(c, next) : next()
  })
}
