import type { Context } from 'hono'
import type * as z from 'zod/mini'
import { type Plan, planLimits } from '../../domain/account/plan.ts'
import type { Admission } from '../../ports/accounts.ts'
import type { Ports } from '../../ports/ports.ts'
import { waitForModels } from '../../runtime/wait-for-models.ts'
import type { AppEnv } from '../context.ts'
import { INVALID_KEY, LOADING } from '../errors.ts'
import { MOST_IN_FLIGHT, takePlace } from '../in-flight.ts'
import { readBody, type ValidJson } from '../validate.ts'

/** A larger body is parsed only after the key has passed, which costs one more round trip. */
const PARSE_FIRST_BYTES = 64 * 1024

interface Terms<Body> {
  readonly cost: (body: Body, ports: Ports) => number
  readonly minPlan?: Plan
  readonly items?: (body: Body) => number
  /** Work that does not need the caller's standing: it runs beside the admission, and is thrown away if that refuses. */
  readonly ahead?: (c: Context<AppEnv>, body: Body) => Promise<unknown>
}

/**
 * The gate of every keyed route. Its answers come in the decided order (key, rate, validation, plan, batch size, readiness, budget)
 * although the body is validated first: so one round trip settles them all.
 */
export function admission<S extends z.ZodMiniType>(schema: S, terms: Terms<z.output<S>>): ValidJson<S> {
  return async function admission(c, next) {
    const key = await c.get('ports').keys.verify(c.req.header('x-api-key') ?? '')
    if (!key) return refuseKey(c)
    c.set('key', key)
    if (c.get('body').byteLength > PARSE_FIRST_BYTES) {
      const probe = await settle(c, { refused: false, minPlan: null, items: null, cost: 0, ready: true, probe: true })
      if (probe.outcome === 'invalid-key') return refuseKey(c)
    }
    const read = readBody(c, schema)
    const body = 'body' in read ? read.body : null
    const startAhead = () => {
      if (body === null || !terms.ahead) return
      const ahead = terms.ahead(c, body)
      ahead.catch(() => {})
      c.set('ahead', ahead)
    }
    try {
      const refused = await admit(c, 'problem' in read ? read.problem : null, startAhead, {
        cost: body === null ? 0 : terms.cost(body, c.get('ports')),
        minPlan: terms.minPlan ?? null,
        items: body !== null && terms.items ? terms.items(body) : null,
      })
      if (refused) return refused
      await next()
    } finally {
      c.get('leave')?.()
    }
  }
}

const FULL = `This namespace has ${MOST_IN_FLIGHT} requests under way, which is all that it takes at a time; retry shortly.`

type Asked = {
  refused: boolean
  minPlan: Plan | null
  items: number | null
  cost: number
  ready: boolean
  probe?: boolean
}

async function settle(c: Context<AppEnv>, asked: Asked): Promise<Admission> {
  const { key, ports, trace, now } = c.var
  const request = { accountId: key.accountId, keyHash: key.hash, now, ...asked }
  const admitted = await trace.step('admit', () => ports.accounts.admit(request))
  if ('standing' in admitted) c.set('standing', admitted.standing)
  return admitted
}

async function admit(
  c: Context<AppEnv>,
  problem: string | null,
  startAhead: () => void,
  terms: { cost: number; minPlan: Plan | null; items: number | null },
): Promise<Response | undefined> {
  const { ports, trace } = c.var
  // A request that is refused anyway waits for nothing and takes no place.
  const leave = problem === null ? takePlace(c.get('key').accountId) : null
  c.set('leave', leave)
  const full = problem === null && leave === null
  const ready =
    problem !== null ||
    (!full &&
      (ports.models.every((model) => model.loaded) ||
        (await trace.step('load', () => waitForModels(ports.models, ports.config.modelLoadWaitMs, trace)))))
  if (ready) startAhead()
  const admitted = await settle(c, { ...terms, refused: problem !== null, ready })
  switch (admitted.outcome) {
    case 'admitted':
      c.set('opsSpent', terms.cost)
      return undefined
    case 'invalid-key':
      return refuseKey(c)
    case 'refused':
      return c.json({ detail: problem }, 400)
    case 'over-rate':
      return c.json(
        {
          error: 'rate_limit_exceeded',
          detail: `This key may make ${admitted.standing.limit} requests a minute; retry in ${admitted.retryAfterSeconds} s.`,
          limit: admitted.standing.limit,
          tier: admitted.standing.plan,
          retry_after_seconds: admitted.retryAfterSeconds,
          upgrade: upgradeUrl(c),
        },
        429,
        { 'Retry-After': String(admitted.retryAfterSeconds) },
      )
    case 'over-budget':
      return c.json(
        {
          error: 'monthly_limit_exceeded',
          detail: `This call costs ${terms.cost} operations and ${admitted.standing.opsRemaining} are left this month.`,
          tier: admitted.standing.plan,
          upgrade: upgradeUrl(c),
        },
        429,
      )
    case 'plan-too-low':
      return c.json(
        {
          detail: `This needs plan ${terms.minPlan} or above; the key's plan is ${admitted.standing.plan}.`,
          tier: admitted.standing.plan,
          upgrade: upgradeUrl(c),
        },
        403,
      )
    case 'batch-too-large': {
      const { plan } = admitted.standing
      return c.json({ detail: `items: must have at most ${planLimits[plan].itemsPerBatch} items on plan ${plan}` }, 400)
    }
    case 'loading':
      return full
        ? c.json({ detail: FULL }, 503, { 'Retry-After': '1' })
        : c.json({ detail: LOADING }, 503, { 'Retry-After': '30' })
  }
}

const refuseKey = (c: Context<AppEnv>) => c.json({ detail: INVALID_KEY }, 401)

const upgradeUrl = (c: Context<AppEnv>) => c.get('ports').config.upgradeUrl ?? `${new URL(c.req.url).origin}/docs#plans`
