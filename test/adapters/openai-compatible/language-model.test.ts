import { describe, expect, it } from 'vitest'
import { createOpenAiCompatibleLanguageModel } from '../../../src/adapters/openai-compatible/language-model.ts'
import { list, object, outputSchema, text } from '../../../src/pipelines/llm/output-schema.ts'
import { LanguageModelError } from '../../../src/ports/language-model.ts'
import type { ScriptedReply } from '../../fakes/llm-server.ts'
import { scriptLlm } from '../../fakes/scripted-llm.ts'

const request = { system: 'You answer.', prompt: 'Who?', timeoutMs: 5_000, maxTokens: 64 }
const schema = outputSchema('names', object({ names: list(text(20), 0, 3) }))

async function modelThat(...replies: ScriptedReply[]) {
  const llm = await scriptLlm(replies)
  const model = createOpenAiCompatibleLanguageModel({
    baseUrl: llm.baseUrl,
    model: 'tiny-1',
    apiKey: 'sk-secret',
    retryPauseMs: 1,
  })
  return { model, ...llm }
}

async function failureOf(work: Promise<unknown>): Promise<LanguageModelError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(LanguageModelError)
  return error as LanguageModelError
}

describe('an OpenAI-compatible endpoint as a LanguageModel', () => {
  it('asks for a chat completion with model, key, token limit and both messages', async () => {
    const { model, asked } = await modelThat({ content: 'Emma.', tokens: [31, 4] })
    expect(await model.generate(request)).toEqual({ text: 'Emma.', truncated: false, tokens: { in: 31, out: 4 } })
    expect(await asked()).toMatchObject([
      {
        method: 'POST',
        path: '/v1/chat/completions',
        authorization: 'Bearer sk-secret',
        body: {
          model: 'tiny-1',
          max_tokens: 64,
          temperature: 0,
          messages: [
            { role: 'system', content: 'You answer.' },
            { role: 'user', content: 'Who?' },
          ],
        },
      },
    ])
  })

  it('sends the schema, strictly, and returns what passed it', async () => {
    const { model, asked } = await modelThat({ content: '{"names":["Emma"]}' })
    expect((await model.generateObject({ ...request, schema })).value).toEqual({ names: ['Emma'] })
    const [{ body }] = (await asked()) as [Awaited<ReturnType<typeof asked>>[number]]
    expect(body.response_format).toEqual({
      type: 'json_schema',
      json_schema: { name: 'names', strict: true, schema: expect.objectContaining(schema.json) },
    })
  })

  it('tries once more after an error of the server, and no more than once', async () => {
    const mended = await modelThat({ status: 500 }, { content: 'Emma.' })
    expect((await mended.model.generate(request)).text).toBe('Emma.')
    const broken = await modelThat({ status: 500 }, { status: 502 }, { content: 'too late' })
    expect((await failureOf(broken.model.generate(request))).problem).toBe('unreachable')
    expect(await broken.asked()).toHaveLength(2)
  })

  it('waits as a rate limit asks, unless that is longer than it has', async () => {
    const short = await modelThat({ status: 429, headers: { 'retry-after': '0' } }, { content: 'Emma.' })
    expect((await short.model.generate(request)).text).toBe('Emma.')
    const long = await modelThat({ status: 429, headers: { 'retry-after': '60' } }, { content: 'Emma.' })
    expect((await failureOf(long.model.generate(request))).problem).toBe('busy')
    expect(await long.asked()).toHaveLength(1)
  })

  it('does not repeat what is refused', async () => {
    const { model, asked } = await modelThat({ status: 401 }, { content: 'Emma.' })
    const failure = await failureOf(model.generate(request))
    expect(failure.problem).toBe('refused')
    expect(failure.message).not.toContain('sk-secret')
    expect(await asked()).toHaveLength(1)
  })

  it.each(['before', 'middle'] as const)('tries once more when the connection drops %s the answer', async (drop) => {
    const { model, asked } = await modelThat({ drop }, { content: 'Emma.' })
    expect((await model.generate(request)).text).toBe('Emma.')
    expect(await asked()).toHaveLength(2)
    const gone = await modelThat({ drop }, { drop })
    expect(['unreachable', 'nonsense']).toContain((await failureOf(gone.model.generate(request))).problem)
  })

  it('gives up when the first byte does not come in time', async () => {
    const { model, asked } = await modelThat({ silent: true })
    expect((await failureOf(model.generate({ ...request, timeoutMs: 150 }))).problem).toBe('slow')
    expect(await asked()).toHaveLength(1)
  })

  it('takes invalid JSON for nonsense after a second try, and counts the tokens of both', async () => {
    const { model } = await modelThat(
      { content: 'names: Emma', tokens: [9, 2] },
      { content: '{"names":', tokens: [9, 3] },
    )
    const failure = await failureOf(model.generateObject({ ...request, schema }))
    expect(failure).toMatchObject({ problem: 'nonsense', tokens: { in: 18, out: 5 } })
  })

  it('takes valid JSON outside the schema for nonsense', async () => {
    const { model } = await modelThat({ content: '{"names":[1]}' }, { content: '{"names":["a","b","c","d"]}' })
    expect((await failureOf(model.generateObject({ ...request, schema }))).problem).toBe('nonsense')
  })

  it('does not repeat an object that ran into the token limit', async () => {
    const { model, asked } = await modelThat({ content: '{"names":["Em', finish: 'length', tokens: [9, 64] })
    const failure = await failureOf(model.generateObject({ ...request, schema }))
    expect(failure).toMatchObject({ problem: 'truncated', tokens: { in: 9, out: 64 } })
    expect(await asked()).toHaveLength(1)
  })

  it('says that a text was cut off', async () => {
    const { model } = await modelThat({ content: 'Emma works at', finish: 'length' })
    expect(await model.generate(request)).toMatchObject({ text: 'Emma works at', truncated: true })
  })

  it.each(['<html>502</html>', '{"object":"chat.completion"}', '{"choices":[]}', ''])(
    'takes a 200 that is not the protocol for nonsense: %s',
    async (raw) => {
      const { model } = await modelThat({ raw }, { raw })
      expect(['nonsense', 'unreachable']).toContain((await failureOf(model.generate(request))).problem)
    },
  )

  it('asks in words where the endpoint knows no schemas', async () => {
    const { model, asked } = await modelThat(
      { status: 400, body: { error: { message: 'response_format is unavailable', type: 'invalid_request_error' } } },
      { content: 'Sure:\n```json\n{"names":["Emma"]}\n```' },
    )
    expect((await model.generateObject({ ...request, schema })).value).toEqual({ names: ['Emma'] })
    const [, second] = await asked()
    expect(second!.body.response_format).toBeUndefined()
    expect(second!.body.messages.at(-1)!.content).toContain('"maxItems":3')
  })

  it('does not take thoughts for the answer', async () => {
    const { model } = await modelThat(
      { content: '<think>Is it {Tom}?</think>Emma.' },
      { content: '<think>Hmm { </think>\n{"names":["Emma"]}' },
    )
    expect((await model.generate(request)).text).toBe('Emma.')
    expect((await model.generateObject({ ...request, schema })).value).toEqual({ names: ['Emma'] })
  })

  it('works without a key', async () => {
    const { baseUrl } = await scriptLlm([{ content: 'Emma.' }])
    const model = createOpenAiCompatibleLanguageModel({ baseUrl, model: 'tiny-1', apiKey: null })
    expect((await model.generate(request)).text).toBe('Emma.')
  })

  it('is cut off where it answers without end, and that counts as nonsense', async () => {
    const huge = JSON.stringify({ choices: [{ message: { content: 'x'.repeat(40_000_000) } }] })
    const { model, asked } = await modelThat({ raw: huge }, { content: 'Emma.' })
    expect(await model.generate(request)).toMatchObject({ text: 'Emma.' })
    expect(await asked()).toHaveLength(2)
    const { model: never } = await modelThat({ raw: huge }, { raw: huge })
    expect((await failureOf(never.generate(request))).problem).toBe('nonsense')
  })
})
