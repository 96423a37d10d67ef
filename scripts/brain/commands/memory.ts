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

/** As in a query string: true, false, null and numbers are taken for what they are. */
const scalarOf = (given: string): unknown =>
  /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?)$/.test(given) ? JSON.parse(given) : given

/** As a body has it. */
export const timeOf = (given: string | null): string | number | null =>
  given !== null && /^-?\d+(?:\.\d+)?$/.test(given) ? Number(given) : given

function metadataOf(given: string | null): Record<string, unknown> | null {
  if (given === null) return null
  const pairs = given.split(',').map((pair) => {
    const at = pair.indexOf('=')
    if (at < 1) throw usageProblem('--metadata: must be KEY=VALUE.')
    return [pair.slice(0, at), scalarOf(pair.slice(at + 1))] as const
  })
  return Object.fromEntries(pairs)
}

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
      'in-session': { value: 'SESSION_ID', about: 'only what was said in this session' },
      source: { value: 'SOURCE', about: 'only of user, assistant or document' },
      entity: { value: 'NAME', about: 'only about somebody or something of this name' },
      since: { value: 'TIME', about: 'only said then or later' },
      until: { value: 'TIME', about: 'only said before' },
      metadata: { value: 'KEY=VALUE', about: 'only with this in its metadata; several with commas' },
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
