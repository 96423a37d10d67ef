import assert from 'node:assert/strict'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../project-root.ts'
import { type Check, checked } from './check.ts'
import type { Tools } from './installed-tools.ts'

/** What both clients have in common, as far as it is used. */
interface Client {
  connect(transport: unknown): Promise<void>
  close(): Promise<void>
  getNegotiatedProtocolVersion?(): string | undefined
  listTools(): Promise<{ tools: { name: string }[] }>
  callTool(call: { name: string; arguments: object }): Promise<Result>
  readResource(asked: { uri: string }): Promise<{ contents: { text: string }[] }>
  getPrompt(asked: { name: string }): Promise<{ messages: object[] }>
}

interface Result {
  readonly isError?: boolean
  readonly content: readonly { readonly text: string }[]
  // biome-ignore lint/suspicious/noExplicitAny: the clients have held it against the tool's own schema.
  readonly structuredContent?: any
}

interface Classes {
  readonly Client: new (info: object, options: object) => Client
  readonly Http: new (url: URL, options: object) => unknown
  readonly Stdio: new (options: object) => unknown
}

export interface Service {
  readonly url: string
  readonly folder: string
  readonly key: string
}

const AUTO = { versionNegotiation: { mode: 'auto' } }

/** The official clients, old and new, over HTTP and over `brain mcp`: each does all that there is. */
export async function checkClients(tools: Tools, service: Service): Promise<Check[]> {
  const [v1, v2] = [await firstVersion(tools), await secondVersion(tools)]
  const headers = { requestInit: { headers: { authorization: `Bearer ${service.key}` } } }
  const url = new URL('/mcp', service.url)
  const args = [join(PROJECT_ROOT, 'scripts/brain/brain.ts'), '--state', service.folder, 'mcp']
  const stdio = { command: process.execPath, args, stderr: 'inherit' }
  const ways: [string, Classes, unknown, object, string?][] = [
    ['sdk 1 over HTTP', v1, new v1.Http(url, headers), {}],
    ['sdk 1 over brain mcp', v1, new v1.Stdio(stdio), {}],
    ['client 2 over HTTP, with a handshake', v2, new v2.Http(url, headers), {}, '2025-11-25'],
    ['client 2 over HTTP', v2, new v2.Http(url, headers), AUTO, '2026-07-28'],
    ['client 2 over brain mcp, with a handshake', v2, new v2.Stdio(stdio), {}, '2025-11-25'],
    ['client 2 over brain mcp', v2, new v2.Stdio(stdio), AUTO, '2026-07-28'],
  ]
  const checks: Check[] = []
  for (const [name, { Client }, transport, options, revision] of ways)
    checks.push(
      await checked(name, () => useAll(new Client({ name, version: '1' }, options), transport, name, revision)),
    )
  return checks
}

async function useAll(client: Client, transport: unknown, name: string, revision?: string): Promise<void> {
  await client.connect(transport)
  try {
    if (revision) assert.equal(client.getNegotiatedProtocolVersion?.(), revision)
    const { tools } = await client.listTools()
    assert.equal(tools.length, 7)
    const call = async (tool: string, given: object) => {
      const result = await client.callTool({ name: tool, arguments: given })
      assert.ok(!result.isError, `${tool}: ${result.content[0]?.text}`)
      return result.structuredContent
    }
    const town = `Town${name.replace(/\W/g, '')}`
    const { memory_id: id } = await call('add_memory', { text: `Ann lives in ${town}.` })
    const { facts } = await call('search_memory', { query: 'Where does Ann live?' })
    assert.ok(facts.some(({ fact }: { fact: string }) => fact.includes(town)))
    const { memories } = await call('list_memories', { limit: 3 })
    assert.equal(memories[0].id, id)
    await call('update_memory', { id, text: `Ann moved to ${town}.` })
    assert.ok((await call('get_memory', { id })).text.includes('moved'))
    await call('get_profile', { entity: 'Ann' })
    assert.ok((await call('delete_memory', { id })).receipt_id)
    const gone = await client.callTool({ name: 'get_memory', arguments: { id } })
    assert.deepEqual([gone.isError, gone.content[0]?.text], [true, 'id: there is no such memory'])
    assert.equal((await client.readResource({ uri: 'memory://profile' })).contents.length, 1)
    assert.equal((await client.getPrompt({ name: 'use_memory' })).messages.length, 1)
  } finally {
    await client.close()
  }
}

async function firstVersion(tools: Tools): Promise<Classes> {
  const at = '@modelcontextprotocol/sdk/client'
  const { Client } = await tools.load<Pick<Classes, 'Client'>>(`${at}/index.js`)
  const { StreamableHTTPClientTransport: Http } = await tools.load<Record<string, Classes['Http']>>(
    `${at}/streamableHttp.js`,
  )
  const { StdioClientTransport: Stdio } = await tools.load<Record<string, Classes['Stdio']>>(`${at}/stdio.js`)
  return { Client, Http: Http!, Stdio: Stdio! }
}

async function secondVersion(tools: Tools): Promise<Classes> {
  const at = '@modelcontextprotocol/client'
  const { Client, StreamableHTTPClientTransport: Http } = await tools.load<
    Pick<Classes, 'Client'> & { StreamableHTTPClientTransport: Classes['Http'] }
  >(at)
  const { StdioClientTransport: Stdio } = await tools.load<Record<string, Classes['Stdio']>>(`${at}/stdio`)
  return { Client, Http, Stdio: Stdio! }
}
