import { describe, expect, it } from 'vitest'
import { newAccount } from '../http/keyed-calls.ts'
import { admin, newCaller } from '../http/service.ts'
import { formerMcpWith, mcpWith } from './mcp-calls.ts'

const usedBy = async (account: string) =>
  (await admin<{ ops_used: number }>('GET', `/accounts/${account}/usage`)).ops_used

describe('a tool call', () => {
  it('costs what its route costs, and the rest nothing', async () => {
    const { account, key } = await newCaller('enterprise')
    const { ask, call } = mcpWith(key)
    for (const method of ['server/discover', 'tools/list', 'resources/list', 'prompts/list']) await ask(method)
    await ask('prompts/get', { name: 'use_memory' })
    expect(await usedBy(account)).toBe(0)
    let id = ''
    const costs = [
      [
        5,
        async () =>
          (id = (await call('add_memory', { text: 'Ann lives in Lisbon.' })).result.structuredContent.memory_id),
      ],
      [2, () => call('search_memory', { query: 'Ann' })],
      [0, () => call('list_memories')],
      [1, () => call('update_memory', { id, metadata: { a: 1 } })],
      [5, () => call('update_memory', { id, text: 'Ann lives in Porto.' })],
      [1, () => call('delete_memory', { id })],
      [0, () => call('search_memory', { query: '' })],
      [1, () => call('get_profile')],
      [1, () => ask('resources/read', { uri: 'memory://profile' })],
    ] as const
    let used = 0
    for (const [cost, make] of costs) {
      await make()
      used += cost
      expect(await usedBy(account)).toBe(used)
    }
  })

  it('takes one place in the window, and what touches no memory takes none', async () => {
    const { key, post } = await newCaller('free')
    const { ask, call } = mcpWith(key)
    for (let i = 0; i < 12; i++) expect((await ask('tools/list')).status).toBe(200)
    const { headers } = await call('list_memories')
    expect(headers.get('ratelimit-remaining')).toBe('9')
    for (let i = 0; i < 9; i++) await call('list_memories')
    const refused = await call('list_memories')
    expect([refused.status, refused.result.isError]).toEqual([200, true])
    expect(refused.text).toMatch(/^This key may make 10 requests a minute; retry in \d+ s\.$/)
    expect(refused.result._meta['edge-brain/error']).toMatchObject({ status: 429, code: 'rate_limit_exceeded' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await post('/brain/stats', { user_id: 'me' })).status).toBe(429)
    const resource = await ask('resources/read', { uri: 'memory://profile' })
    expect(resource.body.error).toMatchObject({ code: -32000, data: { status: 429 } })
    // Whoever is over his limit can still be told what there is.
    expect((await ask('tools/list')).status).toBe(200)
  })

  it('with a large body takes one place too, and is not read where the window is full', async () => {
    const { key } = await newCaller('free')
    const large = { text: 'Ann lives in Lisbon. '.repeat(4_000) }
    const { headers, result } = await mcpWith(key).call('add_memory', large)
    expect(result.isError).toBeUndefined()
    expect(headers.get('ratelimit-remaining')).toBe('9')
    for (let i = 0; i < 9; i++) await mcpWith(key).call('list_memories')
    const { status, body } = await formerMcpWith(key).send(`[${' '.repeat(70_000)}`)
    expect([status, body.code]).toEqual([429, 'rate_limit_exceeded'])
  })

  it('of a batch is admitted by itself', async () => {
    const { key } = await newCaller('free')
    const one = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'list_memories' } })
    const { body } = await formerMcpWith(key, null).send(Array.from({ length: 12 }, (_, i) => one(i)))
    const refused = body.filter(({ result }: { result: { isError?: boolean } }) => result.isError)
    expect([body.length, refused.length]).toEqual([12, 2])
  })

  it('needs the scope of its route', async () => {
    const { keyWith } = await newAccount()
    const reader = mcpWith((await keyWith({ scopes: ['read'] })).key)
    expect((await reader.call('search_memory', { query: 'x' })).result.isError).toBeUndefined()
    const { result } = await reader.call('add_memory', { text: 'Ann lives in Lisbon.' })
    expect(result._meta['edge-brain/error']).toMatchObject({ status: 403, code: 'insufficient_scope' })
    const writer = mcpWith((await keyWith({ scopes: ['write'] })).key)
    expect((await writer.call('search_memory', { query: 'x' })).result.isError).toBe(true)
    expect((await writer.ask('tools/list')).status).toBe(200)
    const { result: added } = await writer.call('add_memory', { text: 'Ann lives in Lisbon.' })
    const { result: erased } = await writer.call('delete_memory', { id: added.structuredContent.memory_id })
    expect(erased._meta['edge-brain/error'].code).toBe('insufficient_scope')
  })

  it('happens once where it has to, by a header or by _meta', async () => {
    const { account, key } = await newCaller('enterprise')
    const { call, ask } = mcpWith(key)
    const args = { text: 'Ann lives in Lisbon.' }
    const first = await call('add_memory', args, { 'idempotency-key': 'k1' })
    const again = await call('add_memory', args, { 'idempotency-key': 'k1' })
    expect(again.result.structuredContent).toEqual(first.result.structuredContent)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const _meta = { 'edge-brain/idempotency-key': 'k1' }
    const other = await ask('tools/call', { name: 'add_memory', arguments: { text: 'Other.' }, _meta })
    expect(other.body.result._meta['edge-brain/error']).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    expect(await usedBy(account)).toBe(5)
    const { memory_id: id } = first.result.structuredContent
    for (const [name, change, cost] of [
      ['update_memory', { id, text: 'Ann lives in Porto.' }, 5],
      ['delete_memory', { id }, 1],
    ] as const) {
      const before = await usedBy(account)
      const [done, replayed] = [
        await call(name, change, { 'idempotency-key': name }),
        await call(name, change, { 'idempotency-key': name }),
      ]
      expect(replayed.result).toEqual(done.result)
      expect([done.result.isError, await usedBy(account)]).toEqual([undefined, before + cost])
    }
    for (const wrong of ['', 'a\nb: c', 'é', 'x'.repeat(256)]) {
      const params = { name: 'add_memory', arguments: args, _meta: { 'edge-brain/idempotency-key': wrong } }
      const { body } = await ask('tools/call', params)
      expect(body.result.content[0].text).toContain('Idempotency-Key: must be')
    }
  })
})

describe('an endpoint of one persona', () => {
  it('sees and writes that one alone, whatever its key may', async () => {
    const { owner, keyWith } = await newAccount()
    const { key } = await keyWith({})
    const { body: bobs } = await owner.post('/brain/ingest', { text: 'Alice lives in Zanzibar.', persona: 'bob' })
    await owner.post('/brain/ingest', { text: 'Alice works in Zanzibar.' })
    const ann = mcpWith(key, '/mcp/ann')
    const added = await ann.call('add_memory', { text: 'Alice lives in Rome.', session_id: 's' })
    const { memories } = (await ann.call('list_memories')).result.structuredContent
    expect(memories).toMatchObject([{ id: added.result.structuredContent.memory_id, persona: 'ann' }])
    for (const { text, result } of [
      await ann.call('search_memory', { query: 'Where does Alice live? Zanzibar' }),
      await ann.call('get_profile', { entity: 'Alice' }),
      await ann.call('get_memory', { id: bobs.memory_id }),
    ])
      expect(text + JSON.stringify(result)).not.toContain('Zanzibar')
    for (const name of ['get_memory', 'update_memory', 'delete_memory'])
      expect((await ann.call(name, { id: bobs.memory_id, ...(name === 'update_memory' && { text: 'x' }) })).text).toBe(
        'id: there is no such memory',
      )
    const moved = await ann.call('update_memory', { id: added.result.structuredContent.memory_id, persona: 'bob' })
    expect(moved.result.isError).toBe(true)
    for (const name of ['add_memory', 'search_memory', 'list_memories', 'get_profile']) {
      const { result, text } = await ann.call(name, { text: 'x', query: 'x', persona: 'bob' })
      expect([name, result.isError]).toEqual([name, true])
      expect(text).toContain('persona')
    }
    const { tools } = (await ann.ask('tools/list')).body.result
    for (const { inputSchema } of tools) expect(inputSchema.properties).not.toHaveProperty('persona')
  })

  it('opens nothing to a key that is bound to others', async () => {
    const { keyWith } = await newAccount()
    const { key } = await keyWith({ personas: ['bob'] })
    const { result } = await mcpWith(key, '/mcp/ann').call('list_memories')
    expect(result._meta['edge-brain/error']).toMatchObject({ status: 403, code: 'persona_not_allowed' })
    expect((await mcpWith(key, '/mcp/bob').call('list_memories')).result.isError).toBeUndefined()
  })

  it('takes any name that a persona can have', async () => {
    const { key } = await newCaller('enterprise')
    const path = `/mcp/${encodeURIComponent('Anna Müller/2')}`
    await mcpWith(key, path).call('add_memory', { text: 'Alice lives in Rome.' })
    const { memories } = (await mcpWith(key).call('list_memories')).result.structuredContent
    expect(memories).toMatchObject([{ persona: 'Anna Müller/2' }])
  })

  it('is a different place for what must happen once', async () => {
    const { key } = await newCaller('enterprise')
    const once = { 'idempotency-key': 'same' }
    await mcpWith(key, '/mcp/ann').call('add_memory', { text: 'Alice lives in Rome.' }, once)
    const { result } = await mcpWith(key, '/mcp/bob').call('add_memory', { text: 'Alice lives in Rome.' }, once)
    expect(result._meta['edge-brain/error'].code).toBe('idempotency_key_reused')
  })
})
