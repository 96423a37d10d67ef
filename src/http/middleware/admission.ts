import type { Context, MiddlewareHandler } from 'hono'
import type { KeyScope } from '../../domain/account/key-scope.ts'
import { planLimits } from '../../domain/account/plan.ts'
import type { Admission, AdmissionRequest, OnceRequest } from '../../ports/accounts.ts'
import { MINUTE_MS } from '../../runtime/duration.ts'
import { waitForModels } from '../../runtime/wait-for-models.ts'
import { boundLately, rememberBound } from '../bound-keys.ts'
import { callOf } from '../call.ts'
import type { AppEnv } from '../context.ts'
import type { Route } from '../define-route.ts'
import { refuse } from '../errors.ts'
import { MOST_IN_FLIGHT, takePlace } from '../in-flight.ts'
import { boundOf, settledOf } from '../inner-request.ts'
import { namedPersonas } from '../named-personas.ts'
import { readOnce } from '../once.ts'
import { rememberRefusal, wasRefusedLately } from '../refused-lately.ts'
import { readInput } from '../validate.ts'
import { withIgnored } from '../with-ignored.ts'

/** A larger body is parsed only after key and window have let it pass, which costs one more round trip. */
const PARSE_FIRST_BYTES = 64 * 1024

/** The key that was sent. Whoever sends `x-api-key` means that one: the other header may be for somebody in between. */
const sentKey = (c: Context<AppEnv>): string | undefined =>
  c.req.header('x-api-key') ?? /^Bearer +(\S+) *$/i.exec(c.req.header('authorization') ?? '')?.[1]

/** Whether the key is one of this deployment's. It comes before the body is read: a made-up key makes us keep nothing. */
export async function verifyKey(c: Context<AppEnv>): Promise<boolean> {
  const key = await c.get('ports').keys.verify(sentKey(c) ?? '')
  if (key) c.set('key', key)
  return key !== null
}

/**
 * The gate of every keyed route. Its answers come in the decided order (key, rate, validation, scope, plan, whether it happened already,
 * batch size, readiness, budget) although the request is validated first: so one round trip settles them all.
 */
export const admission = (route: Route): MiddlewareHandler<AppEnv> =>
  async function admission(c, next) {
    if (!c.get('key')) return refuseKey(c)
    const { counted } = settledOf(c.req.raw)
    try {
      const refused = (!counted && (await probeLarge(c))) || (await admit(c, route, counted || isLarge(c)))
      if (refused) return refused
      await next()
    } finally {
      c.get('leave')?.()
    }
  }

/** What a request asks for, in the terms of the account; `problem` is why it will be refused whatever the account says. */
interface Terms extends Pick<AdmissionRequest, 'scope' | 'named' | 'wholeAccount' | 'minPlan' | 'items' | 'cost'> {
  readonly problem: string | null
}

const NO_TERMS: Terms = { minPlan: null, items: null, cost: 0, problem: null }

function termsOf(c: Context<AppEnv>, route: Route): Terms & { readonly isDoomed: boolean } {
  const read = readInput(c, route)
  const { wholeAccount = false } = route
  const scope = route.scope === 'any' ? {} : { scope: route.scope as KeyScope }
  const terms = { ...scope, wholeAccount, minPlan: route.plan ?? null }
  if ('problem' in read) {
    // The account says how many its plan takes.
    const { problem, tooManyItems: items = null } = read
    return { ...NO_TERMS, ...terms, items, problem: items === null ? problem : null, isDoomed: true }
  }
  const { input, items } = read
  c.set('input', input)
  const price = route.costOf?.(input) ?? (route.cost ?? 0) * (items ?? 1)
  const cost = route.isFree?.(c.get('ports')) ? 0 : price
  const { persona } = settledOf(c.req.raw)
  const named = [...new Set([...namedPersonas(input), ...(persona === null ? [] : [persona])])]
  const isOther = persona !== null && named.length > 1
  return { ...terms, named, items, cost, problem: isOther ? ONE_PERSONA : null, isDoomed: isOther }
}

function startPrefetch(c: Context<AppEnv>, route: Route): void {
  const prefetched = route.prefetch?.(callOf(c))
  // Whoever waits for it hears of its failure; a request that is refused does not.
  prefetched?.catch(() => {})
  c.set('prefetched', prefetched)
}

const FULL = `This namespace has ${MOST_IN_FLIGHT} requests under way, which is all that it takes at a time; retry shortly.`

type Asked = Omit<AdmissionRequest, 'accountId' | 'keyHash' | 'now'>

async function settle(c: Context<AppEnv>, asked: Asked): Promise<Admission> {
  const key = c.get('key')
  const now = c.get('now')
  const request = { accountId: key.accountId, keyHash: key.hash, now, ...asked }
  const admitted = await c.get('trace').step('admit', () => c.get('ports').accounts.admit(request))
  if ('standing' in admitted) c.set('standing', admitted.standing)
  if (admitted.outcome === 'invalid-key') rememberRefusal(key.hash, now + MINUTE_MS)
  if (admitted.outcome === 'over-rate') rememberRefusal(key.hash, now + admitted.retryAfterSeconds * 1000)
  return admitted
}

/** Whether a body comes after key and window. */
export const isLarge = (c: Context<AppEnv>): boolean => c.get('body').byteLength > PARSE_FIRST_BYTES

export const probeLarge = async (c: Context<AppEnv>): Promise<Response | undefined> =>
  isLarge(c) ? probe(c) : undefined

/** Key and window alone, before the body is looked at. */
async function probe(c: Context<AppEnv>): Promise<Response | undefined> {
  const { problem: _, ...terms } = NO_TERMS
  return answerTo(c, await settle(c, { ...terms, refused: false, ready: true, probe: true }), NO_TERMS, false)
}

/** The key alone, for answers that touch no memory: they neither count in the window nor cost anything. */
export async function checkKey(c: Context<AppEnv>): Promise<Response | undefined> {
  if (!c.get('key')) return refuseKey(c)
  const { problem: _, ...terms } = NO_TERMS
  return answerTo(c, await settle(c, { ...terms, refused: false, ready: true, counted: true }), NO_TERMS, false)
}

async function admit(c: Context<AppEnv>, route: Route, counted: boolean): Promise<Response | undefined> {
  const [key, ports, trace, countedAt] = [c.get('key'), c.get('ports'), c.get('trace'), c.get('now')]
  const read = termsOf(c, route)
  const once = await readOnce(c, route)
  const onceProblem = once && 'problem' in once ? once.problem : null
  const isDoomed = read.isDoomed || onceProblem !== null
  const { isDoomed: _, ...terms } = { ...read, problem: read.problem ?? onceProblem }
  // A request that is refused anyway waits for nothing and takes no place.
  const leave = isDoomed ? null : takePlace(key.accountId)
  c.set('leave', leave)
  const full = !isDoomed && leave === null
  const hasToWait = !isDoomed && !full && !ports.models.every((model) => model.loaded)
  const ready = hasToWait
    ? await trace.step('load', () => waitForModels(ports.models, ports.config.modelLoadWaitMs, trace))
    : !full
  // Windows, months and memories go by when it was let in.
  if (hasToWait) c.set('now', ports.clock())
  const now = c.get('now')
  const late = isDoomed || route.prefetchesLate?.(c.get('input')?.body) || wasRefusedLately(key.hash, now)
  const thought = boundOf(c.req.raw, boundLately(key.hash))
  c.set('bound', thought)
  if (ready && !late) startPrefetch(c, route)
  const { problem, ...asked } = terms
  const change = once && 'id' in once ? once : null
  const settled = await settle(c, { ...asked, once: change, refused: problem !== null, ready, counted, countedAt })
  const admitted = change && ready ? await withOnce(c, settled, change) : settled
  const refused = answerTo(c, admitted, terms, full)
  // What was begun for other personas than the key's is begun again.
  const isOther = JSON.stringify(thought) !== JSON.stringify(c.get('bound'))
  if (!refused && (late || isOther)) startPrefetch(c, route)
  return refused
}

/** Of a change that nobody has said the end of, the store knows whether it happened: then it only has to be told again. */
async function withOnce(c: Context<AppEnv>, admitted: Admission, { fingerprint }: OnceRequest): Promise<Admission> {
  if (!('once' in admitted) || admitted.once === null) return admitted
  const [key, ports, trace] = [c.get('key'), c.get('ports'), c.get('trace')]
  const { outcome, once: id, standing, personas } = admitted
  // The account forgets what failed, and the store may have done it: another body must not be taken for that.
  const change = `${id}.${fingerprint.slice(0, 16)}`
  const asks = outcome === 'once-under-way'
  const happened = asks && (await trace.step('once', () => ports.memory.happened(key.accountId, change)))
  if (asks && !happened) return admitted
  const reservedAt = outcome === 'admitted' ? admitted.reservedAt : undefined
  c.set('once', { id, change, happened, reservedAt })
  return happened ? { outcome: 'admitted', standing, personas, cost: 0, once: id } : admitted
}

function answerTo(c: Context<AppEnv>, admitted: Admission, terms: Terms, full: boolean): Response | undefined {
  switch (admitted.outcome) {
    case 'admitted':
      c.set('opsSpent', admitted.cost)
      c.set('bound', boundOf(c.req.raw, admitted.personas))
      rememberBound(c.get('key').hash, admitted.personas)
      return undefined
    case 'once-done':
      c.header('Idempotent-Replayed', 'true')
      return c.json(withIgnored(c, admitted.kept.body), admitted.kept.status as 200)
    case 'once-under-way':
      c.header('Retry-After', String(admitted.retryAfterSeconds))
      return refuse(c, 'idempotency_key_in_use', IN_USE)
    case 'once-reused':
      return refuse(c, 'idempotency_key_reused', 'Idempotency-Key: was used for another request; each needs its own.')
    case 'insufficient-scope':
      return refuse(
        c,
        'insufficient_scope',
        `This needs a key with the scope ${terms.scope}; this one has ${admitted.rights.scopes.join(', ')}.`,
      )
    case 'persona-not-allowed':
      return refuse(c, 'persona_not_allowed', terms.wholeAccount ? NOT_OF_SOME : OTHER_PERSONA)
    case 'invalid-key':
      return refuseKey(c)
    case 'refused':
      return refuse(c, 'invalid_request', terms.problem ?? '')
    case 'over-rate': {
      const { standing, retryAfterSeconds } = admitted
      c.header('Retry-After', String(retryAfterSeconds))
      const detail = `This key may make ${standing.limit} requests a minute; retry in ${retryAfterSeconds} s.`
      return refuseLimit(c, 'rate_limit_exceeded', detail, {
        limit: standing.limit,
        retry_after_seconds: retryAfterSeconds,
      })
    }
    case 'over-budget': {
      const detail = `This call costs ${terms.cost} operations and ${admitted.standing.opsRemaining} are left this month.`
      return refuseLimit(c, 'monthly_limit_exceeded', detail)
    }
    case 'plan-too-low': {
      const { plan } = admitted.standing
      const detail = `This needs plan ${terms.minPlan} or above; the key's plan is ${plan}.`
      return refuse(c, 'plan_too_low', detail, { tier: plan, upgrade: upgradeUrl(c) })
    }
    case 'batch-too-large': {
      const { plan } = admitted.standing
      const detail = `items: must have at most ${planLimits[plan].itemsPerBatch} items on plan ${plan}`
      return refuse(c, 'batch_too_large', detail)
    }
    case 'loading':
      c.header('Retry-After', full ? '1' : '30')
      return full ? refuse(c, 'overloaded', FULL) : refuse(c, 'loading', LOADING)
  }
}

const LOADING = 'The models are still loading; retry in about 30 seconds.'

const IN_USE = 'The request of this Idempotency-Key is still under way; ask again shortly.'
const OTHER_PERSONA = 'persona: the key is bound to others, and may neither see nor write this one'
const ONE_PERSONA = 'persona: this is bound to one persona, and may neither see nor write another'
const NOT_OF_SOME = 'The key is bound to personas, and this reaches all of the account.'

const NO_KEY =
  'An API key is needed, and none was sent; no key counts as an invalid or inactive one. Send it as x-api-key or as Authorization: Bearer.'

export function refuseKey(c: Context<AppEnv>): Response {
  c.header('WWW-Authenticate', 'Bearer')
  return refuse(c, 'invalid_key', sentKey(c) === undefined ? NO_KEY : 'The API key is invalid or inactive.')
}

/** The two limits of a plan, which carried their code as `error` before every answer had one. */
const refuseLimit = (
  c: Context<AppEnv>,
  code: 'rate_limit_exceeded' | 'monthly_limit_exceeded',
  detail: string,
  more: object = {},
) => refuse(c, code, detail, { error: code, tier: c.get('standing')?.plan, upgrade: upgradeUrl(c), ...more })

const upgradeUrl = (c: Context<AppEnv>) => c.get('ports').config.upgradeUrl ?? `${new URL(c.req.url).origin}/docs#plans`
