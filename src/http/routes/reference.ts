import type { Hono } from 'hono'
import type { AppEnv } from '../context.ts'
import type { Route } from '../define-route.ts'
import { refuseMethod } from '../mount-routes.ts'
import { createOpenApi } from '../openapi.ts'

const PAGE_FILES: Record<string, { file: string; type: string }> = {
  '/docs': { file: 'docs/docs.html', type: 'text/html; charset=utf-8' },
  '/docs/docs.js': { file: 'docs/docs.js', type: 'text/javascript; charset=utf-8' },
  '/docs/docs.css': { file: 'docs/docs.css', type: 'text/css; charset=utf-8' },
  '/docs/icon.svg': { file: 'docs/icon.svg', type: 'image/svg+xml' },
}

/** The API reference, for machines and for people. Nothing on the page is loaded from elsewhere. */
export function mountReference(app: Hono<AppEnv>, routes: readonly Route[]): void {
  app.get('/openapi.json', (c) =>
    c.json(createOpenApi(routes, new URL(c.req.url).origin, c.get('ports').config.monthlyBudgets)),
  )
  for (const [path, { file, type }] of Object.entries(PAGE_FILES))
    app.get(path, async (c) => c.body(await c.get('ports').assets.read(file), 200, { 'content-type': type }))
  for (const path of ['/openapi.json', ...Object.keys(PAGE_FILES)]) app.all(path, (c) => refuseMethod(c, ['GET']))
}
