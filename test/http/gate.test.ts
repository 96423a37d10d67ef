import { describe, expect, it } from 'vitest'
import { admin, fetchService, newCaller } from './service.ts'

const json = { 'content-type': 'application/json' }

describe('the gate', () => {
  it('answers in the decided order: route, size, key, rate, validation, plan, batch size, budget', async () => {
    const large = 'x'.repeat(2 * 1024 * 1024 + 1)
    expect((await fetchService('/brain/nothing', { method: 'POST', body: large })).status).toBe(404)
    const wrongMethod = await fetchService('/brain/ingest', { method: 'PUT', body: large })
    expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'POST'])
    expect((await fetchService('/brain/ingest', { method: 'POST', body: large })).status).toBe(413)
    expect((await fetchService('/brain/ingest', { method: 'POST', body: '{' })).status).toBe(401)

    const { post } = await newCaller('free')
    expect((await post('/brain/retrieve/graph-qa', '{')).status).toBe(400)
    expect((await post('/brain/retrieve/graph-qa', { query: 'who?' })).status).toBe(403)
    const items = Array.from({ length: 6 }, (_, i) => ({ text: `Item ${i}.` }))
    const batch = await post('/brain/ingest/batch', { items })
    expect([batch.status, batch.body.detail]).toEqual([400, expect.stringContaining('at most 5')])
    for (let i = 0; i < 7; i++) expect((await post('/brain/stats', { user_id: 'me' })).status).toBe(200)
    const limited = await post('/brain/ingest', '{')
    expect(limited.status).toBe(429)
    expect(limited.body).toEqual({
      error: 'rate_limit_exceeded',
      code: 'rate_limit_exceeded',
      detail: expect.any(String),
      limit: 10,
      tier: 'free',
      retry_after_seconds: expect.any(Number),
      upgrade: 'https://brain.test/docs#plans',
    })
    expect(Number(limited.headers.get('retry-after'))).toBe(limited.body.retry_after_seconds)
  })

  it('names every bad field and its rule', async () => {
    const { post } = await newCaller('enterprise')
    const { status, body } = await post('/brain/retrieve', {
      k: 0,
      persona: '',
      max_hops: 9,
      min_score: 2,
      include_working: 'yes',
    })
    expect(status).toBe(400)
    expect(String(body.detail).split('; ').sort()).toEqual([
      'include_working: must be true or false',
      'k: must be an integer between 1 and 20',
      'max_hops: must be an integer between 1 and 5',
      'min_score: must be a number between 0 and 1',
      'persona: must be a string of 1 to 128 characters',
      'query: required',
    ])
  })

  it('answers hostile bodies with 400, never with 500', async () => {
    const { key } = await newCaller('enterprise')
    const send = (body: BodyInit, type = 'application/json') =>
      fetchService('/brain/ingest', { method: 'POST', headers: { 'x-api-key': key, 'content-type': type }, body })
    const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const bodies: [BodyInit, string?][] = [
      [''],
      ['null'],
      ['[]'],
      ['"text"'],
      ['{"text": NaN}'],
      ['{"text": Infinity}'],
      ['{"text":"a"'],
      ['{"text": 5}'],
      ['{"text": {"a": 1}}'],
      ['{"text": ""}'],
      [`{"text":"a","metadata":{"deep":${nested}}}`],
      [`{"text":"a","metadata":${nested}}`],
      ['{"text":"a","metadata":{"__proto__":{"polluted":true}}}'],
      ['{"text":"a","__proto__":{"polluted":true}}'],
      ['{"text":"a","metadata":{"constructor":{"prototype":{"polluted":true}}}}'],
      [`{"text":"a","metadata":{"big":"${'x'.repeat(17_000)}"}}`],
      ['{"text":"a","source":"god"}'],
      ['{"text":"a","persona":null}'],
      ['{"text":"a"}', 'text/plain'],
      [new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
      [JSON.stringify({ text: 'x'.repeat(100_001) })],
    ]
    for (const [body, type] of bodies) {
      const response = await send(body, type)
      expect([response.status, await response.json()]).toEqual([
        400,
        { detail: expect.any(String), code: 'invalid_request' },
      ])
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('takes fields that it does not know, and a user_id that it ignores', async () => {
    const { post } = await newCaller('enterprise')
    expect((await post('/brain/retrieve', { query: 'a', user_id: 'someone', colour: 'blue' })).status).toBe(200)
    expect((await post('/brain/stats', {})).body.detail).toBe('user_id: required')
  })

  it('refuses bad keys alike, and crosses nothing for a made-up one', async () => {
    for (const key of ['', 'nonsense', `brain_${'A'.repeat(32)}`]) {
      const response = await fetchService('/brain/stats', {
        method: 'POST',
        headers: { ...json, 'x-api-key': key },
        body: '{}',
      })
      expect([response.status, await response.json()]).toEqual([
        401,
        { detail: 'The API key is invalid or inactive.', code: 'invalid_key' },
      ])
      expect(response.headers.get('server-timing')).toContain('crossings;desc="0"')
    }
  })

  it('tells the standing of a key on every answer to it', async () => {
    const { post } = await newCaller('starter')
    const bad = await post('/brain/retrieve', {})
    const good = await post('/brain/ingest', { text: 'I like tea.' })
    const standing = (headers: Headers) =>
      ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'x-ops-remaining'].map((name) => headers.get(name))
    expect(standing(bad.headers)).toEqual(['60', '59', '60', '100000'])
    expect(standing(good.headers)).toEqual(['60', '58', expect.stringMatching(/^(60|59)$/), '99995'])
    const { post: unlimited } = await newCaller('enterprise')
    expect(standing((await unlimited('/brain/stats', { user_id: 'x' })).headers)).toEqual([
      'unlimited',
      'unlimited',
      '0',
      'unlimited',
    ])
  })

  it('charges a batch in full before it is processed, and refuses it when that is more than is left', async () => {
    const { post, account } = await newCaller('free')
    const items = Array.from({ length: 5 }, (_, i) => ({ text: `Thing number ${i} is here.` }))
    expect((await post('/brain/ingest/batch', { items })).headers.get('x-ops-remaining')).toBe('9975')
    expect(await admin('GET', `/accounts/${account}/usage`)).toMatchObject({ ops_used: 25, ops_budget: 10_000 })
  })

  it('does not charge for graph-qa without an LLM', async () => {
    const { post } = await newCaller('starter')
    const { status, body, headers } = await post('/brain/retrieve/graph-qa', { query: 'Who?' })
    expect([status, body]).toEqual([
      200,
      { answer: '', error: 'LLM not available', facts_used: 0, detail: expect.any(String) },
    ])
    expect(headers.get('x-ops-remaining')).toBe('100000')
  })

  it('has no admin routes for strangers', async () => {
    const response = await fetchService('/admin/accounts', { headers: { authorization: 'Bearer wrong' } })
    expect([response.status, await response.json()]).toEqual([
      401,
      { detail: expect.any(String), code: 'invalid_token' },
    ])
  })

  it('is closed to other origins by default', async () => {
    const preflight = await fetchService('/brain/ingest', {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.test' },
    })
    expect(preflight.status).toBe(405)
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('describes itself as OpenAPI 3.1, every endpoint with its schemas', async () => {
    const document = (await (await fetchService('/openapi.json')).json()) as {
      openapi: string
      paths: Record<string, Record<string, { responses: object }>>
    }
    expect(document.openapi).toBe('3.1.0')
    const endpoints = [
      'ingest',
      'ingest/batch',
      'retrieve',
      'retrieve/graph-qa',
      'consolidate',
      'prune',
      'stats',
      'health',
    ]
    for (const path of endpoints) expect(document.paths[`/brain/${path}`]).toBeDefined()
    expect(Object.keys(document.paths['/brain/ingest']!.post!.responses)).toEqual([
      '200',
      '400',
      '401',
      '403',
      '405',
      '409',
      '413',
      '422',
      '429',
      '500',
      '503',
    ])
    expect(JSON.stringify(document)).not.toContain('$defs')
  })
})
