import { gzipSync } from 'node:zlib'
import type { AbuseCase } from './abuse-case.ts'
import { type AbusedService, abuseService } from './abused-service.ts'

const repeat = (text: string, times: number) => text.repeat(times)
const HEADER = '{"format":"edge-brain","version":1,"embedder":null,"vectors":false}\n'
const OURS = '?format=edge-brain'
const ITEMS = '?format=items'
const FAR = 2 ** 53

const chunk = (id: number, more = '') =>
  `{"type":"chunk","id":${id},"persona":"shared","source":"user","level":20,"created_at":1,"stated_at":1,"last_access":1,"access_count":0,"metadata":null,"memory":0,"stated_by":[],"text":"Tea.","start":0,"statement":1,"session":null,"speaker":null,"facts":[],"vectors":[{"facts":[]}]${more}}\n`

/** Brings a chunk, and tells another. */
const memory = (id: number, tells: number) =>
  `{"type":"memory","id":${id},"persona":"shared","source":"user","level":20,"session":null,"speaker":null,"metadata":null,"occurred_at":1,"created_at":1,"stated_at":1,"text":null,"version":1,"changes":null,"stated":[{"target":"c${tells}"}],"versions":[],"chunks":[${chunk(id).trim()}],"facts":[],"parked":[]}\n`

interface Attack {
  readonly what: string
  readonly query: string
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
  /** 200: it was read as far as it could be, and what could not be is named. */
  readonly statuses: readonly number[]
}

const READ = [200]
const REFUSED = [400]

const attacks: readonly Attack[] = [
  { what: 'a line of two megabytes', query: ITEMS, body: `{"text":"${repeat('a', 2_000_000)}"}`, statuses: READ },
  { what: 'a line that never closes', query: ITEMS, body: repeat('{"a":', 400_000), statuses: READ },
  { what: 'arrays 500,000 deep', query: ITEMS, body: `${repeat('[', 500_000)}${repeat(']', 500_000)}`, statuses: READ },
  {
    what: 'a row 300,000 deep',
    query: OURS,
    body: `${HEADER}{"type":"receipt","id":1,"scope":${repeat('[', 300_000)}${repeat(']', 300_000)}}`,
    statuses: READ,
  },
  { what: '600,000 empty lines', query: ITEMS, body: repeat('\n', 600_000), statuses: [200, 400] },
  { what: '600,000 empty lines of ours', query: OURS, body: HEADER + repeat('\n', 600_000), statuses: READ },
  { what: '600,000 empty objects', query: ITEMS, body: repeat('{}\n', 600_000), statuses: [200, 400] },
  { what: '600,000 empty rows', query: OURS, body: HEADER + repeat('{}\n', 600_000), statuses: [200, 400] },
  {
    what: '30,000 sessions',
    query: OURS,
    body: HEADER + repeat('{"type":"session","name":"s","persona":"p"}\n', 30_000),
    statuses: REFUSED,
  },
  {
    what: 'a packed file of 60 MB',
    query: ITEMS,
    body: new Uint8Array(gzipSync(repeat(`{"text":"${repeat('a', 100)}"}\n`, 600_000))),
    headers: { 'content-encoding': 'gzip' },
    statuses: [400, 413, 415],
  },
  {
    what: 'a packed file that says nothing',
    query: '',
    body: new Uint8Array(gzipSync(repeat('a', 1_000))),
    statuses: REFUSED,
  },
  {
    what: 'numbers that nobody was given',
    query: OURS,
    body: HEADER + chunk(FAR) + chunk(-1) + chunk(0.5),
    statuses: READ,
  },
  {
    what: 'a chain of memories each of which tells what the next one brings, without its end',
    query: OURS,
    body: HEADER + Array.from({ length: 2_000 }, (_, at) => memory(at + 1_000, at + 1_001)).join(''),
    statuses: READ,
  },
  {
    what: 'a polluting field',
    query: OURS,
    body: HEADER + chunk(77, ',"__proto__":{"level":1},"constructor":{"a":1}'),
    statuses: [200, 400],
  },
  {
    what: 'a version of tomorrow',
    query: OURS,
    body: '{"format":"edge-brain","version":99,"embedder":null,"vectors":false}\n{}',
    statuses: REFUSED,
  },
  {
    what: 'messages that follow each other in a circle',
    query: '?format=chatgpt',
    body: `[{"mapping":{${Array.from({ length: 15_000 }, (_, n) => `"${n}":{"parent":"${(n + 1) % 15_000}","message":{"author":{"role":"tool"},"content":{}}}`).join()}}}]`,
    statuses: READ,
  },
  {
    what: 'answers to messages that nobody wrote',
    query: '?format=claude',
    body: `[{"chat_messages":[${Array.from({ length: 15_000 }, (_, n) => `{"uuid":"${n}","parent_message_uuid":"${n + 1}","sender":"human","text":""}`).join()}]}]`,
    statuses: READ,
  },
  {
    what: 'a million links that never close',
    query: '?format=text&dry_run=true',
    body: repeat('[[', 900_000),
    statuses: READ,
  },
  {
    what: 'footnotes that name each other',
    query: '?format=text&dry_run=true',
    body: repeat('[^1]', 400_000),
    statuses: READ,
  },
  ...Object.entries({
    'a field of a head': ['---\na', ' ', 'x\n---\nhello'],
    'the rule of a table': ['a|b\n-', ' ', 'x\nc|d'],
    'the end of a heading': ['# a', ' ', 'y'],
    'a list': ['', ' ', `- a${repeat('\n\n  x', 100_000)}`],
    'comments that never close': ['', '<!--', ''],
  }).map(([what, [before = '', row = '', after = '']]) => ({
    what: `a long row of the same in ${what}`,
    query: '?format=text&dry_run=true',
    body: before + repeat(row, 1_200_000 / row.length) + after,
    statuses: READ,
  })),
  { what: 'bytes that are no UTF-8', query: OURS, body: new Uint8Array(1_000_000).fill(0xff), statuses: REFUSED },
]

const MOST_MS = 20_000
const MOST_ANSWER = 64 * 1024

async function attack({ url }: AbusedService, key: string, one: Attack): Promise<string[]> {
  const begun = performance.now()
  const response = await fetch(`${url}/brain/import${one.query}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/x-ndjson', ...one.headers },
    body: one.body,
  })
  const text = await response.text()
  const ms = Math.round(performance.now() - begun)
  return [
    ...(one.statuses.includes(response.status) ? [] : [`${one.what}: ${response.status} ${text.slice(0, 200)}`]),
    ...(text.length <= MOST_ANSWER ? [] : [`${one.what}: answered with ${text.length} characters`]),
    ...(ms <= MOST_MS ? [] : [`${one.what}: took ${ms} ms`]),
  ]
}

async function exported({ url }: AbusedService, key: string, query = ''): Promise<{ status: number; text: string }> {
  const response = await fetch(`${url}/brain/export${query}`, { headers: { 'x-api-key': key } })
  return { status: response.status, text: await response.text() }
}

/** A file names numbers, and another account has the same ones: nothing of it may be shown or changed by them. */
async function takeFromOthers(service: AbusedService): Promise<string[]> {
  const [victim, thief] = [await service.newTenant('enterprise'), await service.newTenant('enterprise')]
  await victim.client.get('POST', '/brain/ingest', { text: 'The vault code is 4417.' })
  const before = (await exported(service, victim.key)).text.split('\n').slice(1).join('\n')
  const memory = `{"type":"memory","id":1,"persona":"shared","source":"user","level":20,"session":null,"speaker":null,"metadata":null,"occurred_at":1,"created_at":1,"stated_at":1,"text":null,"version":1,"changes":null,"stated":[{"target":"c1"},{"target":"f1"}],"versions":[],"chunks":[],"facts":[],"parked":[]}`
  const stolen = await thief.client.ask('POST', `/brain/import${OURS}`, HEADER + memory, {
    'content-type': 'application/x-ndjson',
  })
  const shown = JSON.stringify([stolen.body, (await exported(service, thief.key)).text])
  const after = (await exported(service, victim.key)).text.split('\n').slice(1).join('\n')
  return [
    ...(shown.includes('4417') ? ['a file that names another account’s numbers shows what it remembers'] : []),
    ...(after === before ? [] : ['a file that names another account’s numbers changes it']),
  ]
}

/** Where an export goes on is said by whoever asks. */
async function madeUpCursors(service: AbusedService, key: string): Promise<string[]> {
  const cursorOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const until = { memories: FAR - 1, chunks: FAR - 1, facts: FAR - 1 }
  const places = [
    { type: 'memory', after: 'x', until },
    ...['chunk', 'fact', 'vector', 'receipt'].flatMap((type) => [
      { type, after: 'x', until },
      { type, after: '-1e300', until },
      { type, after: -1e300, until },
    ]),
    { type: 'entity', after: 7, until },
    { type: 'state', after: 0, until },
    { type: 'spy', after: 0, until },
    { type: 'persona', after: repeat('x', 5_000), until },
    null,
  ]
  const problems: string[] = []
  for (const place of places) {
    const { status } = await exported(service, key, `?cursor=${cursorOf({ place, counts: {}, hash: '' })}`)
    if (status !== 200 && status !== 400) problems.push(`a made-up cursor (${place?.type}) is answered with ${status}`)
  }
  return problems
}

export const hostileImports: AbuseCase = {
  name: 'hostile import files are read as far as they can be, or refused, soon, and reach no other account',
  run: () =>
    abuseService(async (service) => {
      const { key, client } = await service.newTenant('enterprise')
      // The first request loads the models.
      await client.get('POST', '/brain/ingest', { text: 'I live in Lisbon.' })
      const problems: string[] = []
      for (const one of attacks) problems.push(...(await attack(service, key, one)))
      problems.push(...(await takeFromOthers(service)), ...(await madeUpCursors(service, key)))
      const { status } = await client.ask('POST', '/brain/retrieve', { query: 'Where do I live?' })
      return status === 200 ? problems : [...problems, `afterwards a retrieve is answered with ${status}`]
    }),
}
