import type { Context, Hono } from 'hono'
import type { AppEnv } from '../http/context.ts'
import { refuse } from '../http/errors.ts'
import { verifyKey } from '../http/middleware/admission.ts'
import { body } from '../http/middleware/body.ts'
import { refuseMethod } from '../http/mount-routes.ts'
import { isAllowedOrigin } from './allowed-origin.ts'

/** The memory for agents, by the Model Context Protocol. What answers is loaded by the first message. */
export function mountMcp(app: Hono<AppEnv>): void {
  for (const path of ['/mcp', '/mcp/:persona']) {
    app.post(path, checkOrigin, body(verifyKey), async (c) => (await import('./serve-mcp.ts')).serveMcp(app, c))
    app.all(path, (c) => refuseMethod(c, ['POST']))
  }
}

async function checkOrigin(c: Context<AppEnv>, next: () => Promise<void>): Promise<Response | undefined> {
  const origin = c.req.header('origin')
  if (origin !== undefined && !isAllowedOrigin(origin, c.req.url, c.get('ports').config.corsOrigins))
    return refuse(c, 'origin_not_allowed', 'Origin: pages from there may not speak to this service.')
  await next()
}
