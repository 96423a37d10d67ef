import type { Command } from '../command.ts'

interface Counts {
  readonly chunks: number
  readonly entities: number
  readonly relations: number
}

interface MigrateReply {
  readonly moved: number
  readonly cursor: string | null
  readonly counts: { readonly from: Counts; readonly to: Counts } | null
}

export const migrateCommands: readonly Command[] = [
  {
    name: 'accounts migrate',
    formerly: 'move',
    about:
      'Migrate what an account remembers from the embedded store to the cloud stores; can be called again at any time.',
    arguments: ['ACCOUNT'],
    options: { from: { value: 'CURSOR', about: 'go on where an earlier call ended (the beginning)' } },
    async run(call) {
      const account = encodeURIComponent(call.argument('ACCOUNT')!)
      let cursor: string | null = call.option('from') ?? ''
      let moved = 0
      let counts: MigrateReply['counts'] = null
      while (cursor !== null) {
        const reply: MigrateReply = await call
          .operator()
          .get('POST', `/admin/accounts/${account}/migrate?cursor=${encodeURIComponent(cursor)}`)
        moved += reply.moved
        cursor = reply.cursor
        counts = reply.counts
        process.stderr.write(`\r${moved} moved${cursor === null ? '\n' : `, --from ${cursor} goes on here`}`)
      }
      const same =
        counts !== null && (['chunks', 'relations'] as const).every((name) => counts.to[name] >= counts.from[name])
      const shown = (side: Counts | undefined) =>
        `${side?.chunks} chunks, ${side?.relations} facts, ${side?.entities} entities`
      const verdict = same
        ? 'Both sides agree.'
        : 'The counts differ: call it again, and look into the log if they still do.'
      if (!same) process.exitCode = 1
      return {
        json: { moved, counts, same },
        text: `embedded: ${shown(counts?.from)}\ncloud:    ${shown(counts?.to)}\n${verdict}`,
      }
    },
  },
]
