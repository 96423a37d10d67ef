import { FIRST_ACCOUNT } from '../../first-account.ts'
import type { Call, Command, Output } from '../command.ts'
import { fields, table } from '../layout.ts'
import { accountPath } from './accounts.ts'

interface UsageReply {
  readonly months: { month: string; ops: number }[]
}

export const usageCommands: readonly Command[] = [
  {
    name: 'usage',
    about: `Operations that an account has spent, by month (account ${FIRST_ACCOUNT} unless named), or that of your key.`,
    arguments: ['[ACCOUNT]'],
    options: { mine: { about: 'of the account of your key, with its limits' } },
    async run(call) {
      if (call.option('mine') !== null) return ownUsage(call)
      const usage = await call
        .operator()
        .get<UsageReply>('GET', `${accountPath(call.argument('ACCOUNT') ?? FIRST_ACCOUNT)}/usage`)
      return {
        json: usage,
        text: `${fields(usage)}\n\n${table(usage.months, ['month', 'ops'], 'Nothing has been spent.')}`,
      }
    },
  },
]

interface OwnUsage {
  readonly plan: string
  readonly operations: object
  readonly requests: object
  readonly items_per_batch: number
  readonly months: object[]
  readonly memory: object
}

async function ownUsage(call: Call): Promise<Output> {
  const usage = await call.user().get<OwnUsage>('GET', '/brain/usage')
  const part = (name: string, record: object) => `${name}\n${fields(record).replace(/^/gm, '  ')}`
  const parts = [
    fields({ plan: usage.plan, items_per_batch: usage.items_per_batch }),
    part('operations', usage.operations),
    part('requests', usage.requests),
    part('memory', usage.memory),
    table(usage.months, ['month', 'operations'], 'Nothing has been spent.'),
  ]
  return { json: usage, text: parts.join('\n\n') }
}
