import { generateText, isStepCount, wrapLanguageModel } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StartedService, startService } from '../../../../test/e2e/service.ts'
import { createMemoryMiddleware, createMemoryTools } from '../../src/ai-sdk.ts'
import { createClaudeMemory } from '../../src/claude-memory.ts'
import { type BrainClient, createClient } from '../../src/client.ts'
import { BrainStore } from '../../src/langgraph.ts'
import { memoryOperations } from '../../src/operations.ts'
import { runDocumentedCases } from '../claude-memory-cases.ts'
import { runStoreCases } from './langgraph-cases.ts'

let service: StartedService
let client: BrainClient
beforeAll(async () => {
  service = await startService()
  client = createClient({ url: service.url, apiKey: service.key() })
})
afterAll(() => service?.stop())

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}
const finish = (unified: 'stop' | 'tool-calls') => ({ finishReason: { unified, raw: undefined }, usage, warnings: [] })
const says = (text: string) => ({ content: [{ type: 'text' as const, text }], ...finish('stop') })
const calls = (toolName: string, input: object) => ({
  content: [{ type: 'tool-call' as const, toolCallId: toolName, toolName, input: JSON.stringify(input) }],
  ...finish('tool-calls'),
})

/** Files and items are edited, which a service without these calls cannot do. */
const canEdit = 'editMemory' in memoryOperations

describe('with a started service', () => {
  it('a later turn of the AI SDK knows what an earlier one said', async () => {
    const errors: unknown[] = []
    const model = new MockLanguageModelV4({ doGenerate: says('I see.') })
    const middleware = createMemoryMiddleware({ client, persona: 'ai-sdk', onError: (error) => errors.push(error) })
    const wrapped = wrapLanguageModel({ model, middleware })
    await generateText({ model: wrapped, prompt: 'My sister Ada moved to Lisbon.' })
    await generateText({ model: wrapped, prompt: 'Where does Ada live?' })
    expect(errors).toEqual([])
    const [, second] = model.doGenerateCalls
    expect(JSON.stringify(second!.prompt)).toContain('Lisbon')
    const told = (await client.listMemories({ persona: 'ai-sdk' })).memories.map(({ text, source }) => [source, text])
    expect(told).toContainEqual(['user', 'My sister Ada moved to Lisbon.'])
    expect(told).toContainEqual(['assistant', 'I see.'])
  })

  it('a model finds by tools what it added by tools', async () => {
    const model = new MockLanguageModelV4({
      doGenerate: [
        calls('add_memory', { text: 'Bob is allergic to nuts.' }),
        calls('search_memory', { query: 'Bob allergy' }),
        says('Nuts.'),
      ],
    })
    const tools = createMemoryTools({ client, persona: 'tools' })
    const { steps } = await generateText({ model, prompt: 'Go on', tools, stopWhen: isStepCount(5) })
    expect(JSON.stringify(steps[1]!.toolResults[0]!.output)).toContain('nuts')
  })

  it.runIf(canEdit)("Claude's files are memories", async () => {
    const memory = createClaudeMemory({ client, persona: 'claude' })
    await runDocumentedCases(memory)
    await memory.run({ command: 'create', path: '/memories/people.md', file_text: 'Carol works as a pilot in Oslo.' })
    expect((await client.retrieve({ query: 'What does Carol do?', persona: 'claude' })).context).toContain('pilot')
  })

  it.runIf(canEdit)("LangGraph's items are memories", async () => {
    const store = new BrainStore({ client, persona: 'langgraph' })
    await runStoreCases(store)
    await store.put(['people', 'dora'], 'job', { text: 'Dora works as a baker in Turin.' })
    await store.put(['people', 'emil'], 'job', { text: 'Emil repairs clocks.' })
    const [first] = await store.search(['people'], { query: 'Who bakes bread?' })
    expect(first).toMatchObject({ namespace: ['people', 'dora'], score: expect.any(Number) })
    // Who else says the same does not take the score from it.
    await client.ingest({ text: 'Gerda paints wooden boats.', persona: 'langgraph' })
    for (const name of ['gerda', 'greta'])
      await store.put(['people', name], 'job', { text: 'Gerda paints wooden boats.' })
    const painters = await store.search(['people'], { query: 'Who paints boats?', limit: 2 })
    expect(painters.map(({ namespace }) => namespace[1]).sort()).toEqual(['gerda', 'greta'])
    for (const { score } of painters) expect(score).toBeGreaterThan(0.2)
  })
})
