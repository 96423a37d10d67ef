import { Hono } from 'hono'
import * as z from 'zod/mini'
import { PLANS } from '../../domain/account/plan.ts'
import { nearestRegion, REGIONS } from '../../domain/account/region.ts'
import { BrainError } from '../../domain/errors.ts'
import { eraseAccount } from '../../pipelines/erase-account.ts'
import type { AppEnv } from '../context.ts'
import { integer, oneOf, orNull, text } from '../fields.ts'
import { body } from '../middleware/body.ts'
import { only } from '../middleware/only.ts'
import { operator } from '../middleware/operator.ts'
import type { Operation } from '../operation.ts'
import { readBody, type ValidJson } from '../validate.ts'

const account = z
  .object({
    account: z.string(),
    name: z.string(),
    plan: oneOf(PLANS),
    namespace: z.string(),
    region: oneOf(REGIONS),
    created_at: z.number(),
  })
  .register(z.globalRegistry, { id: 'Account' })

const key = z
  .object({
    key_id: z.string(),
    label: z.nullable(z.string()),
    created_at: z.number(),
    status: z.enum(['active', 'rotating', 'revoked']),
    expires_at: z.nullable(z.number()),
  })
  .register(z.globalRegistry, { id: 'Key' })

const newKey = z
  .object({ ...key.shape, key: z.string(), account: z.string(), plan: oneOf(PLANS) })
  .register(z.globalRegistry, { id: 'NewKey' })

const usage = z
  .object({
    account: z.string(),
    plan: oneOf(PLANS),
    month: z.string(),
    ops_used: z.int(),
    ops_budget: z.nullable(z.int()),
    months: z.array(z.object({ month: z.string(), ops: z.int() })),
  })
  .register(z.globalRegistry, { id: 'Usage' })

/** An id is reached by itself: a name of its shape could stand in another account's way. */
const accountName = () =>
  text(1, 64).check(
    z.refine(
      (name) => !/^[0-9A-Za-z]{10}$/.test(name),
      "must not have the shape of an account's id (10 letters and digits)",
    ),
  )

const newAccount = z
  .object({ name: orNull(accountName()), plan: oneOf(PLANS), region: orNull(oneOf(REGIONS)) })
  .register(z.globalRegistry, { id: 'NewAccount' })
const planChange = z.object({ plan: oneOf(PLANS) }).register(z.globalRegistry, { id: 'PlanChange' })
const keyRequest = z.object({ label: orNull(text(1, 64)) }).register(z.globalRegistry, { id: 'NewKeyRequest' })
/** A day: long enough to roll a key through a deployment. */
const rotation = z
  .object({ grace_seconds: z._default(integer(0, 2_592_000), 86_400) })
  .register(z.globalRegistry, { id: 'Rotation' })

const admin = { tag: 'admin' } as const
const accounts = '/admin/accounts'
const one = `${accounts}/{account}`

export const adminOperations: readonly Operation[] = [
  {
    ...admin,
    method: 'post',
    path: accounts,
    id: 'createAccount',
    summary: 'Create an account',
    request: newAccount,
    response: account,
    status: 201,
    errors: [409],
  },
  {
    ...admin,
    method: 'get',
    path: accounts,
    id: 'listAccounts',
    summary: 'List accounts',
    query: z.object({ cursor: z.optional(z.string()), limit: z.optional(integer(1, 100)) }),
    response: z.object({ accounts: z.array(account), cursor: z.nullable(z.string()) }),
  },
  {
    ...admin,
    method: 'get',
    path: one,
    id: 'showAccount',
    summary: 'Show an account, by id or name',
    response: account,
    errors: [404],
  },
  {
    ...admin,
    method: 'patch',
    path: one,
    id: 'changePlan',
    summary: "Change an account's plan",
    request: planChange,
    response: account,
    errors: [404],
  },
  {
    ...admin,
    method: 'delete',
    path: one,
    id: 'deleteAccount',
    summary: 'Delete an account with everything it remembers',
    response: account,
    errors: [404],
  },
  {
    ...admin,
    method: 'post',
    path: `${one}/keys`,
    id: 'createKey',
    summary: 'Issue a key; it is shown once',
    request: keyRequest,
    response: newKey,
    status: 201,
    errors: [404],
  },
  {
    ...admin,
    method: 'get',
    path: `${one}/keys`,
    id: 'listKeys',
    summary: "List an account's keys",
    response: z.object({ keys: z.array(key) }),
    errors: [404],
  },
  {
    ...admin,
    method: 'post',
    path: `${one}/keys/{key_id}/rotate`,
    id: 'rotateKey',
    summary: 'Replace a key; the old one works on for a grace period',
    request: rotation,
    response: newKey,
    status: 201,
    errors: [404],
  },
  {
    ...admin,
    method: 'delete',
    path: `${one}/keys/{key_id}`,
    id: 'revokeKey',
    summary: 'Revoke a key at once',
    response: key,
    errors: [404],
  },
  {
    ...admin,
    method: 'get',
    path: `${one}/usage`,
    id: 'usage',
    summary: 'Operations spent, by month',
    response: usage,
    errors: [404],
  },
]

/** Reads a body that may be left out where every field has a default. */
const valid =
  <S extends z.ZodMiniType>(schema: S): ValidJson<S> =>
  async (c, next) => {
    const read = readBody(c, schema, {})
    if ('problem' in read) return c.json({ detail: read.problem }, 400)
    await next()
  }

function found<T>(value: T | null): T {
  if (value === null) throw new BrainError('not-found', 'There is no such account or key.')
  return value
}

export const adminRoutes = () =>
  new Hono<AppEnv>()
    .use(operator())
    .use('/accounts', only('GET', 'POST'))
    .use('/accounts/:account', only('GET', 'PATCH', 'DELETE'))
    .use('/accounts/:account/keys', only('GET', 'POST'))
    .use('/accounts/:account/keys/:key_id', only('DELETE'))
    .use('/accounts/:account/keys/:key_id/rotate', only('POST'))
    .use('/accounts/:account/usage', only('GET'))
    .use(body())
    .post('/accounts', valid(newAccount), async (c) => {
      const { name, plan, region } = c.req.valid('json')
      const place = (c.req.raw.cf ?? {}) as { continent?: string; longitude?: string }
      const created = await c.get('ports').accounts.create({
        name,
        plan,
        region: region ?? nearestRegion(place),
        now: c.get('now'),
      })
      if (created === 'name-taken') throw new BrainError('conflict', 'name: another account has it')
      return c.json(created, 201)
    })
    .get('/accounts', async (c) => {
      const limit = Number(c.req.query('limit') ?? 50)
      if (!Number.isInteger(limit) || limit < 1 || limit > 100)
        throw new BrainError('invalid-request', 'limit: must be an integer between 1 and 100')
      return c.json(await c.get('ports').accounts.list({ cursor: c.req.query('cursor') ?? null, limit }))
    })
    .get('/accounts/:account', async (c) => c.json(found(await c.get('ports').accounts.show(c.req.param('account')))))
    .patch('/accounts/:account', valid(planChange), async (c) =>
      c.json(found(await c.get('ports').accounts.changePlan(c.req.param('account'), c.req.valid('json').plan))),
    )
    .delete('/accounts/:account', async (c) =>
      c.json(found(await eraseAccount(c.get('ports'), c.req.param('account')))),
    )
    .post('/accounts/:account/keys', valid(keyRequest), async (c) =>
      c.json(
        found(
          await c
            .get('ports')
            .accounts.createKey(c.req.param('account'), { ...c.req.valid('json'), now: c.get('now') }),
        ),
        201,
      ),
    )
    .get('/accounts/:account/keys', async (c) =>
      c.json({ keys: found(await c.get('ports').accounts.listKeys(c.req.param('account'), c.get('now'))) }),
    )
    .post('/accounts/:account/keys/:key_id/rotate', valid(rotation), async (c) => {
      const rotated = { graceSeconds: c.req.valid('json').grace_seconds, now: c.get('now') }
      return c.json(
        found(await c.get('ports').accounts.rotateKey(c.req.param('account'), c.req.param('key_id'), rotated)),
        201,
      )
    })
    .delete('/accounts/:account/keys/:key_id', async (c) =>
      c.json(
        found(await c.get('ports').accounts.revokeKey(c.req.param('account'), c.req.param('key_id'), c.get('now'))),
      ),
    )
    .get('/accounts/:account/usage', async (c) =>
      c.json(found(await c.get('ports').accounts.usage(c.req.param('account'), c.get('now')))),
    )
