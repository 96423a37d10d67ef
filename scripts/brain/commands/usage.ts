import { FIRST_ACCOUNT } from '../../first-account.ts'
import type { Command } from '../command.ts'
import { fields, table } from '../layout.ts'
import { accountPath } from './accounts.ts'

interface UsageReply {
  readonly months: { month: string; ops: number }[]
}

export const usageCommands: readonly Command[] = [
  {
    name: 'usage',
    about: `Operations that an account has spent, by month (account ${FIRST_ACCOUNT} unless named).`,
    arguments: ['[ACCOUNT]'],
    async run(call) {
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
