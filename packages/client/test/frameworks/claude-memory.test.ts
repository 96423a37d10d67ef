import { createAnthropic } from '@ai-sdk/anthropic'
import Anthropic from '@anthropic-ai/sdk'
import { betaMemoryTool, type MemoryToolHandlers } from '@anthropic-ai/sdk/helpers/beta/memory'
import { ToolError } from '@anthropic-ai/sdk/resources/beta/messages'
import { generateText, isStepCount } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { createClaudeMemory } from '../../src/claude-memory.ts'
import { documentService } from '../document-service.ts'

/** A Claude that sends these commands, one after the other, and then is done; gives what it was answered. */
async function converse(handlers: MemoryToolHandlers, commands: readonly object[]) {
  const answers: unknown[] = []
  const left = [...commands]
  const message = (content: object[], stop_reason: string) =>
    Response.json({
      ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'claude', content, stop_reason },
      usage: { input_tokens: 1, output_tokens: 1 },
    })
  const anthropic = new Anthropic({
    apiKey: 'none',
    maxRetries: 0,
    fetch: async (_url, init) => {
      const { messages, tools } = JSON.parse(init!.body as string)
      // Only the first request of a conversation says what there is.
      if (tools) expect(tools).toEqual([{ type: 'memory_20250818', name: 'memory' }])
      const last = messages.at(-1).content
      if (Array.isArray(last)) answers.push(...last.map(({ content, is_error }) => ({ content, is_error })))
      const next = left.shift()
      if (!next) return message([{ type: 'text', text: 'Done.' }], 'end_turn')
      return message([{ type: 'tool_use', id: `t${left.length}`, name: 'memory', input: next }], 'tool_use')
    },
  })
  await anthropic.beta.messages.toolRunner({
    ...{
      model: 'claude-opus-4-6',
      max_tokens: 100,
      messages: [{ role: 'user', content: 'Remember that I like tea.' }],
    },
    tools: [betaMemoryTool(handlers)],
  })
  return answers
}

const commands = [
  { command: 'view', path: '/memories' },
  { command: 'create', path: '/memories/tea.txt', file_text: 'Ada likes tea.' },
  { command: 'create', path: '/memories/tea.txt', file_text: 'Ada likes tea.' },
  { command: 'rename', old_path: '/memories/tea.txt', new_path: '/memories/drinks.txt' },
  { command: 'view', path: '/memories/tea.txt' },
  { command: 'insert', path: '/memories/drinks.txt', insert_line: 1, insert_text: 'And milk.' },
  { command: 'str_replace', path: '/memories/drinks.txt', old_str: 'tea', new_str: 'coffee' },
  { command: 'delete', path: '/memories/../etc' },
]

describe("with Anthropic's own runner", () => {
  it('Claude gets the documented texts, and errors marked as such', async () => {
    const { client, stored } = documentService()
    const { handlers } = createClaudeMemory({ client, toError: (text) => new ToolError(text) })
    expect(await converse(handlers, commands)).toEqual([
      {
        content: expect.stringMatching(
          /^Here're the files and directories up to 2 levels deep in \/memories, .*\n0B\t\/memories$/,
        ),
      },
      { content: 'File created successfully at: /memories/tea.txt' },
      { content: 'Error: File /memories/tea.txt already exists', is_error: true },
      { content: 'Successfully renamed /memories/tea.txt to /memories/drinks.txt' },
      { content: 'The path /memories/tea.txt does not exist. Please provide a valid path.', is_error: true },
      { content: 'The file /memories/drinks.txt has been edited.' },
      {
        content: expect.stringMatching(
          /^The memory file has been edited\. .*\n {5}1\tAda likes coffee\.\n {5}2\tAnd milk\.$/,
        ),
      },
      { content: expect.stringMatching(/^Error: Path must be within \/memories/), is_error: true },
    ])
    expect(stored.map(({ text }) => text)).toEqual(['Ada likes coffee.\nAnd milk.'])
  })

  it('no error is said to be one twice where plain errors are thrown', async () => {
    const { handlers } = createClaudeMemory({ client: documentService().client })
    const answers = await converse(handlers, commands)
    expect(answers[2]).toEqual({ content: 'Error: File /memories/tea.txt already exists', is_error: true })
  })
})

describe("with the AI SDK's provider", () => {
  it('the tool executes what Claude sends, and its errors are errors', async () => {
    const { client } = documentService()
    const usage = {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    }
    const sends = (input: object) => ({
      content: [{ type: 'tool-call' as const, toolCallId: 'c', toolName: 'memory', input: JSON.stringify(input) }],
      ...{ finishReason: { unified: 'tool-calls' as const, raw: undefined }, usage, warnings: [] },
    })
    const { execute } = createClaudeMemory({ client })
    const { steps } = await generateText({
      model: new MockLanguageModelV4({ doGenerate: commands.slice(0, 3).map(sends) }),
      tools: { memory: createAnthropic({ apiKey: 'none' }).tools.memory_20250818({ execute }) },
      ...{ prompt: 'Remember that I like tea.', stopWhen: isStepCount(3) },
    })
    const parts = steps.flatMap(({ content }) => content).filter(({ type }) => type !== 'tool-call')
    expect(parts).toMatchObject([
      { type: 'tool-result', output: expect.stringContaining('/memories') },
      { type: 'tool-result', output: 'File created successfully at: /memories/tea.txt' },
      { type: 'tool-error', error: new Error('Error: File /memories/tea.txt already exists') },
    ])
  })
})
