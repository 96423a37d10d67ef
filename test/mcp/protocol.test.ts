import { beforeAll, describe, expect, it } from 'vitest'
import { admin, fetchService, newCaller } from '../http/service.ts'
import { formerMcpWith, META, mcpWith, postMcp } from './mcp-calls.ts'

let key: string
beforeAll(async () => {
  key = (await newCaller('enterprise')).key
})

describe('the current revision', () => {
  it('discovers the server without a handshake', async () => {
    const { status, body } = await mcpWith(key).ask('server/discover')
    expect(status).toBe(200)
    expect(body.result).toMatchObject({
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {}, resources: {}, prompts: {} },
      cacheScope: 'public',
    })
    expect(body.result._meta['io.modelcontextprotocol/serverInfo']).toMatchObject({ name: 'edge-brain' })
  })

  it.each(['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'])(
    'says of %s how long it may be kept',
    async (method) => {
      const { body } = await mcpWith(key).ask(method)
      expect(body.result).toMatchObject({ resultType: 'complete', ttlMs: expect.any(Number), cacheScope: 'public' })
    },
  )

  it.each(['initialize', 'ping', 'logging/setLevel', 'nonsense', 'toString', '__proto__'])(
    'has no method %s',
    async (method) => {
      const { status, body } = await mcpWith(key).ask(method)
      expect([status, body.error.code, body.id]).toEqual([404, -32601, 1])
    },
  )

  it.each([
    ['another method', { 'mcp-method': 'prompts/list' }],
    ['a method in capitals', { 'mcp-method': 'TOOLS/LIST' }],
    ['no method', { 'mcp-method': '' }],
    ['another revision', { 'mcp-protocol-version': '2025-11-25' }],
  ])('refuses headers that name %s', async (_, headers) => {
    const { status, body } = await mcpWith(key).ask('tools/list', {}, headers)
    expect([status, body.error.code]).toEqual([400, -32020])
  })

  it.each(['', 'get_memory', '=?base64?not base64?=', '=?base64?Z2V0X3Byb2ZpbGU?=', 'GET_PROFILE'])(
    'refuses the name %s in a header',
    async (name) => {
      const { status, body } = await mcpWith(key).ask('tools/call', { name: 'get_profile' }, { 'mcp-name': name })
      expect([status, body.error.code]).toEqual([400, -32020])
    },
  )

  it('takes a name that is encoded or has spaces around it', async () => {
    for (const name of ['=?base64?Z2V0X3Byb2ZpbGU=?=', '  get_profile '])
      expect((await mcpWith(key).call('get_profile', {}, { 'mcp-name': name })).result.isError).toBeUndefined()
  })

  it('needs its fields of _meta, save who the client is', async () => {
    const headers = {
      authorization: `Bearer ${key}`,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'server/discover',
    }
    const ask = (params: object | undefined) =>
      postMcp('/mcp', headers, { jsonrpc: '2.0', id: 'x', method: 'server/discover', params })
    const { 'io.modelcontextprotocol/clientInfo': _, ...enough } = META
    expect((await ask({ _meta: enough })).status).toBe(200)
    for (const name of ['io.modelcontextprotocol/protocolVersion', 'io.modelcontextprotocol/clientCapabilities']) {
      const { status, body } = await ask({ _meta: { ...META, [name]: undefined } })
      expect([status, body.error.code, body.id]).toEqual([400, -32602, 'x'])
    }
    for (const params of [undefined, {}, { _meta: null }, { _meta: [] }])
      expect((await ask(params)).body.error.code).toBe(-32602)
  })

  it.each(['v999.0.0', '2027-01-01', '2024-11-05', ''])(
    'names what it supports to whoever wants %s',
    async (wanted) => {
      const headers = {
        authorization: `Bearer ${key}`,
        'mcp-protocol-version': wanted,
        'mcp-method': 'server/discover',
      }
      const params = { _meta: { ...META, 'io.modelcontextprotocol/protocolVersion': wanted } }
      const message = { jsonrpc: '2.0', id: 7, method: 'server/discover', params }
      const { status, body } = await postMcp('/mcp', headers, message)
      expect([status, body.error.code, body.error.data]).toEqual([
        400,
        -32022,
        { supported: ['2026-07-28'], requested: wanted },
      ])
    },
  )
})

describe('revisions before it', () => {
  it.each([
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2025-03-26', '2025-03-26'],
    ['2024-11-05', '2025-11-25'],
    ['2026-07-28', '2025-11-25'],
    [undefined, '2025-11-25'],
  ])('shake hands: who asks for %s gets %s', async (asked, agreed) => {
    const client = { protocolVersion: asked, capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    const { status, body } = await formerMcpWith(key, null).ask('initialize', client)
    expect([status, body.result.protocolVersion]).toEqual([200, agreed])
    expect(body.result).toMatchObject({ serverInfo: { name: 'edge-brain' }, instructions: expect.any(String) })
    expect(body.result).not.toHaveProperty('resultType')
  })

  it.each(['2025-11-25', '2025-06-18', '2025-03-26', null])('are answered with the header %s', async (version) => {
    const { ask, send } = formerMcpWith(key, version)
    expect(await ask('ping')).toMatchObject({ status: 200, body: { result: {} } })
    const { body } = await ask('tools/list')
    expect(body.result.tools).toHaveLength(7)
    expect(body.result).not.toHaveProperty('ttlMs')
    const told = await send({ jsonrpc: '2.0', method: 'notifications/initialized' })
    expect([told.status, told.body]).toEqual([202, null])
    expect((await ask('server/discover')).body.error.code).toBe(-32601)
    expect(await ask('nonsense')).toMatchObject({ status: 200, body: { error: { code: -32601 } } })
  })

  it('refuse a revision that there is not', async () => {
    for (const version of ['2024-11-05', '1999-01-01', 'latest'])
      expect(await formerMcpWith(key, version).ask('tools/list')).toMatchObject({
        status: 400,
        body: { error: { code: -32022 } },
      })
  })
})

describe('a batch', () => {
  const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' })

  it.each([null, '2025-03-26'])('is answered where its revision has it: %s', async (version) => {
    const { send } = formerMcpWith(key, version)
    const { status, body } = await send([ping(1), { jsonrpc: '2.0', method: 'notifications/initialized' }, ping(2), 5])
    expect(status).toBe(200)
    expect(body).toMatchObject([
      { id: 1, result: {} },
      { id: 2, result: {} },
      { id: null, error: { code: -32600 } },
    ])
    expect((await send([{ jsonrpc: '2.0', method: 'notifications/x' }])).status).toBe(202)
  })

  it.each(['2025-06-18', '2025-11-25', '2026-07-28'])('is refused where it has none: %s', async (version) => {
    const { status, body } = await formerMcpWith(key, version).send([ping(1)])
    expect([status, body.error.code]).toEqual([400, -32600])
  })

  it.each([
    ['nothing', []],
    ['too much', Array.from({ length: 21 }, (_, i) => ping(i))],
    ['a handshake', [ping(1), { jsonrpc: '2.0', id: 2, method: 'initialize', params: {} }]],
  ])('may not have %s', async (_, batch) => {
    const { status, body } = await formerMcpWith(key, null).send(batch)
    expect([status, body.error.code, body.id]).toEqual([400, -32600, null])
  })
})

describe('a message', () => {
  it.each([
    ['no JSON', '{', 400, -32700],
    ['no object', '5', 400, -32600],
    ['of another protocol', { jsonrpc: '1.0', id: 1, method: 'ping' }, 400, -32600],
    ['without a method', { jsonrpc: '2.0', id: 1 }, 400, -32600],
    ['with null for an id', { jsonrpc: '2.0', id: null, method: 'ping' }, 400, -32600],
    ['with an object for an id', { jsonrpc: '2.0', id: {}, method: 'ping' }, 400, -32600],
    ['with a list of params', { jsonrpc: '2.0', id: 1, method: 'ping', params: [] }, 400, -32602],
    ['with a key twice', '{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/call"}', 400, -32600],
    ['that pollutes', '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"__proto__":{}}}', 400, -32600],
    [
      'that is deep',
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'{"a":'.repeat(99)}1${'}'.repeat(99)}}`,
      400,
      -32600,
    ],
  ])('%s is refused', async (_, sent, status, code) => {
    const reply = await formerMcpWith(key).send(sent)
    expect([reply.status, reply.body.error.code]).toEqual([status, code])
  })

  it('must be JSON by its type, and not too large', async () => {
    const { send } = formerMcpWith(key)
    expect((await send({}, { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await send(`"${'x'.repeat(2 * 1024 * 1024)}"`)).status).toBe(413)
  })

  it('comes by POST alone', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const response = await fetchService('/mcp', { method, headers: { authorization: `Bearer ${key}` } })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
    }
  })

  it('needs a key that is one, whatever it asks', async () => {
    const { account, key: revoked, keyId } = await newCaller('enterprise')
    await admin('DELETE', `/accounts/${account}/keys/${keyId}`)
    for (const wrong of [revoked, 'brain_made_up', '']) {
      for (const [method, params] of [
        ['server/discover', {}],
        ['tools/list', {}],
        ['tools/call', { name: 'get_profile', arguments: {} }],
        ['tools/call', { name: 'get_memory', arguments: {} }],
        ['resources/read', { uri: 'memory://profile' }],
        ['prompts/get', { name: 'use_memory' }],
      ] as const) {
        const { status, headers, body } = await mcpWith(wrong).ask(method, params)
        expect([method, status, headers.get('www-authenticate'), body.code]).toEqual([
          method,
          401,
          'Bearer',
          'invalid_key',
        ])
      }
    }
  })

  it('from a page of somebody else is refused', async () => {
    const ask = (origin: string, path = '/mcp') =>
      fetchService(path, { method: 'POST', headers: { origin, authorization: `Bearer ${key}` }, body: '{}' })
    for (const origin of ['https://evil.example', 'null', 'http://localhost:3000', 'http://brain.test', 'nonsense']) {
      const response = await ask(origin)
      expect([origin, response.status, ((await response.json()) as { code: string }).code]).toEqual([
        origin,
        403,
        'origin_not_allowed',
      ])
    }
    expect((await ask('https://brain.test')).status).toBe(415)
  })
})

describe('the endpoint', () => {
  it('is not there for tools or personas that cannot be', async () => {
    for (const path of ['/mcp?tools=nonsense', '/mcp?tools=toString', `/mcp/${'x'.repeat(129)}`, '/mcp/a/b'])
      expect((await mcpWith(key, path).ask('tools/list')).status).toBe(404)
  })
})
