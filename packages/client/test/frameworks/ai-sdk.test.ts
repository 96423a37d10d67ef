import {
  APICallError,
  generateText,
  isStepCount,
  jsonSchema,
  Output,
  simulateReadableStream,
  streamText,
  wrapLanguageModel,
} from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { createMemoryMiddleware, createMemoryTools, type MemoryMiddlewareOptions } from '../../src/ai-sdk.ts'
import { type BrainClient, createClient } from '../../src/client.ts'

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}
const finish = (unified: 'stop' | 'tool-calls' | 'interrupted') => ({ unified, raw: undefined })
const says = (text: string) => ({
  content: [{ type: 'text' as const, text }],
  ...{ finishReason: finish('stop'), usage, warnings: [] },
})
const callsTool = (text: string) => ({
  content: [
    { type: 'text' as const, text },
    { type: 'tool-call' as const, toolCallId: 'c1', toolName: 'clock', input: '{}' },
  ],
  ...{ finishReason: finish('tool-calls'), usage, warnings: [] },
})
const clock = {
  clock: { description: 'The time', inputSchema: jsonSchema<object>({ type: 'object' }), execute: async () => 'noon' },
}

type Part = Awaited<ReturnType<MockLanguageModelV4['doStream']>>['stream'] extends ReadableStream<infer P> ? P : never
const streamOf = (parts: Part[], chunkDelayInMs: number | null = null) => ({
  stream: simulateReadableStream({ chunks: parts, initialDelayInMs: null, chunkDelayInMs }),
})
const spoken = (...deltas: string[]): Part[] => [
  { type: 'stream-start', warnings: [] },
  { type: 'text-start', id: '1' },
  ...deltas.map((delta): Part => ({ type: 'text-delta', id: '1', delta })),
  { type: 'text-end', id: '1' },
  { type: 'finish', finishReason: finish('stop'), usage },
]
const tooled: Part[] = [
  { type: 'stream-start', warnings: [] },
  { type: 'tool-call', toolCallId: 'c1', toolName: 'clock', input: '{}' },
  { type: 'finish', finishReason: finish('tool-calls'), usage },
]

/** A memory that knows one thing, and keeps what it is asked and told. */
function memory(more: { saveMs?: number; fails?: boolean } = {}) {
  const asked: Record<string, unknown>[] = []
  const told: { text: string; source?: string }[][] = []
  const client = {
    async retrieve(body: Record<string, unknown>) {
      if (more.fails) throw new Error('down')
      asked.push(body)
      return { context: 'REMEMBERED: Ada likes tea', facts: [{}] }
    },
    async ingestBatch({ items }: { items: { text: string; source?: string }[] }) {
      if (more.saveMs) await new Promise((done) => setTimeout(done, more.saveMs))
      if (more.fails) throw new Error('down')
      told.push(items)
      return { results: [] }
    },
  } as unknown as BrainClient
  return { client, asked, told }
}

const wrap = (model: MockLanguageModelV4, client: BrainClient, more: Partial<MemoryMiddlewareOptions> = {}) =>
  wrapLanguageModel({ model, middleware: createMemoryMiddleware({ client, ...more }) })

const promptOf = (call: unknown) => JSON.stringify((call as { prompt: unknown }).prompt)

describe('generating', () => {
  it('recalls before a turn and remembers what both said after it', async () => {
    const { client, asked, told } = memory()
    const model = new MockLanguageModelV4({ doGenerate: says('Tea, as always?') })
    const wrapped = wrap(model, client, { persona: 'ada', sessionId: 's1', k: 3 })
    const { text } = await generateText({ model: wrapped, instructions: 'Be kind.', prompt: 'What shall I drink?' })
    expect(text).toBe('Tea, as always?')
    expect(asked).toEqual([
      { query: 'What shall I drink?', k: 3, context_format: 'quoted', persona: 'ada', session_id: 's1' },
    ])
    expect(told).toEqual([
      [
        { text: 'What shall I drink?', source: 'user', persona: 'ada', session_id: 's1' },
        { text: 'Tea, as always?', source: 'assistant', persona: 'ada', session_id: 's1' },
      ],
    ])
    const [call] = model.doGenerateCalls
    // Before the user's words, and not with the authority of the system.
    expect(call!.prompt.at(-1)).toMatchObject({
      ...{ role: 'user', content: [{ text: 'REMEMBERED: Ada likes tea' }, { text: 'What shall I drink?' }] },
    })
    expect(call!.prompt[0]).toMatchObject({ role: 'system', content: 'Be kind.' })
  })

  it('does both once a turn, however many tools are called, and every step has what was recalled', async () => {
    const { client, asked, told } = memory()
    const model = new MockLanguageModelV4({
      doGenerate: [callsTool('Let me see.'), callsTool('Again.'), says('It is noon.')],
    })
    await generateText({
      model: wrap(model, client),
      prompt: 'What time is it?',
      tools: clock,
      stopWhen: isStepCount(5),
    })
    expect(model.doGenerateCalls.length).toBe(3)
    expect(asked.length).toBe(1)
    for (const call of model.doGenerateCalls) expect(promptOf(call).split('REMEMBERED').length).toBe(2)
    expect(told).toEqual([
      [
        { text: 'What time is it?', source: 'user' },
        { text: 'Let me see.\nAgain.\nIt is noon.', source: 'assistant' },
      ],
    ])
  })

  it('recalls anew with each turn of a conversation', async () => {
    const { client, asked, told } = memory()
    const wrapped = wrap(new MockLanguageModelV4({ doGenerate: says('Yes.') }), client)
    const messages = [
      { role: 'user' as const, content: 'Hello' },
      { role: 'assistant' as const, content: 'Hello!' },
      { role: 'user' as const, content: 'Do you know me?' },
    ]
    await generateText({ model: wrapped, messages })
    await generateText({ model: wrapped, messages })
    expect(asked.map(({ query }) => query)).toEqual(['Do you know me?', 'Do you know me?'])
    // What was answered before belongs to another turn.
    expect(told[0]).toEqual([
      { text: 'Do you know me?', source: 'user' },
      { text: 'Yes.', source: 'assistant' },
    ])
  })

  it('takes what the user says in several messages for one turn', async () => {
    const { client, asked, told } = memory()
    const messages = [
      { role: 'user' as const, content: 'Hello' },
      { role: 'assistant' as const, content: 'Hello!' },
      { role: 'user' as const, content: 'I moved to Rome.' },
      { role: 'user' as const, content: 'Do you know a baker there?' },
    ]
    await generateText({ model: wrap(new MockLanguageModelV4({ doGenerate: says('No.') }), client), messages })
    expect(asked[0]!.query).toBe('I moved to Rome.\nDo you know a baker there?')
    expect(told[0]![0]!.text).toBe('I moved to Rome.\nDo you know a baker there?')
  })

  it('recalls once where the SDK tries a failed model again', async () => {
    const { client, asked, told } = memory()
    let tries = 0
    const model = new MockLanguageModelV4({
      doGenerate: async () => {
        if (++tries < 2) throw new APICallError({ message: '503', url: '', requestBodyValues: {}, isRetryable: true })
        return says('Yes.')
      },
    })
    await generateText({ model: wrap(model, client), prompt: 'Hello', maxRetries: 1 })
    expect([tries, asked.length, told.length]).toEqual([2, 1, 1])
  })

  it('keeps whom it is for apart, where each call says so', async () => {
    const { client, asked, told } = memory()
    const model = wrap(new MockLanguageModelV4({ doGenerate: says('Hm.') }), client, { persona: 'nobody' })
    const call = (persona: string) =>
      generateText({ model, prompt: 'Hello', providerOptions: { 'edge-brain': { persona, sessionId: persona } } })
    await Promise.all([call('ada'), call('bob')])
    expect(asked.map(({ persona }) => persona).sort()).toEqual(['ada', 'bob'])
    expect(
      told
        .flat()
        .map((item) => (item as { session_id?: string }).session_id)
        .sort(),
    ).toEqual(['ada', 'ada', 'bob', 'bob'])
  })

  it('answers without memory where memory fails, and tells of it', async () => {
    const errors: unknown[] = []
    const { client } = memory({ fails: true })
    const wrapped = wrap(new MockLanguageModelV4({ doGenerate: says('Hm.') }), client, {
      onError: (error) => errors.push(error),
    })
    expect((await generateText({ model: wrapped, prompt: 'Hello' })).text).toBe('Hm.')
    expect(errors.length).toBe(2)
  })

  it('is not held by a service that asks to come back later, or does not answer', async () => {
    const later = () => new Response('{}', { status: 429, headers: { 'retry-after': '30' } })
    const never = ({ signal }: RequestInit) =>
      new Promise<Response>((_, fail) => signal!.addEventListener('abort', () => fail(signal!.reason)))
    for (const answer of [later, never]) {
      const told: unknown[] = []
      let tries = 0
      const fetched = async (_: unknown, init: RequestInit) => {
        tries++
        return answer(init)
      }
      const client = createClient({ url: 'http://brain.test', fetch: fetched as typeof fetch })
      const wrapped = wrap(new MockLanguageModelV4({ doGenerate: says('Hm.') }), client, {
        ...{ recallTimeoutMs: 50, rememberTimeoutMs: 50, onError: (error) => told.push(error) },
      })
      expect((await generateText({ model: wrapped, prompt: 'Hello' })).text).toBe('Hm.')
      expect(told.length).toBe(2)
      // Nothing is left of the time for another try.
      expect(tries).toBe(2)
    }
  })

  it('remembers no object that was asked for, and nothing where it is told so or nothing is said', async () => {
    const { client, told, asked } = memory()
    const object = new MockLanguageModelV4({ doGenerate: says('{"a":1}') })
    const schema = jsonSchema<{ a: number }>({ type: 'object', properties: { a: { type: 'number' } } })
    await generateText({ model: wrap(object, client), prompt: 'Give me an a', output: Output.object({ schema }) })
    expect(told).toEqual([[{ text: 'Give me an a', source: 'user' }]])
    const model = new MockLanguageModelV4({ doGenerate: says('Hm.') })
    await generateText({ model: wrap(model, client, { remember: 'user', k: 0 }), prompt: 'Hello' })
    expect(told[1]).toEqual([{ text: 'Hello', source: 'user' }])
    await generateText({ model: wrap(model, client, { remember: 'nothing' }), prompt: 'Hello' })
    await generateText({ model: wrap(model, client), prompt: ' ' })
    expect(told.length).toBe(2)
    expect(asked.length).toBe(2)
  })

  it('remembers what the user said where it is aborted, and nothing of a try that fails', async () => {
    const { client, told } = memory()
    const controller = new AbortController()
    const aborted = new MockLanguageModelV4({
      doGenerate: async ({ abortSignal }) => {
        controller.abort()
        abortSignal!.throwIfAborted()
        return says('never')
      },
    })
    const call = generateText({
      model: wrap(aborted, client),
      prompt: 'I moved to Rome',
      abortSignal: controller.signal,
    })
    await expect(call).rejects.toThrow()
    expect(told).toEqual([[{ text: 'I moved to Rome', source: 'user' }]])
    const failing = new MockLanguageModelV4({ doGenerate: async () => Promise.reject(new Error('500')) })
    await expect(generateText({ model: wrap(failing, client), prompt: 'Hi', maxRetries: 0 })).rejects.toThrow()
    expect(told.length).toBe(1)
  })
})

describe('streaming', () => {
  it('ends only when what was said is saved', async () => {
    const { client, told } = memory({ saveMs: 50 })
    const model = new MockLanguageModelV4({ doStream: streamOf(spoken('It ', 'is ', 'noon.')) })
    const { textStream } = streamText({ model: wrap(model, client), prompt: 'What time is it?' })
    const parts = await Array.fromAsync(textStream)
    expect(parts.join('')).toBe('It is noon.')
    expect(told).toEqual([
      [
        { text: 'What time is it?', source: 'user' },
        { text: 'It is noon.', source: 'assistant' },
      ],
    ])
    expect(promptOf(model.doStreamCalls[0])).toContain('REMEMBERED')
  })

  it('saves once a turn, after the last step', async () => {
    const { client, asked, told } = memory()
    const model = new MockLanguageModelV4({ doStream: [streamOf(tooled), streamOf(tooled), streamOf(spoken('Noon.'))] })
    const result = streamText({ model: wrap(model, client), prompt: 'Time?', tools: clock, stopWhen: isStepCount(5) })
    expect(await result.text).toBe('Noon.')
    expect(model.doStreamCalls.length).toBe(3)
    for (const call of model.doStreamCalls) expect(promptOf(call)).toContain('REMEMBERED')
    expect(asked.length).toBe(1)
    expect(told.map((items) => items.map(({ text }) => text))).toEqual([['Time?', 'Noon.']])
  })

  it('remembers what the user said where the answer is aborted in the middle', async () => {
    const { client, told } = memory()
    const controller = new AbortController()
    const model = new MockLanguageModelV4({
      doStream: async ({ abortSignal }) => ({
        stream: new ReadableStream<Part>({
          async start(out) {
            for (const part of spoken('It ', 'is ').slice(0, -2)) out.enqueue(part)
            abortSignal!.addEventListener('abort', () => out.error(abortSignal!.reason))
          },
        }),
      }),
    })
    const { textStream } = streamText({
      ...{ model: wrap(model, client), prompt: 'I moved to Rome', abortSignal: controller.signal },
    })
    const heard: string[] = []
    for await (const part of textStream) {
      heard.push(part)
      if (heard.length === 2) controller.abort()
    }
    await expect.poll(() => told).toEqual([[{ text: 'I moved to Rome', source: 'user' }]])
    expect(heard).toEqual(['It ', 'is '])
  })

  it('remembers what the user said where the reader leaves', async () => {
    const { client, told } = memory()
    const model = wrap(new MockLanguageModelV4({ doStream: streamOf(spoken('a', 'b', 'c'), 5) }), client)
    const { stream } = await model.doStream({
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'I moved' }] }],
    })
    const reader = stream.getReader()
    await reader.read()
    await reader.cancel()
    expect(told).toEqual([[{ text: 'I moved', source: 'user' }]])
  })

  it('remembers no half of an answer that the provider cut off', async () => {
    const { client, told } = memory()
    const parts = spoken('It is').map(
      (part): Part => (part.type === 'finish' ? { ...part, finishReason: finish('interrupted') } : part),
    )
    const { text } = streamText({
      model: wrap(new MockLanguageModelV4({ doStream: streamOf(parts) }), client),
      prompt: 'Time?',
    })
    expect(await text).toBe('It is')
    expect(told).toEqual([[{ text: 'Time?', source: 'user' }]])
  })

  it('passes on that a stream fails, and remembers nothing of it', async () => {
    const { client, told } = memory()
    const broken = { stream: new ReadableStream<Part>({ start: (out) => out.error(new Error('broken')) }) }
    const model = wrap(new MockLanguageModelV4({ doStream: broken }), client)
    const { stream } = await model.doStream({ prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] })
    await expect(Array.fromAsync(stream)).rejects.toThrow('broken')
    expect(told).toEqual([])
  })
})

describe('tools', () => {
  it('are called by a model through the SDK', async () => {
    const asked: string[] = []
    const fetch = (async (url: string, { method }: RequestInit) => {
      asked.push(`${method} ${new URL(url).pathname}`)
      return Response.json({
        context: '- Ada likes tea',
        msg: 'Stored.',
        memory_id: 'm_1',
        memories: [],
        facts: [],
        persona: 'ada',
      })
    }) as typeof globalThis.fetch
    const tools = createMemoryTools({ client: createClient({ url: 'http://b.test', fetch }), persona: 'ada' })
    const call = (toolName: string, input: object) => ({
      content: [{ type: 'tool-call' as const, toolCallId: toolName, toolName, input: JSON.stringify(input) }],
      ...{ finishReason: finish('tool-calls'), usage, warnings: [] },
    })
    const model = new MockLanguageModelV4({
      doGenerate: [
        ...[call('add_memory', { text: 'Ada likes tea' }), call('search_memory', { query: 'tea' })],
        ...[
          call('list_memories', {}),
          call('get_memory', { id: 'm_1' }),
          call('update_memory', { id: 'm_1', text: 'b' }),
        ],
        ...[call('get_profile', {}), call('delete_memory', { id: 'm_1' }), says('Done.')],
      ],
    })
    const { steps } = await generateText({ model, prompt: 'Do it', tools, stopWhen: isStepCount(10) })
    expect(asked).toEqual([
      ...['POST /brain/ingest', 'POST /brain/retrieve', 'GET /brain/memories', 'GET /brain/memories/m_1'],
      // The id could be another persona's.
      ...['GET /brain/memories/m_1', 'PATCH /brain/memories/m_1', 'GET /brain/profile'],
      ...['GET /brain/memories/m_1', 'DELETE /brain/memories/m_1'],
    ])
    expect(steps[1]!.toolResults[0]).toMatchObject({ toolName: 'search_memory', output: '- Ada likes tea' })
    expect(steps.flatMap(({ content }) => content).filter(({ type }) => type === 'tool-error')).toEqual([])
    const [{ tools: offered }] = model.doGenerateCalls as unknown as [
      { tools: { name: string; inputSchema: object }[] },
    ]
    expect(offered.map(({ name }) => name)).toEqual(Object.keys(tools))
    expect(offered[0]!.inputSchema).toMatchObject({ required: ['text'], additionalProperties: false })
  })

  it('of one persona neither show nor change what is of another', async () => {
    const asked: string[] = []
    const fetch = (async (url: string, { method }: RequestInit) => {
      asked.push(`${method} ${new URL(url).pathname}`)
      const persona = url.endsWith('m_2') ? 'bob' : url.endsWith('m_3') ? 'shared' : 'ada'
      return Response.json({ text: 'a', facts: [], persona, receipt_id: 'r_1' })
    }) as typeof globalThis.fetch
    const client = createClient({ url: 'http://b.test', fetch })
    const run = (persona: string | undefined, name: 'get_memory' | 'update_memory' | 'delete_memory', id: string) =>
      (createMemoryTools({ client, persona })[name].execute as (input: object, options: object) => Promise<object>)(
        { id, text: 'b' },
        {},
      )
    for (const name of ['get_memory', 'update_memory', 'delete_memory'] as const) {
      await expect(run('ada', name, 'm_2')).rejects.toMatchObject({ name: 'NotFoundError', status: 404 })
      for (const id of ['m_1', 'm_3']) await run('ada', name, id)
      await run(undefined, name, 'm_2')
    }
    expect(asked.filter((call) => !call.startsWith('GET'))).toEqual(
      ['PATCH', 'DELETE'].flatMap((method) => ['m_1', 'm_3', 'm_2'].map((id) => `${method} /brain/memories/${id}`)),
    )
  })
})
