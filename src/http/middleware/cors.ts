import { cors } from 'hono/cors'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../context.ts'

/** Off unless origins are configured: then a browser's preflight gets no special treatment, just 405. */
export const corsWhenConfigured = () => {
  const allow = cors({ origin: (origin, c) => (c.get('ports').config.corsOrigins.includes(origin) ? origin : null) })
  return createMiddleware<AppEnv>(async function corsWhenConfigured(c, next) {
    return c.get('ports').config.corsOrigins.length > 0 ? allow(c, next) : next()
  })
}
