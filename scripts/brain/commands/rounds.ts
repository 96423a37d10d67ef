import type { Command } from '../command.ts'
import { table } from '../layout.ts'

interface RoundsReply {
  readonly rounds: { readonly at: number }[]
}

const COLUMNS = ['begun_at', 'due', 'visited', 'pruned', 'abstractions', 'failed', 'finished_at']

export const roundsCommands: readonly Command[] = [
  {
    name: 'rounds',
    about: 'What the last hourly rounds did: namespaces due and visited, memories pruned, failures.',
    async run(call) {
      const reply = await call.operator().get<RoundsReply>('GET', '/admin/rounds')
      const rounds = reply.rounds.map((round) => ({ ...round, begun_at: round.at }))
      return { json: reply, text: table(rounds, COLUMNS, 'There has been no round yet.') }
    },
  },
]
