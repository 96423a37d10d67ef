import { readFileSync } from 'node:fs'
import { usageProblem } from '../../problem.ts'
import type { Call, Command } from '../command.ts'
import { fields } from '../layout.ts'

const persona = { value: 'PERSONA', about: 'sub-namespace' }
const session = { value: 'SESSION_ID', about: 'session it belongs to' }

function numberOf(call: Call, name: string): number | undefined {
  const given = call.option(name)
  if (given === null) return undefined
  if (given.trim() === '' || Number.isNaN(Number(given))) throw usageProblem(`--${name}: must be a number.`)
  return Number(given)
}

export const memoryCommands: readonly Command[] = [
  {
    name: 'ingest',
    about: 'Remember a text; - reads it from the standard input.',
    arguments: ['TEXT'],
    options: { persona, session, source: { value: 'SOURCE', about: 'user, assistant or document (user)' } },
    async run(call) {
      const given = call.argument('TEXT')!
      const reply = await call.user().get<{ msg: string }>('POST', '/brain/ingest', {
        text: given === '-' ? readFileSync(0, 'utf8') : given,
        persona: call.option('persona') ?? undefined,
        source: call.option('source') ?? undefined,
        session_id: call.option('session'),
      })
      return { json: reply, text: reply.msg }
    },
  },
  {
    name: 'retrieve',
    about: 'Find what matters for a query.',
    arguments: ['QUERY'],
    options: {
      persona,
      session,
      k: { value: 'K', about: 'how many facts at most (5)' },
      hops: { value: 'HOPS', about: 'depth of the graph traversal' },
      'min-score': { value: 'SCORE', about: 'floor of the score (0.2)' },
    },
    async run(call) {
      const reply = await call.user().get<{ context: string }>('POST', '/brain/retrieve', {
        query: call.argument('QUERY'),
        persona: call.option('persona'),
        session_id: call.option('session'),
        k: numberOf(call, 'k'),
        max_hops: numberOf(call, 'hops'),
        min_score: numberOf(call, 'min-score'),
      })
      return { json: reply, text: reply.context || 'Nothing is remembered about that.' }
    },
  },
  {
    name: 'stats',
    about: 'Count what is remembered.',
    options: { persona },
    async run(call) {
      const reply = await call
        .user()
        .get<object>('POST', '/brain/stats', { user_id: 'cli', persona: call.option('persona') ?? undefined })
      return { json: reply, text: fields(reply) }
    },
  },
  {
    name: 'health',
    about: 'Readiness of models and stores.',
    async run(call) {
      const reply = await call.anyone().get<object>('GET', '/brain/health')
      return { json: reply, text: fields(reply) }
    },
  },
]
