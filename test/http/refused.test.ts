import { describe, expect, it } from 'vitest'
import { connect } from '../../src/bootstrap/connect.ts'
import { receive } from '../../src/http/middleware/body.ts'
import type { Connect } from '../../src/http/middleware/request.ts'
import { rememberRefusal, wasRefusedLately } from '../../src/http/refused-lately.ts'
import type { Embedder } from '../../src/ports/embedder.ts'
import { admin, fetchService, fetchThrough, newCaller } from './service.ts'

/** Larger than what is parsed before key and window are settled. */
const large = (body: object) => JSON.stringify({ ...body, pad: 'p'.repeat(70_000) })
const roundTrips = (headers: Headers) => /round-trips;desc="(\d+)"/.exec(headers.get('server-timing') ?? '')?.[1]

describe('a large body', () => {
  it('of a key that is over its rate is not looked at', async () => {
    const { post } = await newCaller('free')
    for (let i = 0; i < 10; i++) await post('/brain/stats', { user_id: 'me' })
    const refused = await post('/brain/ingest', large({ text: 'x' }))
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limit_exceeded'])
    // One that was parsed would have asked twice.
    expect(roundTrips(refused.headers)).toBe('1')
  })

  it('takes one place in the window, whatever comes of it', async () => {
    const { post } = await newCaller('starter')
    expect((await post('/brain/stats', large({ user_id: 'me' }))).headers.get('ratelimit-remaining')).toBe('59')
    expect((await post('/brain/stats', large({}))).status).toBe(400)
    const { headers } = await post('/brain/stats', { user_id: 'me' })
    expect(headers.get('ratelimit-remaining')).toBe('57')
  })

  it('takes none where the budget refuses it', async () => {
    const withBudget: Connect = (bindings, trace) => {
      const ports = connect(bindings, trace)
      const admit: typeof ports.accounts.admit = (request) =>
        ports.accounts.admit(request.probe ? request : { ...request, cost: 1e9 })
      return { ...ports, accounts: { ...ports.accounts, admit } }
    }
    const { key, post } = await newCaller('starter')
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const refused = await fetchThrough(withBudget, '/brain/ingest', {
      ...{ method: 'POST', headers, body: large({ text: 'x' }) },
    })
    expect(refused.status).toBe(429)
    expect(refused.headers.get('ratelimit-remaining')).toBe('60')
    expect((await post('/brain/stats', { user_id: 'me' })).headers.get('ratelimit-remaining')).toBe('59')
  })
})

describe('a query', () => {
  /** How many texts were encoded for a retrieve with this key. */
  async function encodedFor(key: string, query: string) {
    let encoded = 0
    const counting: Connect = (bindings, trace) => {
      const ports = connect(bindings, trace)
      const embedWithTokens: Embedder['embedWithTokens'] = (texts, kind) => {
        encoded += texts.length
        return ports.embedder.embedWithTokens!(texts, kind)
      }
      const embedder = Object.create(ports.embedder, { embedWithTokens: { value: embedWithTokens } })
      return { ...ports, embedder }
    }
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const body = JSON.stringify({ query })
    const { status } = await fetchThrough(counting, '/brain/retrieve', { method: 'POST', headers, body })
    return { status, encoded }
  }
  const long = 'Where do I live? '.repeat(31)

  it('that is long is encoded for an admitted caller alone', async () => {
    const { key, keyId, account, post } = await newCaller('free')
    expect(await encodedFor(key, long)).toEqual({ status: 200, encoded: 1 })
    for (let i = 0; i < 9; i++) await post('/brain/stats', { user_id: 'me' })
    expect(await encodedFor(key, long)).toEqual({ status: 429, encoded: 0 })
    await admin('DELETE', `/accounts/${account}/keys/${keyId}`)
    expect(await encodedFor(key, long)).toEqual({ status: 401, encoded: 0 })
  })

  it('that is short is encoded beside the admission', async () => {
    const { key, keyId, account } = await newCaller('free')
    await admin('DELETE', `/accounts/${account}/keys/${keyId}`)
    expect(await encodedFor(key, 'Where do I live?')).toEqual({ status: 401, encoded: 1 })
    // Who was refused just now is not trusted in advance.
    expect(await encodedFor(key, 'Where do I live?')).toEqual({ status: 401, encoded: 0 })
  })
})

it('a key that was refused is trusted again when its time is over, or its clock was set back', () => {
  rememberRefusal('hash', 100_000)
  expect(wasRefusedLately('hash', 99_999)).toBe(true)
  expect(wasRefusedLately('another', 99_999)).toBe(false)
  expect(wasRefusedLately('hash', 100_000)).toBe(false)
  rememberRefusal('hash', 100_000)
  expect(wasRefusedLately('hash', 1)).toBe(false)
})

describe('a batch', () => {
  const batchOf = (count: number, item: string) => `{"items":[${Array.from({ length: count }, () => item).join(',')}]}`

  it('of more items than any plan takes is counted, not read', async () => {
    for (const [plan, most] of [
      ['free', 5],
      ['enterprise', 100],
    ] as const) {
      const { post } = await newCaller(plan)
      for (const body of [
        batchOf(600_000, '{}'),
        batchOf(20_000, '{"text":7}'),
        batchOf(101, '{"text":"I live here."}'),
      ]) {
        const { status, body: answer } = await post('/brain/ingest/batch', body)
        expect([status, answer.code]).toEqual([400, 'batch_too_large'])
        expect(answer.detail).toBe(`items: must have at most ${most} items on plan ${plan}`)
      }
    }
  })

  it('with many problems is told of ten of them and of how many more there are', async () => {
    const { post } = await newCaller('enterprise')
    const { status, body } = await post('/brain/ingest/batch', batchOf(90, '{"text":7,"source":"god"}'))
    expect([status, body.code]).toEqual([400, 'invalid_request'])
    expect(String(body.detail).split('; ')).toHaveLength(11)
    expect(body.detail).toMatch(/; and 170 more$/)
    expect(String(body.detail).length).toBeLessThan(2_001)
  })
})

describe('a body that means two things', () => {
  it.each([
    ['the same key twice', '{"text":"a","persona":"one","persona":"two"}'],
    ['the same key twice, deep inside', '{"text":"a","metadata":{"a":[{"b":1,"c":"\\\\\\":","b":2}]}}'],
    ['the same key twice, written differently', '{"text":"a","te\\u0078t":"b"}'],
    ['a number that is none', '{"text":"a","metadata":{"n":1e999}}'],
    ['a key with an unpaired surrogate', '{"text":"a","metadata":{"\\ud800":1}}'],
    ['a persona with an unpaired surrogate', '{"text":"a","persona":"\\ud800"}'],
    ['a session with an unpaired surrogate', '{"text":"a","session_id":"x\\udfff"}'],
    ['more values than can be meant', `{"text":"a","metadata":{"a":[${'{},'.repeat(100_001)}1]}}`],
    ['nothing but white space', ' '.repeat(2_000_000)],
    ['two byte order marks', '\ufeff\ufeff{"text":"a"}'],
  ])('is refused: %s', async (_, body) => {
    const { post } = await newCaller('enterprise')
    const { status, body: answer } = await post('/brain/ingest', body)
    expect([status, answer.code]).toEqual([400, 'invalid_request'])
  })

  it('is refused: compressed', async () => {
    const { key } = await newCaller('enterprise')
    const packed = new Response('{"text":"a"}').body!.pipeThrough(new CompressionStream('gzip'))
    const response = await fetchService('/brain/ingest', {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: await new Response(packed).arrayBuffer(),
    })
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { detail: expect.stringContaining('content-encoding') },
    ])
  })

  it('is not one that only looks like it', async () => {
    const { post } = await newCaller('enterprise')
    for (const body of [
      '{"text":"He said: \\"a\\": 1, \\\\","metadata":{"a:b":"c:d","text":{"text":[":",{"text":1}]}}}',
      '\ufeff{"text":"Tea, please."}',
    ])
      expect((await post('/brain/ingest', body)).status).toBe(200)
  })
})

describe('a text with unpaired surrogates', () => {
  it('is made well-formed once, and found by what it says', async () => {
    const { post } = await newCaller('enterprise')
    const text = '"My cat is called Mur\\ud800r."'
    expect((await post('/brain/ingest', `{"text":${text}}`)).status).toBe(200)
    const again = await post('/brain/ingest', `{"text":${text.replace('d800', 'dfff')}}`)
    expect(again.body).toHaveProperty('duplicate_of')
    const { body } = await post<{ facts: { fact: string }[] }>(
      '/brain/retrieve',
      '{"query":"What is my cat called?\\udc00"}',
    )
    expect(body.facts.map(({ fact }) => fact)).toContain('My cat is called Mur\ufffdr.')
  })
})

describe('what is received', () => {
  const endless = (part: Uint8Array | null) =>
    new ReadableStream<Uint8Array>({ pull: (stream) => (part ? stream.enqueue(part) : new Promise(() => {})) })
  const request = (body: BodyInit, headers: Record<string, string> = {}) =>
    new Request('https://brain.test/', { method: 'POST', body, headers })

  it('ends, however it is sent', async () => {
    expect(await receive(request(endless(null)), true, 50)).toBe('unreadable')
    expect(await receive(request(endless(null), { 'content-length': '5' }), true, 50)).toBe('unreadable')
    expect(await receive(request(endless(new Uint8Array(1 << 20))), true)).toBe('too-large')
    expect(await receive(request(endless(new Uint8Array(1 << 20))), false)).toBe('too-large')
  })

  it('is not kept, nor even read where its size is announced, for a key that is made up', async () => {
    const announced = request('x'.repeat(1000), { 'content-length': '1000' })
    expect(await receive(announced, false)).toHaveLength(0)
    expect(announced.bodyUsed).toBe(false)
    expect(await receive(request(new Response('x'.repeat(1000)).body!), false)).toHaveLength(0)
    expect(await receive(request(new Response('x'.repeat(1000)).body!), true)).toHaveLength(1000)
  })
})

describe('the operator', () => {
  it('is asked for his token before a body is looked at', async () => {
    for (const body of ['{', '['.repeat(100_000), 'x'.repeat(2 * 1024 * 1024 + 1)]) {
      const response = await fetchService('/admin/accounts', {
        method: 'POST',
        headers: { authorization: 'Bearer wrong', 'content-type': 'application/json' },
        body,
      })
      expect([response.status, await response.json()]).toMatchObject([401, { code: 'invalid_token' }])
    }
  })
})

it('a sentence about what is wrong is short, however long the name is that it quotes', async () => {
  const { post } = await newCaller('enterprise')
  const long = 'k'.repeat(100_000)
  const answers = [
    await post(`/brain/${long}`, {}),
    await post('/brain/ingest', JSON.stringify({ text: 7, [long]: { [long]: 7 }, metadata: long })),
    await post('/brain/entities/unmerge', { entity: long, alias: long }),
  ]
  for (const { status, body } of answers) {
    expect(status).toBeGreaterThanOrEqual(400)
    expect(String(body.detail).length).toBeLessThan(2_001)
  }
})
