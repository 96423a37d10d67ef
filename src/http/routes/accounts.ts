import * as z from 'zod/mini'
import { isAccountId } from '../../domain/account/api-key.ts'
import { PLANS } from '../../domain/account/plan.ts'
import { nearestRegion, REGIONS } from '../../domain/account/region.ts'
import { BrainError } from '../../domain/errors.ts'
import { eraseAccount } from '../../pipelines/erase-account.ts'
import type { AccountSummary } from '../../ports/accounts.ts'
import { accountParams, found } from '../account-param.ts'
import { defineRoute } from '../define-route.ts'
import { integerParam, named, name as nameField, oneOf, orNull } from '../fields.ts'

const account = named(
  'Account',
  z.object({
    account: z.string(),
    name: z.string(),
    plan: oneOf(PLANS),
    namespace: z.string(),
    region: oneOf(REGIONS),
    created_at: z.number(),
  }),
)

const toAccount = ({ createdAt, ...summary }: AccountSummary) => ({ ...summary, created_at: createdAt / 1000 })

/** An id is reached by itself: a name of its shape could stand in another account's way. */
const accountName = () =>
  nameField(1, 64).check(
    z.refine((name) => !isAccountId(name), "must not have the shape of an account's id (10 letters and digits)"),
  )

const one = { path: '/admin/accounts/:account', scope: 'operator', params: accountParams, response: account } as const

export const createAccountRoute = defineRoute({
  method: 'post',
  path: '/admin/accounts',
  id: 'createAccount',
  scope: 'operator',
  summary: 'Create an account',
  body: named(
    'NewAccount',
    z.object({ name: orNull(accountName()), plan: oneOf(PLANS), region: orNull(oneOf(REGIONS)) }),
  ),
  response: account,
  status: 201,
  errors: [409],
  async handle({ ports, body: { name, plan, region }, place, now, requestId }) {
    const created = await ports.accounts.create({ name, plan, region: region ?? nearestRegion(place), now, requestId })
    if (created === 'name-taken') throw new BrainError('conflict', 'name: another account has it')
    return toAccount(created)
  },
})

export const listAccountsRoute = defineRoute({
  method: 'get',
  path: '/admin/accounts',
  id: 'listAccounts',
  scope: 'operator',
  summary: 'List accounts',
  query: z.object({ cursor: z.optional(z.string()), limit: z._default(integerParam(1, 100), 50) }),
  response: z.object({ accounts: z.array(account), cursor: z.nullable(z.string()) }),
  async handle({ ports, query: { cursor = null, limit } }) {
    const page = await ports.accounts.list({ cursor, limit })
    return { accounts: page.accounts.map(toAccount), cursor: page.cursor }
  },
})

export const showAccountRoute = defineRoute({
  ...one,
  method: 'get',
  id: 'showAccount',
  summary: 'Show an account, by id or name',
  handle: async ({ ports, params }) => toAccount(found(await ports.accounts.show(params.account))),
})

export const changePlanRoute = defineRoute({
  ...one,
  method: 'patch',
  id: 'changePlan',
  summary: "Change an account's plan",
  body: named('PlanChange', z.object({ plan: oneOf(PLANS) })),
  handle: async ({ ports, params, body, requestId }) =>
    toAccount(found(await ports.accounts.changePlan(params.account, body.plan, requestId))),
})

export const deleteAccountRoute = defineRoute({
  ...one,
  method: 'delete',
  id: 'deleteAccount',
  summary: 'Delete an account with everything it remembers',
  handle: async ({ ports, params }) => toAccount(found(await eraseAccount(ports, params.account))),
})

const usage = named(
  'Usage',
  z.object({
    account: z.string(),
    plan: oneOf(PLANS),
    month: z.string(),
    ops_used: z.int(),
    ops_budget: z.nullable(z.int()),
    months: z.array(z.object({ month: z.string(), ops: z.int() })),
  }),
)

export const usageRoute = defineRoute({
  method: 'get',
  path: '/admin/accounts/:account/usage',
  id: 'usage',
  scope: 'operator',
  summary: 'Operations spent, by month',
  params: accountParams,
  response: usage,
  async handle({ ports, params, now }) {
    const { opsUsed, opsBudget, ...rest } = found(await ports.accounts.usage(params.account, now))
    return { ...rest, ops_used: opsUsed, ops_budget: opsBudget }
  },
})
