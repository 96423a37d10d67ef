import type { Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { VERSION } from '../domain/version.ts'
import type { AppEnv } from '../http/context.ts'
import { toNotFound } from '../http/errors.ts'
import { persona } from '../http/fields.ts'
import { checkKey, isLarge, probeLarge, refuseKey } from '../http/middleware/admission.ts'
import { traceHeaders } from '../runtime/trace-context.ts'
import { answer } from './answer.ts'
import { toRequest } from './call-route.ts'
import type { Endpoint } from './endpoint.ts'
import { KeyRefused } from './key-refused.ts'
import { TOOL_SETS, type ToolSet } from './tool-sets.ts'

/** What an answer of a route says of the caller's standing. */
const PASSED_ON = [
  ...['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'X-Ops-Remaining'],
  ...['Retry-After', 'Idempotent-Replayed', 'X-LLM-Tokens'],
]

const isPersona = persona()

/** Answers what was posted with a key that may be one. Each tool calls a route of the app in process, and only that admits and charges. */
export async function serveMcp(app: Hono<AppEnv>, c: Context<AppEnv>): Promise<Response> {
  if (!c.get('key')) return refuseKey(c)
  const set = c.req.query('tools') ?? 'memory'
  const bound = c.req.param('persona') ?? null
  if (!Object.hasOwn(TOOL_SETS, set) || (bound !== null && !z.safeParse(isPersona, bound).success)) return toNotFound(c)
  const refused = await probeLarge(c)
  if (refused) return refused
  let counted = isLarge(c)
  const passedOn = new Headers()
  const endpoint: Endpoint = {
    tools: TOOL_SETS[set as ToolSet],
    persona: bound,
    origin: new URL(c.req.url).origin,
    version: VERSION,
    async call(route, said = {}) {
      // The route's spans are part of this request's, unless the message names another trace.
      const headers = { ...traceHeaders(c.get('trace').context), ...said }
      const request = toRequest(c.req.raw, route, headers, { persona: bound, counted, problem: route.problem ?? null })
      // Of a batch the first one has the place that the batch took.
      counted = false
      const response = await app.fetch(request, c.env, c.executionCtx)
      for (const name of PASSED_ON) {
        const value = response.headers.get(name)
        if (value !== null) passedOn.set(name, value)
      }
      return response
    },
    note: (name, value) => void c.get('trace').notes.set(name === 'tool' ? 'mcp_tool' : 'mcp_method', value),
  }
  try {
    const { status, body } = await answer(c.get('body'), c.req.raw.headers, endpoint, async () => {
      const refused = await checkKey(c)
      if (refused) throw new KeyRefused(refused)
    })
    for (const [name, value] of passedOn) c.header(name, value)
    return body === null ? c.body(null, 202) : c.json(body, status as 200)
  } catch (error) {
    if (error instanceof KeyRefused) return error.response
    throw error
  }
}
