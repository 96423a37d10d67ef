import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOperator, call, newKey, withKey } from './calls.ts'
import { type StartedService, startService } from './service.ts'

/** What is refused, how, and in which order, over real HTTP. */
let service: StartedService
beforeAll(async () => {
  service = await startService({ env: { MONTHLY_OPS_FREE: '12' } })
})
afterAll(() => service?.stop())

const MEMORY = ['ingest', 'ingest/batch', 'retrieve', 'retrieve/graph-qa', 'consolidate', 'prune', 'stats']
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  call(`${service.url}/brain/${path}`, 'POST', body, headers)
const TWO_MEGABYTES = 2 * 1024 * 1024

describe('every answer', () => {
  it('is JSON with detail when it is an error, and carries a request id of its own', async () => {
    const answers = await Promise.all([
      call(`${service.url}/nowhere`, 'GET'),
      call(`${service.url}/brain/ingest`, 'GET'),
      post('ingest', { text: 'x' }),
      post('ingest', { text: '' }, { 'x-api-key': service.key() }),
      post('ingest', 'x'.repeat(TWO_MEGABYTES + 1)),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 405, 401, 400, 413])
    for (const { body, headers } of answers) {
      expect(body.detail).toEqual(expect.any(String))
      expect(headers.get('content-type')).toMatch(/^application\/json/)
      expect(headers.get('x-request-id')).toMatch(/\S{8,}/)
    }
    expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(answers.length)
  })

  it('carries the limits when the key is good', async () => {
    const { headers } = await withKey(service, await newKey(service, 'starter'))('retrieve', { query: 'x' })
    expect(headers.get('ratelimit-limit')).toBe('60')
    expect(headers.get('ratelimit-remaining')).toBe('59')
    expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThan(0)
    expect(headers.get('x-ops-remaining')).toBe('99998')
    expect(headers.get('server-timing')).toContain('round-trips')
  })

  it('lets no other site read it unless configured', async () => {
    const { headers } = await call(`${service.url}/brain/health`, 'GET', undefined, { origin: 'https://example.com' })
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('the order of the answers', () => {
  it('puts the path and the method before everything', async () => {
    expect((await post('nowhere', 'x'.repeat(TWO_MEGABYTES + 1))).status).toBe(404)
    for (const path of MEMORY) {
      const { status, headers } = await call(`${service.url}/brain/${path}`, 'PUT', 'x'.repeat(TWO_MEGABYTES + 1))
      expect([status, headers.get('allow')]).toEqual([405, 'POST'])
    }
    const health = await call(`${service.url}/brain/health`, 'POST', {})
    expect([health.status, health.headers.get('allow')]).toEqual([405, 'GET'])
  })

  it('puts the size of the body before the key, and reads what is larger to its end', async () => {
    for (const size of [TWO_MEGABYTES + 1, 8 * TWO_MEGABYTES])
      expect((await post('ingest', 'x'.repeat(size))).status).toBe(413)
    const exact = JSON.stringify({ text: 'x', pad: '' })
    const padded = JSON.stringify({ text: 'x', pad: 'p'.repeat(TWO_MEGABYTES - exact.length) })
    expect((await post('ingest', padded, { 'x-api-key': service.key() })).status).toBe(200)
  })

  it('puts the key before validation', async () => {
    for (const path of MEMORY) {
      for (const key of ['brain_made0up0made0up0made0up0made0up0', 'brain_', '', null]) {
        const headers: Record<string, string> = key === null ? {} : { 'x-api-key': key }
        expect(await post(path, '{', headers)).toMatchObject({
          status: 401,
          body: { detail: expect.stringMatching(/invalid or inactive/) },
        })
      }
    }
  })

  it('puts the rate limit before validation, and a refused request in the window unless it is a 429', async () => {
    const key = { 'x-api-key': await newKey(service, 'free') }
    for (let i = 0; i < 9; i++) expect((await post('ingest', { text: 7 }, key)).status).toBe(400)
    expect((await post('retrieve/graph-qa', { query: 'x' }, key)).status).toBe(403)
    for (let i = 0; i < 3; i++) {
      const { status, body, headers } = await post('ingest', { text: 7 }, key)
      expect(status).toBe(429)
      expect(body).toEqual({
        error: 'rate_limit_exceeded',
        code: 'rate_limit_exceeded',
        detail: expect.any(String),
        limit: 10,
        tier: 'free',
        retry_after_seconds: expect.any(Number),
        upgrade: `${service.url}/docs#plans`,
      })
      expect(headers.get('retry-after')).toBe(String(body.retry_after_seconds))
      expect(body.retry_after_seconds).toBeGreaterThan(0)
      expect(body.retry_after_seconds).toBeLessThanOrEqual(60)
    }
  })

  it('puts validation before the plan, and the plan before the budget', async () => {
    const key = { 'x-api-key': await newKey(service, 'free') }
    expect((await post('retrieve/graph-qa', { query: 7 }, key)).status).toBe(400)
    expect((await post('retrieve/graph-qa', { query: 'x' }, key)).status).toBe(403)
    const many = { items: Array.from({ length: 6 }, (_, i) => ({ text: `Item number ${i}.` })) }
    expect(await post('ingest/batch', many, key)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('5') },
    })
    expect((await post('ingest/batch', { items: many.items.slice(0, 5) }, key)).status).toBe(429)
  })

  it('ends with the budget, which a refused request does not touch', async () => {
    const key = { 'x-api-key': await newKey(service, 'free') }
    expect((await post('ingest', { text: 'One thing.' }, key)).headers.get('x-ops-remaining')).toBe('7')
    expect((await post('ingest', { text: 'Another thing.' }, key)).headers.get('x-ops-remaining')).toBe('2')
    const refused = await post('ingest', { text: 'A third thing.' }, key)
    expect(refused.status).toBe(429)
    expect(refused.body).toEqual({
      error: 'monthly_limit_exceeded',
      code: 'monthly_limit_exceeded',
      detail: expect.any(String),
      tier: 'free',
      upgrade: `${service.url}/docs#plans`,
    })
    expect((await post('retrieve', { query: 'thing' }, key)).headers.get('x-ops-remaining')).toBe('0')
    expect((await post('stats', { user_id: 'x' }, key)).status).toBe(200)
  })
})

describe('a bad body', () => {
  const refused: [name: string, body: string | Uint8Array, headers?: Record<string, string>][] = [
    ['none at all', ''],
    ['no JSON', '{"text": '],
    ['no object', '["text"]'],
    ['null', 'null'],
    ['another content type', '{"text":"x"}', { 'content-type': 'text/plain' }],
    ['no UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['UTF-16', new Uint8Array(Buffer.from('{"text":"x"}', 'utf16le'))],
    ['NaN', '{"text":"x","k":NaN}'],
    ['deep nesting', `{"text":"x","metadata":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`],
    ['deep arrays', `{"text":"x","metadata":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
    ['a polluting key', '{"text":"x","metadata":{"__proto__":{"admin":true}}}'],
    ['a polluting constructor', '{"text":"x","metadata":{"constructor":{"prototype":{"admin":true}}}}'],
    ['too much metadata', JSON.stringify({ text: 'x', metadata: { a: 'y'.repeat(17_000) } })],
    ['a text that is too long', JSON.stringify({ text: 'y'.repeat(100_001) })],
    ['a number for a text', '{"text":1e999}'],
    ['a source that does not exist', '{"text":"x","source":"rumour"}'],
    ['the same key twice', '{"text":"x","persona":"a","persona":"b"}'],
    ['a number beyond a double', '{"text":"x","metadata":{"n":1e999}}'],
    ['another encoding', '{"text":"x"}', { 'content-encoding': 'gzip' }],
    ['a persona with an unpaired surrogate', '{"text":"x","persona":"\\ud800"}'],
    ['a session with an unpaired surrogate', '{"text":"x","session_id":"\\udfff"}'],
    ['metadata with an unpaired surrogate for a key', '{"text":"x","metadata":{"\\udfff":1}}'],
    ['a persona that is too long', JSON.stringify({ text: 'x', persona: 'p'.repeat(129) })],
  ]

  it.each(refused)('%s: 400', async (_, body, headers = {}) => {
    const answer = await post('ingest', body, { 'x-api-key': service.key(), ...headers })
    expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringMatching(/: /) } })
  })

  it('is told of every bad field and its rule', async () => {
    const { body } = await post(
      'retrieve',
      { k: 50, max_hops: 0, min_score: '1', include_working: 'yes' },
      { 'x-api-key': service.key() },
    )
    for (const field of [
      'query: required',
      'k: must be',
      'max_hops: must be',
      'min_score: must be',
      'include_working: must be',
    ]) {
      expect(body.detail).toContain(field)
    }
  })

  it.each([
    ['retrieve', { query: 'x', k: 0 }],
    ['retrieve', { query: 'x', k: 21 }],
    ['retrieve', { query: 'x', k: 2.5 }],
    ['retrieve', { query: 'x', max_hops: 6 }],
    ['retrieve', { query: 'x', min_score: 1.01 }],
    ['retrieve', { query: '' }],
    ['retrieve', { query: 'q'.repeat(10_001) }],
    ['retrieve/graph-qa', { query: 'x', k: 51 }],
    ['retrieve/graph-qa', { query: 'x', max_hops: null }],
    ['prune', { threshold: -0.1 }],
    ['prune', { dry_run: 'no' }],
    ['consolidate', { force: 1 }],
    ['ingest/batch', { items: [] }],
    ['ingest/batch', { items: Array.from({ length: 5 }, () => ({ text: 'z'.repeat(90_000) })) }],
  ])('%s with %j: 400', async (path, body) => {
    expect((await post(path, body, { 'x-api-key': service.key() })).status).toBe(400)
  })
})

describe('a text with unpaired surrogates', () => {
  it('is stored well-formed, and is the same whichever it had', async () => {
    const brain = withKey(service, await newKey(service, 'pro'))
    const said = (surrogate: string) => `{"text":"My cat is called Mur${surrogate}r.","metadata":{"as":"${surrogate}"}}`
    expect((await brain('ingest', said('\\ud800'))).status).toBe(200)
    expect((await brain('ingest', said('\\udfff'))).body).toHaveProperty('duplicate_of')
    const { body } = await brain('retrieve', '{"query":"What is my cat called?\\udc00"}')
    expect(body.facts.map(({ fact }: { fact: string }) => fact)).toContain('My cat is called Mur\ufffdr.')
  })
})

describe('keys', () => {
  it('fail on the very next request after they are revoked, and live on for a grace period after rotation', async () => {
    const operator = asOperator(service)
    const { body: account } = await operator('POST', 'accounts', { name: 'rotating', plan: 'pro' })
    const { body: first } = await operator('POST', `accounts/${account.account}/keys`, { label: 'laptop' })
    const { body: second } = await operator('POST', `accounts/rotating/keys/${first.key_id}/rotate`, {
      grace_seconds: 3600,
    })
    const status = async (key: string) => (await withKey(service, key)('stats', { user_id: 'x' })).status
    expect([await status(first.key), await status(second.key)]).toEqual([200, 200])
    expect(
      (await operator('GET', 'accounts/rotating/keys')).body.keys.map((key: { status: string }) => key.status).sort(),
    ).toEqual(['active', 'rotating'])
    expect((await operator('DELETE', `accounts/rotating/keys/${first.key_id}`)).status).toBe(200)
    expect([await status(first.key), await status(second.key)]).toEqual([401, 200])
    expect((await operator('DELETE', 'accounts/rotating')).status).toBe(200)
    expect(await status(second.key)).toBe(401)
  })

  it('of a changed plan have its limits from the next request on', async () => {
    const operator = asOperator(service)
    const { body: account } = await operator('POST', 'accounts', { plan: 'free' })
    const { body: issued } = await operator('POST', `accounts/${account.account}/keys`)
    expect((await operator('PATCH', `accounts/${account.account}`, { plan: 'pro' })).body.plan).toBe('pro')
    expect((await withKey(service, issued.key)('stats', { user_id: 'x' })).headers.get('ratelimit-limit')).toBe('300')
  })

  it('are given out to the operator alone', async () => {
    for (const headers of [{}, { authorization: 'Bearer wrong' }, { 'x-api-key': service.key() }]) {
      expect(
        (await call(`${service.url}/admin/accounts`, 'POST', { plan: 'pro' }, headers as Record<string, string>))
          .status,
      ).toBe(401)
    }
  })
})
