import { createServiceClient } from '../service-client.ts'
import type { AbuseCase } from './abuse-case.ts'
import { openAccount } from './open-account.ts'
import { startedService } from './started-service.ts'

const repeat = (text: string, times: number) => text.repeat(times)
const batch = (item: string, times: number) => `{"items":[${repeat(`${item},`, times - 1)}${item}]}`
const megabyte = new Uint8Array(1 << 20).fill(32)

interface Attack {
  readonly what: string
  readonly path?: string
  readonly method?: 'DELETE'
  readonly body: string | Uint8Array | (() => ReadableStream<Uint8Array>)
  readonly headers?: Readonly<Record<string, string>>
  readonly statuses: readonly number[]
}

/** More than anybody reads. */
const MOST_MEGABYTES = 64

/** A stream that never ends. A client that was answered would pull on without end: after enough of it nothing more comes. */
function endless(): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream({
    pull: (stream) => (sent++ < MOST_MEGABYTES ? stream.enqueue(megabyte) : new Promise(() => {})),
  })
}

const BATCH = 'ingest/batch'
const MCP = '../mcp'
const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
const BAD = [400]

const attacks: readonly Attack[] = [
  { what: '600,000 empty items', path: BATCH, body: batch('{}', 600_000), statuses: BAD },
  { what: '20,000 invalid items', path: BATCH, body: batch('{"text":7,"source":"x"}', 20_000), statuses: BAD },
  { what: '100 items with every field wrong', path: BATCH, body: batch(wrongItem(), 100), statuses: BAD },
  {
    what: 'arrays 100,000 deep',
    body: `{"text":"x","metadata":${repeat('[', 100_000)}${repeat(']', 100_000)}}`,
    statuses: BAD,
  },
  {
    what: 'objects 300,000 deep',
    body: `{"text":"x","a":${repeat('{"a":', 300_000)}1${repeat('}', 300_000)}}`,
    statuses: BAD,
  },
  { what: 'brackets that never close', body: repeat('[', 2_000_000), statuses: BAD },
  { what: 'a key twice', body: '{"text":"x","persona":"a","persona":"b"}', statuses: BAD },
  {
    what: 'a number of a million digits',
    body: `{"text":"x","metadata":{"n":${repeat('9', 1_000_000)}}}`,
    statuses: BAD,
  },
  { what: 'a polluting key', body: '{"text":"x","metadata":{"__proto__":{"a":1}}}', statuses: BAD },
  { what: 'names of unpaired surrogates', body: '{"text":"x","persona":"\\ud800"}', statuses: BAD },
  { what: 'bytes that are no UTF-8', body: new Uint8Array(1_000_000).fill(0xff), statuses: BAD },
  { what: 'two megabytes of white space', body: megabyte, statuses: BAD },
  {
    what: 'a DELETE with a body of white space and a letter',
    path: 'memories/m_1',
    method: 'DELETE',
    body: `${repeat(' ', 1_000_000)}x`,
    statuses: BAD,
  },
  { what: 'a name of a megabyte', body: `{"text":7,"${repeat('k', 1_000_000)}":1}`, statuses: BAD },
  { what: 'metadata of 100,000 keys', body: `{"text":"x","metadata":{${manyKeys()}}}`, statuses: BAD },
  { what: 'another encoding', body: '{"text":"x"}', headers: { 'content-encoding': 'br' }, statuses: BAD },
  { what: 'a batch of 40,000 messages', path: MCP, body: `[${repeat(`${PING},`, 40_000)}${PING}]`, statuses: BAD },
  { what: 'messages 500,000 deep', path: MCP, body: `${repeat('[', 500_000)}${repeat(']', 500_000)}`, statuses: BAD },
  { what: 'a message with a key twice', path: MCP, body: `{"id":2,${PING.slice(1)}`, statuses: BAD },
  { what: 'a message of a page', path: MCP, body: PING, headers: { origin: 'http://evil.example' }, statuses: [403] },
  { what: 'a message that never ends', path: MCP, body: endless, statuses: [413] },
  { what: 'a body that never ends', body: endless, statuses: [413] },
  {
    what: 'a body that never ends, of a made-up key',
    body: endless,
    headers: { 'x-api-key': `brain_${repeat('A', 32)}` },
    statuses: [413],
  },
  {
    what: 'a made-up key with a large body',
    body: batch('{}', 600_000),
    headers: { 'x-api-key': `brain_${repeat('A', 32)}` },
    statuses: [401],
  },
]

function wrongItem(): string {
  const fields = ['text', 'persona', 'source', 'session_id', 'use_llm_extraction', 'occurred_at', 'metadata']
  return `{${fields.map((field) => `"${field}":[]`).join()}}`
}

function manyKeys(): string {
  return Array.from({ length: 100_000 }, (_, n) => `"key-${n}":${n}`).join()
}

const MOST_MS = 3_000
const MOST_DETAIL = 2_048

async function attack(url: string, key: string, one: Attack): Promise<string[]> {
  const begun = performance.now()
  const response = await fetch(`${url}/brain/${one.path ?? 'ingest'}`, {
    method: one.method ?? 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json', ...one.headers },
    body: typeof one.body === 'function' ? one.body() : one.body,
    duplex: 'half',
  } as RequestInit)
  const text = await response.text()
  const ms = Math.round(performance.now() - begun)
  return [
    ...(one.statuses.includes(response.status) ? [] : [`${one.what}: ${response.status} ${text.slice(0, 200)}`]),
    ...(text.length <= MOST_DETAIL + 200 ? [] : [`${one.what}: answered with ${text.length} characters`]),
    ...(ms <= MOST_MS ? [] : [`${one.what}: took ${ms} ms`]),
  ]
}

export const hostileBodies: AbuseCase = {
  name: 'giant, deep and broken bodies are refused clearly, briefly and soon',
  // As it is started, with what stands before the runtime: the runtime by itself closes over what it leaves unread of a body, and with that its answer is lost.
  async run() {
    const service = await startedService()
    try {
      const key = await openAccount(service.url, service.token, 'hostile')
      const client = createServiceClient(service.url, { key })
      // The first request loads the models.
      await client.get('POST', '/brain/ingest', { text: 'I live in Lisbon.' })
      const problems: string[] = []
      for (const one of attacks) problems.push(...(await attack(service.url, key, one)))
      const { status } = await client.ask('POST', '/brain/retrieve', { query: 'Where do I live?' })
      return status === 200 ? problems : [...problems, `afterwards a retrieve is answered with ${status}`]
    } finally {
      await service.stop()
    }
  },
}
