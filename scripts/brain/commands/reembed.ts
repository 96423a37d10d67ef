import type { Command } from '../command.ts'

interface Reply {
  readonly embedder: string
  readonly embedded: number
  readonly left: number
}

export const reembedCommands: readonly Command[] = [
  {
    name: 'reembed',
    about:
      'Give what an account remembers vectors of EMBEDDER_NEXT; it goes on answering, and can be called again at any time.',
    arguments: ['ACCOUNT'],
    async run(call) {
      const account = encodeURIComponent(call.argument('ACCOUNT')!)
      let embedded = 0
      let reply: Reply
      do {
        reply = await call.operator().get<Reply>('POST', `/admin/accounts/${account}/reembed`)
        embedded += reply.embedded
        process.stderr.write(`\r${embedded} embedded, ${reply.left} left${reply.left === 0 ? '\n' : ''}`)
      } while (reply.left > 0)
      return {
        json: { embedder: reply.embedder, embedded },
        text: `Everything has vectors of ${reply.embedder}. They are used once EMBEDDER names it.`,
      }
    },
  },
]
