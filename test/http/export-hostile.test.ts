import { describe, expect, it } from 'vitest'
import { newAccount } from './keyed-calls.ts'
import { fetchService } from './service.ts'

async function open() {
  const account = await newAccount()
  return { ...account, ...(await account.keyWith({})) }
}

async function restore(key: string, lines: readonly unknown[]) {
  const header = { format: 'edge-brain', version: 1, embedder: null, vectors: false }
  const response = await fetchService('/brain/import', {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: [header, ...lines].map((line) => JSON.stringify(line)).join('\n'),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const standing = {
  ...{
    id: 1,
    persona: 'shared',
    source: 'user',
    level: 20,
    created_at: 1,
    stated_at: 1,
    last_access: 1,
    access_count: 0,
  },
  ...{ metadata: null, memory: 1, stated_by: ['user'] },
}
const fact = {
  ...standing,
  ...{ subject: 'emma', predicate: 'lives_in', relation: 'lives in', object: 'lyon', text: 'Emma lives in Lyon' },
  ...{ aspect: 'is', slot: 'lives_in', value: 'lyon', leaf: false, negated: false, denies: false },
  ...{ chunk: 1, vector: 0, abstraction: null, members: 0, latest: 1 },
}
const chunk = {
  ...standing,
  ...{ text: 'Emma lives in Lyon.', start: 0, statement: 7, session: null, speaker: null, facts: [1] },
  vectors: [{ facts: [1] }],
}
const memory = {
  type: 'memory',
  ...{ id: 1, persona: 'shared', source: 'user', level: 20, session: null, speaker: null, metadata: null },
  ...{ occurred_at: 1, created_at: 1, stated_at: 1, text: null, version: 1, changes: null, versions: [], parked: [] },
  ...{ stated: [{ target: 'c1' }, { target: 'f1' }], chunks: [chunk], facts: [fact] },
}

describe('a made-up export', () => {
  const cases: Record<string, readonly unknown[]> = {
    'a fact whose vector never comes': [{ ...memory, facts: [{ ...fact, vector: null }] }],
    'a fact of a chunk that never comes': [
      { ...memory, stated: [{ target: 'f1' }], chunks: [], facts: [{ ...fact, chunk: 99, vector: 5 }] },
    ],
    'a vector of its own for nothing': [{ type: 'vector', facts: [5], chunk: 4, persona: 'shared', text: 'x' }],
    'a chunk of facts that are not there': [{ ...memory, chunks: [{ ...chunk, facts: [1, 2, 3] }] }],
    'a memory that states nothing': [{ ...memory, stated: [], chunks: [], facts: [] }],
    'an abstraction of nothing': [{ type: 'fact', ...fact, id: 9, members: 3, memory: 0, vector: null }],
    'a member of nothing': [{ ...memory, facts: [{ ...fact, abstraction: 77 }] }],
    'data that is no vector': [{ ...memory, chunks: [{ ...chunk, vectors: [{ facts: [1], data: 'AAAA' }] }] }],
    'strange kinds': [{ type: 'entity', key: 'emma', name: 'Emma', kind: 'ghost', names: [], aliases: [] }, memory],
  }
  it.each(Object.entries(cases))('%s: is restored or named, and the account goes on', async (_, lines) => {
    const { key, post, get } = await open()
    expect((await restore(key, lines)).status).toBe(200)
    for (const query of ['Where does Emma live?', 'lyon'])
      expect((await post('/brain/retrieve', { query, k: 5, min_score: 0 })).status).toBe(200)
    for (const path of ['/brain/memories', '/brain/facts', '/brain/profile?entity=Emma', '/brain/export'])
      expect([path, (await get(path)).status]).toEqual([path, 200])
    expect((await post('/brain/ingest', { text: 'Emma lives in Lyon.' })).status).toBe(200)
    expect((await post('/brain/consolidate', { force: true })).status).toBe(200)
    expect((await post('/brain/prune', { threshold: 1 })).status).toBe(200)
  })

  it('names what is out of bounds', async () => {
    const { key } = await open()
    const bad = [
      { ...memory, id: 2 ** 40 },
      { ...memory, level: 21 },
      { ...memory, stated: [{ target: '__proto__' }] },
      { ...memory, chunks: [{ ...chunk, vectors: [] }] },
      { ...memory, source: 'toString' },
      { type: '__proto__' },
      { type: 'constructor' },
    ]
    expect((await restore(key, bad)).body).toMatchObject({ imported: 0, unreadable: bad.length })
  })

  it('is refused as a whole, also where it is stored in several steps', async () => {
    const { key, get } = await open()
    const empty = { ...memory, stated: [], chunks: [], facts: [] }
    const many = Array.from({ length: 1_500 }, (_, at) => ({ ...empty, id: at + 1 }))
    const other = { ...empty, occurred_at: 2 }
    expect((await restore(key, [...many, { ...other, persona: 'other' }])).status).toBe(409)
    expect((await get('/brain/memories')).body.memories).toEqual([])
  })

  it('leaves out what rests on a line that is not there, and takes the rest', async () => {
    const { key } = await open()
    const empty = { ...memory, stated: [], chunks: [], facts: [] }
    const resting = { ...empty, id: 2, stated: [{ target: 'c77' }] }
    const { status, body } = await restore(key, [{ ...empty, id: 1 }, resting, { ...empty, id: 3 }])
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { imported: 2, unreadable: 1, operations: 2, problems: [{ at: 'line 3' }] },
    })
  })

  it.each(['chunk', 'fact', 'vector', 'receipt', 'memory'])('has no place of a %s that is no number', async (type) => {
    const { get } = await open()
    for (const after of ['x', '-1e300', -1e300, 1.5, null]) {
      const until = { memories: 9, chunks: 9, facts: 9 }
      const cursor = btoa(JSON.stringify({ place: { type, after, until }, counts: {}, hash: '' }))
      expect((await get(`/brain/export?cursor=${encodeURIComponent(cursor)}`)).status).toBe(400)
    }
  })
})
