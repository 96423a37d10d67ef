import { Problem } from '../../problem.ts'
import type { Command } from '../command.ts'

export const rewindCommands: readonly Command[] = [
  {
    name: 'rewind',
    about:
      'Take what an account remembers back to how it was at a time of the last 30 days; everything since is forgotten.',
    arguments: ['ACCOUNT'],
    options: { to: { value: 'TIME', about: 'the time, as 2026-11-14T10:00:00Z' } },
    async run(call) {
      const to = Date.parse(call.option('to') ?? '')
      if (Number.isNaN(to)) throw new Problem('--to: must be a time such as 2026-11-14T10:00:00Z')
      const account = encodeURIComponent(call.argument('ACCOUNT')!)
      await call.confirm(
        `This forgets everything that ${call.argument('ACCOUNT')} was told since ${new Date(to).toISOString()}.`,
      )
      const reply = await call.operator().get('POST', `/admin/accounts/${account}/rewind?to=${to}`)
      return { json: reply, text: `Back at ${new Date(to).toISOString()}.` }
    },
  },
]
