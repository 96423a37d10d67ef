import { describe, expect, it } from 'vitest'
import type { AiBinding } from '../../../src/adapters/workers-ai/ai-binding.ts'
import { createWorkersAiLanguageModel } from '../../../src/adapters/workers-ai/language-model.ts'
import { object, outputSchema, text } from '../../../src/pipelines/llm/output-schema.ts'
import { LanguageModelError } from '../../../src/ports/language-model.ts'

const request = { system: 'You answer.', prompt: 'Who?', timeoutMs: 5_000, maxTokens: 64 }
const schema = outputSchema('name', object({ name: text(20) }))
const usage = { prompt_tokens: 31, completion_tokens: 4, total_tokens: 35 }

function bindingThat(...replies: unknown[]) {
  const asked: { model: string; inputs: Record<string, unknown> }[] = []
  const ai: AiBinding = {
    async run(model, inputs) {
      asked.push({ model, inputs })
      const reply = replies.shift()
      if (reply instanceof Error) throw reply
      return reply
    },
  }
  return { model: createWorkersAiLanguageModel({ ai, model: '@cf/meta/tiny', retryPauseMs: 1 }), asked }
}

const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof LanguageModelError ? error.problem : error),
  )

/** The shapes are those of developers.cloudflare.com/workers-ai: text generation, JSON mode, chat completions, errors. */
describe('Workers AI as a LanguageModel', () => {
  it('reads a text reply with its usage', async () => {
    const { model, asked } = bindingThat({ response: ' Emma. ', usage })
    expect(await model.generate(request)).toEqual({ text: 'Emma.', truncated: false, tokens: { in: 31, out: 4 } })
    expect(asked[0]).toMatchObject({ model: '@cf/meta/tiny', inputs: { max_tokens: 64 } })
  })

  it('reads a reply in the shape of chat completions', async () => {
    const { model } = bindingThat({ choices: [{ message: { content: 'Em' }, finish_reason: 'length' }], usage })
    expect(await model.generate(request)).toMatchObject({ text: 'Em', truncated: true })
  })

  it('sends the schema and reads an object, whether parsed already or not', async () => {
    const { model, asked } = bindingThat({ response: { name: 'Emma' }, usage }, { response: '{"name":"Emma"}', usage })
    expect((await model.generateObject({ ...request, schema })).value).toEqual({ name: 'Emma' })
    expect((await model.generateObject({ ...request, schema })).value).toEqual({ name: 'Emma' })
    expect(asked[0]!.inputs.response_format).toEqual({ type: 'json_schema', json_schema: schema.json })
  })

  it('tries once more what may pass, and not what is refused', async () => {
    const mended = bindingThat(new Error('3040: No more data centers to forward the request to'), {
      response: 'Emma.',
      usage,
    })
    expect((await mended.model.generate(request)).text).toBe('Emma.')
    const refused = bindingThat(new Error('5007: No such model @cf/meta/tiny or task'), { response: 'Emma.' })
    expect(await problemOf(refused.model.generate(request))).toBe('refused')
    expect(refused.asked).toHaveLength(1)
  })

  it('takes what is outside the schema, or no reply at all, for nonsense', async () => {
    const { model } = bindingThat({ response: { name: 7 } }, { response: 'no JSON' }, {}, null)
    expect(await problemOf(model.generateObject({ ...request, schema }))).toBe('nonsense')
    expect(await problemOf(model.generate(request))).toBe('nonsense')
    const unmet = bindingThat(new Error("JSON Mode couldn't be met"), new Error("JSON Mode couldn't be met"))
    expect(await problemOf(unmet.model.generateObject({ ...request, schema }))).toBe('nonsense')
  })

  it('ends in time even where the binding does not', async () => {
    const ai: AiBinding = { run: () => new Promise(() => {}) }
    const model = createWorkersAiLanguageModel({ ai, model: 'm' })
    expect(await problemOf(model.generate({ ...request, timeoutMs: 50 }))).toBe('slow')
  })

  it('takes an answer that is longer than any answer for nonsense', async () => {
    const huge = { response: 'x'.repeat(2_000_000), usage }
    expect(await problemOf(bindingThat(huge, huge).model.generate(request))).toBe('nonsense')
  })
})
