import type { Hono } from 'hono'
import type { AppEnv } from '../context.ts'
import { refuseMethod } from '../mount-routes.ts'

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}
/** Parts of the page are named by what is in them: whoever has one has it for good. */
const PART = /^part-[\w-]+\.js$/

/** The page that shows an account its memory. It is files alone: whatever it shows it asks the API for. */
export function mountConsole(app: Hono<AppEnv>): void {
  const send = async (file: string, assets: { read(path: string): Promise<ArrayBuffer> }) => {
    const type = TYPES[file.slice(file.lastIndexOf('.') + 1)]!
    const kept = PART.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache'
    return new Response(await assets.read(`console/${file}`), {
      headers: { 'content-type': type, 'cache-control': kept },
    })
  }
  app.get('/console', (c) => send('console.html', c.get('ports').assets))
  app.get('/console/:file{(?:console|part-[\\w-]+)\\.(?:js|css)}', (c) =>
    send(c.req.param('file'), c.get('ports').assets),
  )
  app.all('/console', (c) => refuseMethod(c, ['GET']))
}
