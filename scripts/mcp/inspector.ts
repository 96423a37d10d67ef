import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { type Check, checked } from './check.ts'
import type { Service } from './clients.ts'
import type { Tools } from './installed-tools.ts'

interface Called {
  readonly isError?: boolean
  readonly structuredContent?: Readonly<Record<string, unknown>>
  readonly content: readonly { readonly text: string }[]
}

/** The inspector's command line lists the tools, with their schemas under its strictest eye, and calls every one. */
export async function checkInspector(tools: Tools, service: Service): Promise<Check[]> {
  const inspect = <T>(...args: readonly string[]): T => {
    const at = [
      '--cli',
      `${service.url}/mcp`,
      '--transport',
      'http',
      '--header',
      `Authorization: Bearer ${service.key}`,
    ]
    const { status, stdout, stderr } = spawnSync(process.execPath, [tools.command('mcp-inspector'), ...at, ...args], {
      encoding: 'utf8',
    })
    assert.equal(status, 0, stderr || stdout)
    return JSON.parse(stdout) as T
  }
  const call = (tool: string, ...given: readonly string[]): Called => {
    const args = given.flatMap((pair) => ['--tool-arg', pair])
    const called = inspect<Called>('--method', 'tools/call', '--tool-name', tool, ...args)
    assert.ok(!called.isError, called.content[0]?.text)
    assert.ok(called.structuredContent)
    return called
  }
  let id = ''
  const calls: readonly [string, () => unknown][] = [
    [
      'tools/list',
      () => assert.equal(inspect<{ tools: object[] }>('--method', 'tools/list', '--strict').tools.length, 7),
    ],
    ['resources/list', () => inspect('--method', 'resources/list')],
    ['prompts/list', () => inspect('--method', 'prompts/list')],
    [
      'add_memory',
      () => {
        id = String(call('add_memory', 'text=The inspector lives in Lisbon.').structuredContent!.memory_id)
      },
    ],
    ['search_memory', () => call('search_memory', 'query=Where does the inspector live?', 'k=3')],
    ['list_memories', () => call('list_memories', 'limit=2')],
    ['get_memory', () => call('get_memory', `id=${id}`)],
    ['get_profile', () => call('get_profile', 'entity=inspector')],
    ['update_memory', () => call('update_memory', `id=${id}`, 'text=The inspector lives in Porto.')],
    ['delete_memory', () => call('delete_memory', `id=${id}`)],
  ]
  const checks: Check[] = []
  for (const [name, make] of calls) checks.push(await checked(`inspector ${name}`, make))
  return checks
}
