import type { Command } from '../command.ts'
import { metadataOf, queryOf, timeOf } from '../given-values.ts'
import { fields, goOn, onOneLine, table } from '../layout.ts'

const persona = { value: 'PERSONA', about: 'of this persona and of shared' }
const asOf = { value: 'TIME', about: 'as it was known then, nothing said later' }
const limit = { value: 'N', about: 'how many at most (50)' }
const cursor = { value: 'CURSOR', about: 'where the page before ended' }
const entity = { value: 'NAME', about: 'about somebody or something of this name' }
/** `--state` names the folder of the local service everywhere. */
const which = { value: 'STATE', about: 'only what is current, superseded or invalidated' }

interface Memory {
  readonly id: string
  readonly text: string
}
interface Fact {
  readonly id: string
  readonly fact: string
}

interface Lifecycle {
  readonly strength: { readonly chunks: readonly number[]; readonly facts: readonly number[] }
  readonly due: readonly object[]
}

const factTable = (facts: readonly Fact[]) =>
  table(
    facts.map((fact) => ({ ...fact, fact: onOneLine(fact.fact) })),
    ['id', 'fact', 'date', 'state', 'source', 'occurred_at'],
    'No facts.',
  )

export const recordCommands: readonly Command[] = [
  {
    name: 'memories list',
    about: 'List what was told, newest first.',
    options: {
      ...{ persona, entity, which, limit, cursor },
      session: { value: 'SESSION_ID', about: 'said in this session' },
      source: { value: 'SOURCE', about: 'user, assistant or document' },
      since: { value: 'TIME', about: 'said then or later' },
      until: { value: 'TIME', about: 'said before' },
      words: { value: 'WORDS', about: 'with all of these words' },
      metadata: {
        value: 'KEY=VALUE',
        about: 'with this in its metadata; several with commas, or each by itself',
        isList: true,
      },
    },
    async run(call) {
      const query = queryOf(call, {
        ...{ persona: 'persona', entity: 'entity', which: 'state', limit: 'limit', cursor: 'cursor' },
        ...{ session: 'session_id', source: 'source', since: 'since', until: 'until', words: 'q' },
      })
      const pairs = Object.entries(metadataOf(call.option('metadata')) ?? {})
      const metadata = pairs.map(([key, value]) => [`metadata.${key}`, String(value)])
      const path = `/brain/memories?${new URLSearchParams([...new URLSearchParams(query), ...metadata])}`
      const reply = await call.user().get<{ memories: Memory[]; next_cursor: string | null }>('GET', path)
      const rows = reply.memories.map((memory) => ({ ...memory, text: onOneLine(memory.text) }))
      const columns = ['id', 'occurred_at', 'source', 'state', 'text']
      return { json: reply, text: table(rows, columns, 'No memories.') + goOn(reply.next_cursor) }
    },
  },
  {
    name: 'memories show',
    about: 'Show one memory, with what was read from it.',
    arguments: ['ID'],
    async run(call) {
      const path = `/brain/memories/${encodeURIComponent(call.argument('ID')!)}`
      const reply = await call.user().get<Memory & { facts: Fact[] }>('GET', path)
      return { json: reply, text: `${fields(reply)}\n\n${factTable(reply.facts)}` }
    },
  },
  {
    name: 'facts',
    about: 'List the facts that were read, newest first.',
    options: {
      ...{ persona, entity, which, limit, cursor },
      relation: { value: 'RELATION', about: 'such as lives_in' },
      'date-since': { value: 'TIME', about: 'naming a date that is not over before then' },
      'date-until': { value: 'TIME', about: 'naming a date that begins before then' },
      'as-of': asOf,
    },
    async run(call) {
      const names = ['persona', 'entity', 'limit', 'cursor', 'relation']
      const query = queryOf(call, {
        ...{ which: 'state', 'date-since': 'date_since', 'date-until': 'date_until', 'as-of': 'as_of' },
        ...Object.fromEntries(names.map((name) => [name, name])),
      })
      const reply = await call.user().get<{ facts: Fact[]; next_cursor: string | null }>('GET', `/brain/facts${query}`)
      return { json: reply, text: factTable(reply.facts) + goOn(reply.next_cursor) }
    },
  },
  {
    name: 'profile',
    about: 'What is known of somebody, or of you: the stable first, then the recent.',
    arguments: ['[ENTITY]'],
    options: { persona, 'max-tokens': { value: 'N', about: 'how long it may be (500)' }, 'as-of': asOf },
    async run(call) {
      const query = new URLSearchParams(
        queryOf(call, { persona: 'persona', 'max-tokens': 'max_tokens', 'as-of': 'as_of' }),
      )
      const entity = call.argument('ENTITY')
      if (entity !== null) query.set('entity', entity)
      const reply = await call.user().get<{ markdown: string }>('GET', `/brain/profile?${query}`)
      return { json: reply, text: reply.markdown || 'Nothing is known of that.' }
    },
  },
  {
    name: 'lifecycle',
    about: 'How strong memories are, and what is due to be pruned when.',
    options: { persona },
    async run(call) {
      const path = `/brain/lifecycle${queryOf(call, { persona: 'persona' })}`
      const reply = await call.user().get<Lifecycle>('GET', path)
      const { chunks, facts } = reply.strength
      const rows = chunks.map((count, at) => ({
        strength: `${at / 10}–${(at + 1) / 10}`,
        ...{ chunks: count, facts: facts[at] },
      }))
      const strengths = table(rows, ['strength', 'chunks', 'facts'], '')
      const due = table(reply.due, ['in_days', 'count'], '')
      return { json: reply, text: `${fields(reply)}\n\n${strengths}\n\nDue to be pruned, if not accessed:\n${due}` }
    },
  },
  {
    name: 'graph',
    about: 'List what stands around an entity, or around those with the most facts.',
    arguments: ['[ENTITY]'],
    options: { persona, 'as-of': asOf },
    async run(call) {
      const asked = {
        ...{ entity: call.argument('ENTITY'), persona: call.option('persona') },
        as_of: timeOf(call.option('as-of')),
      }
      const reply = await call.user().get<{ edges: Fact[] }>('POST', '/brain/graph', asked)
      return { json: reply, text: factTable(reply.edges) }
    },
  },
]
