import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { llmTokensHeader } from '../../pipelines/llm/meter.ts'
import type { Standing } from '../../ports/accounts.ts'
import type { Ports } from '../../ports/ports.ts'
import { createTrace, type Trace } from '../../runtime/trace.ts'
import { arrive } from '../../runtime/turns.ts'
import type { AppEnv } from '../context.ts'
import { refuse, toErrorResponse } from '../errors.ts'
import { hasSoundHost } from '../has-sound-host.ts'
import { outcomeOf } from '../once.ts'
import { atWork, countRequest, watched } from '../watch-request.ts'
import { discardBody } from './body.ts'

/** Makes the ports of one request. */
export type Connect = (env: Env, trace: Trace) => Ports

const HOST_PROBLEM = 'Host: must be a name or an address, with a port or without, before a path that begins with /'

/** Joins a request to the outside: makes what it needs, then adds headers, gives back what was charged for nothing and writes the log line. */
export const request = (connect: Connect) =>
  createMiddleware<AppEnv>(async function request(c, next) {
    const depart = arrive()
    const trace = createTrace()
    atWork(trace)
    c.set('requestId', crypto.randomUUID())
    c.set('trace', trace)
    c.set('later', [])
    c.set('opsSpent', 0)
    c.set('opsWasted', 0)
    c.set('opsKept', 0)
    try {
      const ports = connect(c.env, trace)
      c.set('ports', ports)
      c.set('now', ports.clock())
    } catch (error) {
      // Thrown on, it would not be logged.
      c.res = toErrorResponse(error as Error, c)
    }
    if (!hasSoundHost(c.req.raw)) c.res = refuse(c, 'invalid_request', HOST_PROBLEM)
    else if (c.get('ports')) await watched(c, next)

    await discardBody(c.req.raw)
    await giveBack(c)
    const ms = trace.elapsedMs()
    addHeaders(c, trace, ms)
    log(c, trace, ms)
    countRequest(c, ms)
    depart()
    for (const work of c.get('later')) c.executionCtx.waitUntil(work())
  })

async function giveBack(c: Context<AppEnv>): Promise<void> {
  const [opsSpent, opsWasted, opsKept] = [c.get('opsSpent'), c.get('opsWasted'), c.get('opsKept')]
  const ops = c.res.status >= 400 ? Math.max(opsSpent - opsKept, 0) : Math.min(opsWasted, opsSpent)
  const once = c.get('once')
  if (ops === 0 && !once) return
  const { accounts } = c.get('ports')
  const given = { accountId: c.get('key').accountId, keyHash: c.get('key').hash, now: c.get('now') }
  try {
    if (once) {
      const outcome = await outcomeOf(c.res)
      // What has happened is not undone by a failure to say so.
      if (outcome || !once.happened) await accounts.settle({ ...given, once: once.id, outcome, refund: ops })
    } else await accounts.refund({ ...given, ops })
    c.set('opsSpent', c.get('opsSpent') - ops)
    const standing = c.get('standing')
    if (standing && standing.opsRemaining !== null)
      c.set('standing', { ...standing, opsRemaining: standing.opsRemaining + ops })
  } catch {
    // The caller's answer stands; the log line below still shows operations spent on a failure.
    c.get('trace').notes.set('refund', 'failed')
  }
}

function addHeaders(c: Context<AppEnv>, trace: Trace, ms: number): void {
  // `c.header` would copy the response.
  const { headers } = c.res
  headers.set('x-request-id', c.get('requestId'))
  const steps = [...trace.steps].map(([name, dur]) => `${name};dur=${dur.toFixed(2)}`)
  // A vault that was asleep has to read what it keeps in memory, which makes its first answer slower.
  const vault = trace.notes.get('vault')
  if (vault !== undefined) steps.push(`vault;desc="${vault}"`)
  headers.set(
    'Server-Timing',
    // `crossings` is what `round-trips` was called in 0.1; whoever reads it still finds it.
    [
      ...steps,
      `round-trips;desc="${trace.roundTrips}"`,
      `crossings;desc="${trace.roundTrips}"`,
      `total;dur=${ms.toFixed(2)}`,
    ].join(', '),
  )
  const tokens = llmTokensHeader(trace)
  if (tokens) headers.set('X-LLM-Tokens', tokens)
  const standing = c.get('standing')
  if (standing) for (const [name, value] of rateHeaders(standing)) headers.set(name, value)
}

const orUnlimited = (value: number | null) => (value === null ? 'unlimited' : String(value))

const rateHeaders = (standing: Standing): [string, string][] => [
  ['RateLimit-Limit', orUnlimited(standing.limit)],
  ['RateLimit-Remaining', orUnlimited(standing.remaining)],
  ['RateLimit-Reset', String(standing.resetSeconds)],
  ['X-Ops-Remaining', orUnlimited(standing.opsRemaining)],
]

/** One JSON line a request. Routes, not paths: a path may carry an account's name. */
function log(c: Context<AppEnv>, trace: Trace, ms: number): void {
  const round = (value: number) => Math.round(value * 100) / 100
  console.log(
    JSON.stringify({
      request_id: c.get('requestId'),
      method: c.req.method,
      route: c.req.routePath,
      status: c.res.status,
      tier: c.get('standing')?.plan ?? null,
      ops: c.get('opsSpent'),
      ms: round(ms),
      round_trips: trace.roundTrips,
      round_trips_of: Object.fromEntries(trace.roundTripsOf),
      steps: Object.fromEntries([...trace.steps].map(([name, value]) => [name, round(value)])),
      ...Object.fromEntries(trace.notes),
    }),
  )
}
