import type { Context, Hono, MiddlewareHandler } from 'hono'
import { callOf } from './call.ts'
import type { AppEnv } from './context.ts'
import type { Route } from './define-route.ts'
import { refuse } from './errors.ts'
import { admission, verifyKey } from './middleware/admission.ts'
import { body } from './middleware/body.ts'
import { readInput } from './validate.ts'
import { withIgnored } from './with-ignored.ts'

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE']

/** Puts the routes behind their gates. A known path with another method is a 405 that names the right ones, and nothing is looked at. */
export function mountRoutes(app: Hono<AppEnv>, routes: readonly Route[]): void {
  const methodsOf = new Map<string, string[]>()
  for (const route of routes) {
    const method = route.method.toUpperCase()
    for (const path of route.formerly ? [route.path, route.formerly.path] : [route.path]) {
      app.on(method, [path], ...stepsOf(route), run(route))
      methodsOf.set(path, [...(methodsOf.get(path) ?? []), method])
    }
  }
  for (const [path, methods] of methodsOf) {
    const allowed = METHODS.filter((method) => methods.includes(method))
    app.all(path, (c) => refuseMethod(c, allowed))
  }
}

export function refuseMethod(c: Context<AppEnv>, allowed: readonly string[]): Response {
  c.header('Allow', allowed.join(', '))
  return refuse(c, 'method_not_allowed', `${c.req.method} is not allowed here; use ${allowed.join(' or ')}.`)
}

function stepsOf(route: Route): MiddlewareHandler<AppEnv>[] {
  if (route.scope === 'none') return route.body ? [refuseLong, body(), validated(route)] : []
  return route.scope === 'operator' ? [body(), validated(route)] : [body(verifyKey), admission(route)]
}

const MOST_OF_NOBODY = 1024

/** Of whom nothing is known no more is read than such a call needs. */
const refuseLong: MiddlewareHandler<AppEnv> = async (c, next) =>
  Number(c.req.header('content-length')) <= MOST_OF_NOBODY
    ? next()
    : refuse(c, 'invalid_request', `The body needs a Content-Length of at most ${MOST_OF_NOBODY} bytes.`)

/** For the operator, who was let in before, and for anybody: there is nothing to settle but the request itself. */
const validated =
  (route: Route): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    // A body may be left out where every field has a default.
    const read = readInput(c, { ...route, bodyMayBeMissing: true })
    if ('problem' in read) return refuse(c, 'invalid_request', read.problem)
    c.set('input', read.input)
    return next()
  }

const run = (route: Route) => async (c: Context<AppEnv>) => {
  const answer = await route.handle({ ...callOf(c), prefetched: c.get('prefetched') ?? NOTHING })
  if (answer instanceof ReadableStream) return stream(c, answer, route.contentType!)
  if (route.contentType) return c.body(String(answer), route.status ?? 200, { 'content-type': route.contentType })
  if (route.versionOf) c.header('ETag', `"${route.versionOf(answer)}"`)
  return c.json(withIgnored(c, answer), route.status ?? 200)
}

/** Packed for whoever takes it so: the runtime packs what says that it is. */
function stream(c: Context<AppEnv>, body: ReadableStream, type: string): Response {
  const isPacked = /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')
  return c.body(body, 200, { 'content-type': type, ...(isPacked ? { 'content-encoding': 'gzip' } : {}) })
}

const NOTHING = Promise.resolve(undefined)
