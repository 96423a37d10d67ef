import type { Call, Command } from '../command.ts'
import { metadataOf, numberOf, textOf, timeOf } from '../given-values.ts'
import { fields } from '../layout.ts'

const persona = { value: 'PERSONA', about: 'sub-namespace' }
const session = { value: 'SESSION_ID', about: 'session it belongs to' }

const filterOf = (call: Call) => ({
  session_id: call.option('in-session'),
  source: call.option('source'),
  entity: call.option('entity'),
  since: timeOf(call.option('since')),
  until: timeOf(call.option('until')),
  metadata: metadataOf(call.option('metadata')),
})

export const memoryCommands: readonly Command[] = [
  {
    name: 'ingest',
    about: 'Remember a text; - reads it from the standard input.',
    arguments: ['TEXT'],
    options: {
      ...{ persona, session, source: { value: 'SOURCE', about: 'user, assistant or document (user)' } },
      'occurred-at': { value: 'TIME', about: 'when it was said or happened (now)' },
      metadata: { value: 'KEY=VALUE', about: 'kept with it; several with commas, or each by itself', isList: true },
    },
    async run(call) {
      const reply = await call.user().get<{ msg: string }>('POST', '/brain/ingest', {
        text: textOf(call.argument('TEXT')!),
        persona: call.option('persona') ?? undefined,
        source: call.option('source') ?? undefined,
        session_id: call.option('session'),
        occurred_at: timeOf(call.option('occurred-at')),
        metadata: metadataOf(call.option('metadata')),
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
      'in-session': { value: 'SESSION_ID', about: 'only what was said in this session' },
      source: { value: 'SOURCE', about: 'only of user, assistant or document' },
      entity: { value: 'NAME', about: 'only about somebody or something of this name' },
      since: { value: 'TIME', about: 'only said then or later' },
      until: { value: 'TIME', about: 'only said before' },
      metadata: {
        value: 'KEY=VALUE',
        about: 'only with this in its metadata; several with commas, or each by itself',
        isList: true,
      },
      'as-of': { value: 'TIME', about: 'as it was known then, nothing said later' },
    },
    async run(call) {
      const reply = await call.user().get<{ context: string }>('POST', '/brain/retrieve', {
        query: call.argument('QUERY'),
        persona: call.option('persona'),
        session_id: call.option('session'),
        k: numberOf(call, 'k'),
        max_hops: numberOf(call, 'hops'),
        min_score: numberOf(call, 'min-score'),
        filter: filterOf(call),
        as_of: timeOf(call.option('as-of')),
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
