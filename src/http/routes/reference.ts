import type { Hono } from 'hono'
import type { Plan } from '../../domain/account/plan.ts'
import type { AppEnv } from '../context.ts'
import { refuseMethod } from '../mount-routes.ts'

const PAGE_FILES: Record<string, { file: string; type: string }> = {
  '/docs': { file: 'docs/docs.html', type: 'text/html; charset=utf-8' },
  '/docs/docs.js': { file: 'docs/docs.js', type: 'text/javascript; charset=utf-8' },
  '/docs/docs.css': { file: 'docs/docs.css', type: 'text/css; charset=utf-8' },
  '/docs/icon.svg': { file: 'docs/icon.svg', type: 'image/svg+xml' },
}

/** What of the reference depends on the deployment. The rest is made of the routes' declarations when the service is built. */
interface Reference {
  readonly 'x-plans': readonly { readonly plan: Plan }[]
}

/** The API reference, for machines and for people. Nothing on the page is loaded from elsewhere. */
export function mountReference(app: Hono<AppEnv>): void {
  app.get('/openapi.json', async (c) => {
    const { assets, config } = c.get('ports')
    const reference = JSON.parse(new TextDecoder().decode(await assets.read('openapi.json'))) as Reference
    return c.json({
      ...reference,
      servers: [{ url: new URL(c.req.url).origin }],
      'x-plans': reference['x-plans'].map((row) => ({ ...row, operations_per_month: config.monthlyBudgets[row.plan] })),
    })
  })
  for (const [path, { file, type }] of Object.entries(PAGE_FILES))
    app.get(path, async (c) => c.body(await c.get('ports').assets.read(file), 200, { 'content-type': type }))
  for (const path of ['/openapi.json', ...Object.keys(PAGE_FILES)]) app.all(path, (c) => refuseMethod(c, ['GET']))
}
