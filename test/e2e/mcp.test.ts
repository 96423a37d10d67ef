import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StartedService, startService } from './service.ts'

let service: StartedService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service?.stop())

const ROOT = resolve(import.meta.dirname, '../..')

/** `brain mcp` with these lines as its input, which ends after them. */
async function bridge(
  lines: readonly (object | string)[],
  args: readonly string[] = [],
  env: Record<string, string> = {},
) {
  const local = args.includes('--url') ? [] : ['--state', service.folder]
  const child = spawn(process.execPath, [join(ROOT, 'scripts/brain/brain.ts'), ...local, 'mcp', ...args], {
    env: { ...process.env, ...env },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => (stdout += chunk))
  child.stderr.on('data', (chunk) => (stderr += chunk))
  child.stdin.end(lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''))
  const code = await new Promise<number | null>((done) => child.once('close', done))
  const answers = stdout.split('\n').filter(Boolean)
  // biome-ignore lint/suspicious/noExplicitAny: what a message answers is asserted field by field.
  return { code, stderr, answers: answers.map((line) => JSON.parse(line) as any).sort((a, b) => a.id - b.id) }
}

const ask = (id: number, method: string, params: object = {}) => ({ jsonrpc: '2.0', id, method, params })
const call = (id: number, name: string, args: object) => ask(id, 'tools/call', { name, arguments: args })
const CURRENT = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}

describe('brain mcp', () => {
  it('passes on what comes, answers one line each, and ends with its input', async () => {
    const { code, stderr, answers } = await bridge([
      ask(1, 'ping'),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      '',
      // A separator that is none of JSON, inside a text.
      call(2, 'add_memory', { text: 'Ann lives in Lisbon.\u2028She likes tea.' }),
    ])
    expect([code, stderr]).toEqual([0, ''])
    expect(answers).toMatchObject([
      { id: 1, result: {} },
      { id: 2, result: { structuredContent: { memory_id: expect.stringMatching(/^m_/) } } },
    ])
  })

  it('says in headers what a client of the current revision says in its messages', async () => {
    const { answers } = await bridge([
      ask(1, 'server/discover', { _meta: CURRENT }),
      ask(2, 'tools/call', { name: 'get_profile', arguments: {}, _meta: CURRENT }),
      ask(3, 'resources/read', { uri: 'memory://prófile', _meta: CURRENT }),
    ])
    expect(answers).toMatchObject([
      { id: 1, result: { resultType: 'complete', supportedVersions: ['2026-07-28'] } },
      { id: 2, result: { resultType: 'complete' } },
      { id: 3, error: { code: -32602, message: 'There is no such resource.' } },
    ])
  })

  it('answers also what cannot be passed on', async () => {
    expect((await bridge(['nonsense', '5', 'null'])).answers).toMatchObject([
      { id: null, error: { code: -32700 } },
      { id: null, error: { code: -32600 } },
      { id: null, error: { code: -32600 } },
    ])
    const nowhere = { BRAIN_URL: 'http://127.0.0.1:9', BRAIN_API_KEY: 'x' }
    expect((await bridge([ask(1, 'ping')], [], nowhere)).answers).toMatchObject([
      { id: 1, error: { code: -32000, message: 'Nothing answers at http://127.0.0.1:9; is the service running?' } },
    ])
    const refused = await bridge([ask(1, 'ping')], ['--url', service.url, '--key', 'brain_wrong'])
    expect(refused.answers).toMatchObject([{ id: 1, error: { message: 'The API key is invalid or inactive.' } }])
  })

  it('takes a service, a key, a persona and a set of tools', async () => {
    const there = ['--url', service.url, '--key', service.key()]
    const written = await bridge(
      [call(1, 'add_memory', { text: 'Bob lives in Oslo.' })],
      [...there, '--persona', 'bób/1'],
    )
    expect(written.answers[0].result.isError).toBeUndefined()
    const { answers } = await bridge([call(1, 'list_memories', { persona: 'bób/1', q: 'Oslo' })], there)
    expect(answers[0].result.structuredContent.memories).toMatchObject([{ persona: 'bób/1' }])
    const chatgpt = await bridge([ask(1, 'tools/list')], [...there, '--tools', 'chatgpt'])
    expect(chatgpt.answers[0].result.tools).toHaveLength(2)
  })

  it('needs a key, and sends that of the local service to no other', async () => {
    const { code, stderr, answers } = await bridge([ask(1, 'ping')], ['--url', 'http://127.0.0.1:9'])
    expect([code, answers]).toEqual([1, []])
    expect(stderr).toContain('BRAIN_API_KEY')
  })
})

describe('the setups of the README', () => {
  const README = readFileSync(join(ROOT, 'README.md'), 'utf8')
  // biome-ignore lint/suspicious/noExplicitAny: each client has a form of its own.
  const setups = [...README.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, json]) => JSON.parse(json!) as any)

  it('start a bridge that answers', () => {
    const { command, args } = setups.flatMap(({ mcpServers }) =>
      mcpServers?.memory.command ? mcpServers.memory : [],
    )[0]
    const { stdout } = spawnSync(
      command,
      args.map((arg: string) => arg.replace('/path/to/edge-brain', ROOT)),
      {
        cwd: '/',
        env: { ...process.env, BRAIN_URL: service.url, BRAIN_API_KEY: service.key() },
        input: `${JSON.stringify(ask(1, 'tools/list'))}\n`,
        encoding: 'utf8',
      },
    )
    expect(JSON.parse(stdout).result.tools).toHaveLength(7)
  })

  it('name an address and a header that are answered', async () => {
    const servers = setups.flatMap(({ mcpServers, servers }) => [mcpServers?.memory, servers?.memory])
    const remote = servers.filter((server) => server?.url)
    expect(remote).toHaveLength(2)
    for (const { url, headers } of remote) {
      const response = await fetch(url.replace('http://127.0.0.1:8787', service.url), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          Authorization: headers.Authorization.replace(/KEY$|\$\{.*\}$/, service.key()),
        },
        body: JSON.stringify(ask(1, 'tools/list')),
      })
      expect(response.status).toBe(200)
    }
  })
})
