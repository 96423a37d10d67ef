import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { OpenPeer } from './peer.ts'

interface Reply {
  readonly id?: number
  readonly error?: { readonly message: string }
  readonly result?: { readonly content?: readonly { readonly text: string }[] }
}

/** An entity a text, over stdio as an agent would use it. It finds what contains the words asked for, so that it is asked for a name. */
export const open: OpenPeer = async ({ resolve, folder }) => {
  const file = join(resolve('@modelcontextprotocol/server-memory/package.json'), '../dist/index.js')
  const server = spawn(process.execPath, [file], {
    env: { ...process.env, MEMORY_FILE_PATH: join(folder, 'memory.jsonl') },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  process.on('exit', () => server.kill())
  const waiting = new Map<number, (reply: Reply) => void>()
  createInterface(server.stdout).on('line', (line) => {
    const reply = JSON.parse(line) as Reply
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply)
  })
  let last = 0
  const send = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  async function call(method: string, params: object): Promise<Reply> {
    const id = ++last
    const reply = await new Promise<Reply>((done) => {
      waiting.set(id, done)
      send({ id, method, params })
    })
    waiting.delete(id)
    if (reply.error) throw new Error(reply.error.message)
    return reply
  }
  const clientInfo = { name: 'bench', version: '1' }
  await call('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
  send({ method: 'notifications/initialized' })
  return {
    setting: 'over stdio, an entity a text with the text as its observation, created in one call; asked for a name',
    vectorsAlone: false,
    async insert(from, texts) {
      const entities = texts.map((text, i) => ({ name: `${from + i}`, entityType: 'note', observations: [text] }))
      await call('tools/call', { name: 'create_entities', arguments: { entities } })
    },
    async search(question, _vector, k) {
      const query = /[A-Z]\w+ [A-Z]\w+/.exec(question.replace(/^\w+/, ''))?.[0] ?? question
      const { result } = await call('tools/call', { name: 'search_nodes', arguments: { query } })
      const found = JSON.parse(result?.content?.[0]?.text ?? '{}') as { entities?: { name: string }[] }
      return (found.entities ?? []).slice(0, k).map(({ name }) => Number(name))
    },
  }
}
