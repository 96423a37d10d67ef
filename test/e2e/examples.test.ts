import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROJECT_ROOT } from '../../scripts/project-root.ts'
import { type RecordedRequest, type ScriptedReply, startLlmServer } from '../fakes/llm-server.ts'
import { newKey } from './calls.ts'
import { type StartedService, startService } from './service.ts'

let service: StartedService
let model: Awaited<ReturnType<typeof startLlmServer>>
beforeAll(async () => {
  service = await startService()
  model = await startLlmServer()
})
afterAll(async () => {
  await service?.stop()
  await model?.stop()
})

interface Run {
  readonly output: string
  /** What the model was asked. */
  readonly asked: readonly RecordedRequest[]
}

/** Runs an example as its first lines say, with a model whose answers are written beforehand. */
async function example(name: string, key: string, input: string, replies: ScriptedReply[]): Promise<Run> {
  const script = `${model.url}/${key}`
  await fetch(script, { method: 'PUT', body: JSON.stringify(replies) })
  const child = spawn('npm', ['run', '-s', `example:${name}`], {
    cwd: PROJECT_ROOT,
    env: {
      ...{ ...process.env, BRAIN_URL: service.url, BRAIN_API_KEY: key },
      ...{ LLM_BASE_URL: `${script}/v1`, LLM_MODEL: 'scripted', LLM_API_KEY: 'none' },
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  child.stdin.end(input)
  const code = await new Promise((done) => child.once('close', done))
  expect([code, output]).toEqual([0, expect.any(String)])
  const asked = (await (await fetch(script)).json()) as RecordedRequest[]
  return { output, asked }
}

const textOf = (request: RecordedRequest | undefined) => JSON.stringify(request?.body.messages)

const SAID = 'My sister Emma is allergic to peanuts.\n'
const ASKED = 'What must I not cook for Emma?\n'

/** A model that wants a tool called. */
const calls = (name: string, given: object): ScriptedReply => ({
  raw: JSON.stringify({
    choices: [
      {
        message: {
          ...{ role: 'assistant', content: null },
          tool_calls: [{ id: 'call-1', type: 'function', function: { name, arguments: JSON.stringify(given) } }],
        },
        finish_reason: 'tool_calls',
      },
    ],
  }),
})

describe.each(['chat', 'ai-sdk'])('the example %s', (name) => {
  it('remembers in one conversation and recalls in the next', async () => {
    const key = await newKey(service, 'pro')
    const first = await example(name, key, `${SAID}Thanks!\n`, [
      { content: 'I will keep that in mind.' },
      { content: 'You are welcome.' },
    ])
    expect(first.output).toContain('it>  I will keep that in mind.')
    expect(textOf(first.asked[1])).toContain('I will keep that in mind.')
    const second = await example(name, key, ASKED, [{ content: 'Nothing with peanuts.' }])
    expect(second.output).toContain('it>  Nothing with peanuts.')
    expect(second.asked).toHaveLength(1)
    expect(textOf(second.asked[0])).toMatch(/<memories-.*allergic to peanuts.*What must I not cook/)
  })
})

/** Its client is no part of an installation of the service; the gate installs it. */
const isInstalled = existsSync(join(PROJECT_ROOT, 'examples/mcp/node_modules'))

describe.skipIf(!isInstalled)('the example mcp', () => {
  it('lets the model add and search by tools, across conversations', async () => {
    const key = await newKey(service, 'pro')
    const first = await example('mcp', key, SAID, [
      calls('add_memory', { text: 'The sister of the user, Emma, is allergic to peanuts.' }),
      { content: 'I will keep that in mind.' },
    ])
    expect(first.output).toContain('it>  I will keep that in mind.')
    const second = await example('mcp', key, ASKED, [
      calls('search_memory', { query: 'What is Emma allergic to?' }),
      { content: 'Nothing with peanuts.' },
    ])
    expect(second.output).toContain('it>  Nothing with peanuts.')
    expect(second.asked[1]!.body.messages.at(-1)).toMatchObject({
      role: 'tool',
      content: expect.stringContaining('allergic to peanuts'),
    })
  })
})
