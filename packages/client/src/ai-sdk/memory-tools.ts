import { jsonSchema, type Tool } from 'ai'
import { type BrainClient, type MemoryDetail, NotFoundError } from '../client.ts'

export interface MemoryToolsOptions {
  readonly client: BrainClient
  /** Whose memory it is, where a key has several. The model cannot choose another. */
  readonly persona?: string | undefined
  readonly sessionId?: string | undefined
}

type Properties = Record<string, { readonly type: 'string' | 'integer' | 'object'; readonly description?: string }>

const text = (description: string) => ({ type: 'string', description }) as const

/** A tool whose arguments are these; those in `required` cannot be left out. */
const define = <Input, Output>(
  description: string,
  properties: Properties,
  required: readonly (keyof Input & string)[],
  execute: (input: Input, signal: AbortSignal | undefined) => PromiseLike<Output>,
): Tool<Input, Output> =>
  ({
    description,
    inputSchema: jsonSchema<Input>({
      ...{ type: 'object', properties, required: [...required], additionalProperties: false },
    }),
    execute: (input: Input, { abortSignal }: { abortSignal?: AbortSignal }) => execute(input, abortSignal),
  }) as unknown as Tool<Input, Output>

/** What every persona has in sight. */
const SHARED = 'shared'

const unknown = (id: string) =>
  new NotFoundError(`id: there is no such memory ${id}`, {
    ...{ code: 'not_found', status: 404, requestId: null, retryAfterMs: null, body: null },
  })

const ID = { id: text('m_…') } as const

/** The tools that the service's MCP server has, by the same names: give a model all of them, or pick some. */
export function createMemoryTools({ client, persona, sessionId }: MemoryToolsOptions) {
  const whose = persona ? { persona } : {}
  const scope = { ...whose, ...(sessionId ? { session_id: sessionId } : {}) }

  /** Ids are the account's: one of another persona is as unknown here as one that never was. */
  async function see(id: string, signal: AbortSignal | undefined): Promise<MemoryDetail> {
    const memory = await client.getMemory(id, { signal })
    if (persona && memory.persona !== persona && memory.persona !== SHARED) throw unknown(id)
    return memory
  }
  const mustBeSeen = (id: string, signal: AbortSignal | undefined) => (persona ? see(id, signal) : undefined)

  return {
    add_memory: define<{ text: string }, { memory_id: string | undefined; msg: string }>(
      'Remember a statement for later conversations. Write it so that it stands alone: names instead of pronouns.',
      { text: text('What to remember') },
      ['text'],
      async (input, signal) => {
        const { memory_id, msg } = await client.ingest({ text: input.text, ...scope }, { signal })
        return { memory_id, msg }
      },
    ),
    search_memory: define<{ query: string; k?: number }, string>(
      'Find what is remembered for a question or a topic. Scores from 0.7 are relevant; what is outdated no longer holds.',
      { query: text('A question or a topic'), k: { type: 'integer', description: '1 to 20; 5 unless given' } },
      ['query'],
      async ({ query, k }, signal) => {
        const { context } = await client.retrieve({ query, k, context_format: 'quoted', ...scope }, { signal })
        return context || 'Nothing is remembered of that.'
      },
    ),
    list_memories: define<
      { q?: string; limit?: number; cursor?: string },
      { memories: object[]; next_cursor: string | null }
    >(
      'List what was told, newest first.',
      {
        q: text('Words that all occur'),
        limit: { type: 'integer', description: '20 unless given' },
        cursor: text('next_cursor'),
      },
      [],
      async (input, signal) => {
        const { memories, next_cursor } = await client.listMemories({ limit: 20, ...input, ...whose }, { signal })
        return { memories: memories.map(({ id, text, source, state }) => ({ id, text, source, state })), next_cursor }
      },
    ),
    get_memory: define<{ id: string }, object>(
      'See one memory whole, with the facts read from it.',
      ID,
      ['id'],
      async ({ id }, signal) => {
        const { text, source, occurred_at, state, metadata, facts } = await see(id, signal)
        return { id, text, source, occurred_at, state, metadata, facts: facts.map(({ fact }) => fact) }
      },
    ),
    update_memory: define<{ id: string; text: string }, { id: string }>(
      'Correct a memory: its text is replaced, and the old one is kept as an earlier version.',
      { ...ID, text: text('What it says from now on') },
      ['id', 'text'],
      async ({ id, text }, signal) => {
        await mustBeSeen(id, signal)
        await client.editMemory(id, { text }, { signal })
        return { id }
      },
    ),
    delete_memory: define<{ id: string }, { receipt_id: string }>(
      'Erase a memory for good, with all that only it supports.',
      ID,
      ['id'],
      async ({ id }, signal) => {
        await mustBeSeen(id, signal)
        const { receipt_id } = await client.deleteMemory(id, { signal })
        return { receipt_id }
      },
    ),
    get_profile: define<{ entity?: string }, string>(
      'What is known of the user, or of an entity: what lasts, then what is recent. Worth a look when a conversation begins.',
      { entity: text('A name; the user unless given') },
      [],
      async ({ entity }, signal) => {
        const { markdown } = await client.profile({ ...(entity ? { entity } : {}), ...whose }, { signal })
        return markdown || 'Nobody of that name is known.'
      },
    ),
  }
}
