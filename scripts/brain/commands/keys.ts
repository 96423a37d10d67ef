import { FIRST_ACCOUNT, type NewKey } from '../../first-account.ts'
import { Problem, usageProblem } from '../../problem.ts'
import type { ServiceClient } from '../../service-client.ts'
import type { Call, Command } from '../command.ts'
import { fields, table } from '../layout.ts'
import { type AccountReply, accountPath, planOf } from './accounts.ts'

const account = { value: 'ACCOUNT', about: `id or name of the account (${FIRST_ACCOUNT})` }
const accountOf = (call: Call) => call.option('account') ?? FIRST_ACCOUNT

interface ListedKey {
  readonly scopes: readonly string[]
  readonly personas: readonly string[] | null
}

const listIn = (option: string): string[] =>
  option
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

export const keyCommands: readonly Command[] = [
  {
    name: 'keys create',
    about: 'Issue a key; it is shown this once. Without --account it gets an account of its own.',
    options: {
      plan: { value: 'PLAN', about: 'plan of the account' },
      account: { value: 'NAME', about: 'account that the key is for; created where there is none' },
      label: { value: 'LABEL', about: 'what the key is called in lists' },
      scopes: { value: 'SCOPES', about: 'what it may do, of read,write,erase (all)', isList: true },
      personas: { value: 'NAMES', about: 'binds it to these personas, such as ann,shared (all)', isList: true },
    },
    async run(call) {
      const operator = call.operator()
      const owner = await ownerOf(operator, call.option('account'), planOf(call))
      const issued = await operator.get<NewKey>('POST', `${accountPath(owner.account)}/keys`, {
        label: call.option('label'),
        ...(call.option('scopes') === null ? {} : { scopes: listIn(call.option('scopes')!) }),
        personas: call.option('personas') === null ? null : listIn(call.option('personas')!),
      })
      const shown = {
        key: issued.key,
        key_id: issued.key_id,
        account: issued.account,
        name: owner.name,
        plan: issued.plan,
      }
      return { json: { ...issued, name: owner.name }, text: fields(shown) }
    },
  },
  {
    name: 'keys list',
    about: "List an account's keys; the keys themselves are kept nowhere.",
    options: { account },
    async run(call) {
      const reply = await call.operator().get<{ keys: ListedKey[] }>('GET', `${accountPath(accountOf(call))}/keys`)
      return {
        json: reply,
        text: table(
          reply.keys.map((key) => ({ ...key, scopes: key.scopes.join(), personas: key.personas?.join() ?? 'all' })),
          ['key_id', 'label', 'status', 'scopes', 'personas', 'created_at', 'expires_at'],
          'There are no keys.',
        ),
      }
    },
  },
  {
    name: 'keys rotate',
    about: 'Replace a key; the old one works on for a grace period.',
    arguments: ['KEY_ID'],
    options: { account, grace: { value: 'SECONDS', about: 'how long the old key works on (86400, a day)' } },
    async run(call) {
      const grace = call.option('grace')
      if (grace !== null && !/^\d+$/.test(grace)) throw usageProblem('--grace: must be a whole number of seconds.')
      const path = `${accountPath(accountOf(call))}/keys/${encodeURIComponent(call.argument('KEY_ID')!)}/rotate`
      const issued = await call
        .operator()
        .get<NewKey>('POST', path, grace === null ? {} : { grace_seconds: Number(grace) })
      return {
        json: issued,
        text: fields({ key: issued.key, key_id: issued.key_id, account: issued.account, plan: issued.plan }),
      }
    },
  },
  {
    name: 'keys revoke',
    about: 'Revoke a key: it fails from the very next request.',
    arguments: ['KEY_ID'],
    options: { account },
    async run(call) {
      const path = `${accountPath(accountOf(call))}/keys/${encodeURIComponent(call.argument('KEY_ID')!)}`
      const revoked = await call.operator().get<{ key_id: string }>('DELETE', path)
      return { json: revoked, text: `Revoked ${revoked.key_id}.` }
    },
  },
]

async function ownerOf(operator: ServiceClient, name: string | null, plan: string | null): Promise<AccountReply> {
  const known = name === null ? null : await find(operator, name)
  if (known && plan !== null && known.plan !== plan) {
    throw new Problem(
      `Account ${known.name} is on plan ${known.plan}; change that first with: accounts change ${known.name} --plan ${plan}`,
    )
  }
  if (known) return known
  if (plan === null) throw usageProblem('--plan: required for a new account.')
  return operator.get<AccountReply>('POST', '/admin/accounts', { name, plan })
}

async function find(operator: ServiceClient, name: string): Promise<AccountReply | null> {
  const reply = await operator.ask('GET', accountPath(name))
  if (reply.status === 200) return reply.body as AccountReply
  const { detail } = (reply.body ?? {}) as { detail?: string }
  // Without an operator token the routes are absent: that 404 means something else.
  if (reply.status === 404 && !detail?.startsWith('There is nothing at')) return null
  throw new Problem(`${detail ?? 'The account could not be looked up.'} (${reply.status})`)
}
