import { reEmbedAccount } from '../../accounts.ts'
import type { Command } from '../command.ts'

export const reembedCommands: readonly Command[] = [
  {
    name: 'reembed',
    about:
      'Give what an account remembers vectors of EMBEDDER_NEXT; it goes on answering, and can be called again at any time.',
    arguments: ['ACCOUNT'],
    async run(call) {
      let embedder = ''
      let embedded = 0
      for await (const reply of reEmbedAccount(call.operator(), call.argument('ACCOUNT')!)) {
        embedder = reply.embedder
        embedded += reply.embedded
        process.stderr.write(`\r${embedded} embedded, ${reply.left} left${reply.left === 0 ? '\n' : ''}`)
      }
      return {
        json: { embedder, embedded },
        text: `Everything has vectors of ${embedder}. They are used once EMBEDDER names it.`,
      }
    },
  },
]
