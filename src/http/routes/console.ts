import type { Context, Hono } from 'hono'
import type { AppEnv } from '../context.ts'
import { toNotFound } from '../errors.ts'
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
  const send = async (c: Context<AppEnv>, file: string) => {
    const { assets, config } = c.get('ports')
    if (!config.hasConsole) return toNotFound(c)
    const type = TYPES[file.slice(file.lastIndexOf('.') + 1)]!
    const kept = PART.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache'
    // A page that was opened before an update asks for parts of before.
    const bytes = await assets.read(`console/${file}`).catch(() => null)
    return bytes ? c.body(bytes, 200, { 'content-type': type, 'cache-control': kept }) : toNotFound(c)
  }
  app.get('/console', (c) => send(c, 'console.html'))
  app.get('/console/:file{(?:console|part-[\\w-]+)\\.(?:js|css)}', (c) => send(c, c.req.param('file')))
  app.all('/console', (c) => refuseMethod(c, ['GET']))
}
