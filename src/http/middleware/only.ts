import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../context.ts'

/** A known path with another method: 405 that names the right one. Goes before everything else, as the order of answers wants it. */
export const only = (...methods: string[]) =>
  createMiddleware<AppEnv>(async function only(c, next) {
    if (methods.includes(c.req.method) || (c.req.method === 'HEAD' && methods.includes('GET'))) return next()
    return c.json({ detail: `${c.req.method} is not allowed here; use ${methods.join(' or ')}.` }, 405, {
      Allow: methods.join(', '),
    })
  })
