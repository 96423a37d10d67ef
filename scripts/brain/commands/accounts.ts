import { PLANS } from '../../../src/domain/account/plan.ts'
import { REGIONS } from '../../../src/domain/account/region.ts'
import { everyAccount } from '../../accounts.ts'
import { usageProblem } from '../../problem.ts'
import type { Call, Command } from '../command.ts'
import { fields, table } from '../layout.ts'

export interface AccountReply {
  readonly account: string
  readonly name: string
  readonly plan: string
}

export const accountPath = (account: string): string => `/admin/accounts/${encodeURIComponent(account)}`

const plan = { value: 'PLAN', about: PLANS.join(', ') }

export function planOf(call: Call): string | null {
  const given = call.option('plan')
  if (given !== null && !(PLANS as readonly string[]).includes(given))
    throw usageProblem(`--plan: must be one of ${PLANS.join(', ')}.`)
  return given
}

function neededPlan(call: Call): string {
  const given = planOf(call)
  if (given === null) throw usageProblem(`--plan: required, one of ${PLANS.join(', ')}.`)
  return given
}

export const accountCommands: readonly Command[] = [
  {
    name: 'accounts create',
    about: 'Create an account; it gets its keys from `keys create`.',
    arguments: ['[NAME]'],
    options: { plan, region: { value: 'REGION', about: `where its memory lives: ${REGIONS.join(', ')}` } },
    async run(call) {
      const body = { name: call.argument('NAME'), plan: neededPlan(call), region: call.option('region') }
      const created = await call.operator().get<AccountReply>('POST', '/admin/accounts', body)
      return { json: created, text: fields(created) }
    },
  },
  {
    name: 'accounts list',
    about: 'List all accounts.',
    async run(call) {
      const accounts: AccountReply[] = []
      for await (const account of everyAccount<AccountReply>(call.operator())) accounts.push(account)
      return {
        json: { accounts },
        text: table(accounts, ['account', 'name', 'plan', 'region', 'created_at'], 'There are no accounts.'),
      }
    },
  },
  {
    name: 'accounts show',
    about: 'Show an account, by its id or name.',
    arguments: ['ACCOUNT'],
    async run(call) {
      const account = await call.operator().get<AccountReply>('GET', accountPath(call.argument('ACCOUNT')!))
      return { json: account, text: fields(account) }
    },
  },
  {
    name: 'accounts change',
    about: "Change an account's plan.",
    arguments: ['ACCOUNT'],
    options: { plan },
    async run(call) {
      const account = await call
        .operator()
        .get<AccountReply>('PATCH', accountPath(call.argument('ACCOUNT')!), { plan: neededPlan(call) })
      return { json: account, text: fields(account) }
    },
  },
  {
    name: 'accounts delete',
    about: 'Delete an account with its keys and everything it remembers.',
    arguments: ['ACCOUNT'],
    options: { yes: { about: 'do not ask' } },
    async run(call) {
      const operator = call.operator()
      const path = accountPath(call.argument('ACCOUNT')!)
      const account = await operator.get<AccountReply>('GET', path)
      await call.confirm(`This deletes account ${account.name} with its keys and everything it remembers.`)
      const deleted = await operator.get<AccountReply>('DELETE', path)
      return { json: deleted, text: `Deleted account ${deleted.name}.` }
    },
  },
]
