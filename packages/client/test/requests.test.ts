import { describe, expect, it } from 'vitest'
import { createClient } from '../src/client.ts'
import { json, refusal, scriptedFetch } from './scripted-fetch.ts'

describe('a call', () => {
  it('sends its body, with the key as a bearer', async () => {
    const { fetch, asked } = scriptedFetch(json({ facts: [] }))
    const client = createClient({ url: 'http://brain.test/', apiKey: 'k', fetch, headers: { 'x-app': 'a' } })
    await client.retrieve({ query: 'Where?', k: 3 })
    expect(asked).toMatchObject([{ method: 'POST', url: 'http://brain.test/brain/retrieve' }])
    expect(JSON.parse(asked[0]!.body!)).toEqual({ query: 'Where?', k: 3 })
    expect(Object.fromEntries(asked[0]!.headers)).toEqual({
      ...{ authorization: 'Bearer k', 'content-type': 'application/json', 'x-app': 'a' },
    })
  })

  it('keeps a path before its own', async () => {
    const { fetch, asked } = scriptedFetch(json({}))
    await createClient({ url: 'https://host.test/memory//', fetch }).health()
    expect(asked[0]!.url).toBe('https://host.test/memory/brain/health')
  })

  it('puts filters into the query string, metadata field by field, and leaves out what is not given', async () => {
    const { fetch, asked } = scriptedFetch(json({ memories: [], next_cursor: null }))
    const client = createClient({ url: 'http://brain.test', fetch })
    await client.listMemories({ persona: 'a b', since: 1700000000, q: undefined, metadata: { city: 'Paris', n: 3 } })
    expect(asked[0]!.url).toBe(
      'http://brain.test/brain/memories?persona=a+b&since=1700000000&metadata.city=Paris&metadata.n=3',
    )
    expect(asked[0]!.body).toBeNull()
  })

  it('puts a text of the metadata in quotes where it could be taken for something else', async () => {
    const { fetch, asked } = scriptedFetch(json({ memories: [], next_cursor: null }))
    const client = createClient({ url: 'http://brain.test', fetch })
    const texts = ['42', '-1.5', 'true', 'null', '"a"', '"', '4 u', '']
    await client.listMemories({ metadata: Object.fromEntries(texts.map((text, at) => [`f${at}`, text])) })
    expect([...new URL(asked[0]!.url).searchParams.values()]).toEqual([
      ...['"42"', '"-1.5"', '"true"', '"null"', '"\\"a\\""', '"', '4 u', ''],
    ])
  })

  it("uses the operator's token for what is the operator's, and the key for nothing there", async () => {
    const { fetch, asked } = scriptedFetch(json({}))
    const client = createClient({ url: 'http://brain.test', apiKey: 'k', adminToken: 't', fetch })
    await client.admin.rotateKey('a/b', 'key 1')
    await createClient({ url: 'http://brain.test', apiKey: 'k', fetch }).admin.listKeys('a')
    expect(asked.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer t', null])
    expect(asked[0]).toMatchObject({ url: 'http://brain.test/admin/accounts/a%2Fb/keys/key%201/rotate', body: '{}' })
  })

  it('refuses an id that would make another call of it, before anything is sent', () => {
    const { fetch, asked } = scriptedFetch(json({}))
    const client = createClient({ url: 'http://brain.test', fetch })
    for (const id of ['', '.', '..', undefined, null, 7])
      expect(() => client.admin.deleteAccount(id as string)).toThrow(TypeError)
    expect(asked).toEqual([])
  })

  it('looks a memory up whose change is answered again, since texts are not kept for that', async () => {
    const replayed = json({ id: 'm_1', version: 2 }, 200, { 'idempotent-replayed': 'true' })
    const { fetch, asked } = scriptedFetch(replayed, json({ id: 'm_1', version: 2, text: 'b' }))
    const client = createClient({ url: 'http://brain.test', apiKey: 'k', fetch })
    expect(await client.editMemory('m_1', { text: 'b' })).toMatchObject({ text: 'b' })
    expect(asked.map(({ method, url }) => [method, url])).toEqual([
      ['PATCH', 'http://brain.test/brain/memories/m_1'],
      ['GET', 'http://brain.test/brain/memories/m_1'],
    ])
    expect(asked[1]!.headers.get('idempotency-key')).toBeNull()
  })

  it.each([403, 404])(
    'says that a change was made which is answered again, where it cannot be looked up: %i',
    async (status) => {
      const replayed = json({ id: 'm_1', version: 2 }, 200, { 'idempotent-replayed': 'true' })
      const { fetch } = scriptedFetch(replayed, refusal(status, 'not_now'))
      const client = createClient({ url: 'http://brain.test', fetch })
      expect(await client.invalidateMemory('m_1')).toEqual({ id: 'm_1', version: 2 })
    },
  )

  it('makes a change with a key of its own, or the one that is given, and looks without', async () => {
    const { fetch, asked } = scriptedFetch(json({}))
    const client = createClient({ url: 'http://brain.test', fetch })
    await client.ingest({ text: 'a' })
    await client.ingest({ text: 'a' })
    await client.ingest({ text: 'a' }, { idempotencyKey: 'mine' })
    await client.retrieve({ query: 'a' })
    const keys = asked.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.any(String), 'mine', null])
    expect(keys[0]).not.toBe(keys[1])
  })

  it('shows every answer to whoever wants to see it', async () => {
    const { fetch } = scriptedFetch(json({}, 200, { 'x-ops-remaining': '95' }))
    const seen: (string | null)[] = []
    const onResponse = ({ headers }: Response) => void seen.push(headers.get('x-ops-remaining'))
    await createClient({ url: 'http://brain.test', fetch, onResponse }).health()
    expect(seen).toEqual(['95'])
  })
})

describe('a list', () => {
  const pages = () =>
    scriptedFetch(
      json({ memories: [{ id: 'm_1' }], next_cursor: 'c1' }),
      json({ memories: [], next_cursor: 'c2' }),
      json({ memories: [{ id: 'm_2' }], next_cursor: null }),
    )

  it('is every item of every page when it is iterated over, an empty page in the middle included', async () => {
    const { fetch, asked } = pages()
    const ids: string[] = []
    for await (const { id } of createClient({ url: 'http://b.test', fetch }).listMemories({ limit: 1 })) ids.push(id)
    expect(ids).toEqual(['m_1', 'm_2'])
    expect(asked.map(({ url }) => new URL(url).search)).toEqual([
      '?limit=1',
      '?limit=1&cursor=c1',
      '?limit=1&cursor=c2',
    ])
  })

  it('is its first page when it is awaited, and asks once however often', async () => {
    const { fetch, asked } = pages()
    const list = createClient({ url: 'http://b.test', fetch }).listMemories()
    expect(asked).toEqual([])
    expect((await list).next_cursor).toBe('c1')
    await list
    expect(asked.length).toBe(1)
  })

  it('asks for no further page than somebody looks at', async () => {
    const { fetch, asked } = pages()
    for await (const _ of createClient({ url: 'http://b.test', fetch }).listMemories()) break
    expect(asked.length).toBe(1)
  })

  it('goes on by cursors that are numbers', async () => {
    const { fetch, asked } = scriptedFetch(
      json({ deliveries: [{}], cursor: 0 }),
      json({ deliveries: [{}], cursor: null }),
    )
    const found = await Array.fromAsync(createClient({ url: 'http://b.test', fetch }).listDeliveries('w_1'))
    expect(found.length).toBe(2)
    expect(asked[1]!.url).toBe('http://b.test/brain/webhooks/w_1/deliveries?cursor=0')
  })
})
