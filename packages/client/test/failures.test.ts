import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type BrainClient, BrainError, createClient } from '../src/client.ts'
import * as errors from '../src/errors.ts'
import { type Answer, json, refusal, scriptedFetch } from './scripted-fetch.ts'

const url = 'http://brain.test'

/** How long was waited before each further try, without waiting. */
let waits: number[] = []
const realSetTimeout = globalThis.setTimeout
beforeEach(() => {
  waits = []
  vi.stubGlobal('setTimeout', (run: () => void, ms: number) => {
    // Timeouts of attempts are a minute here, or what is left of it, to be told apart.
    if (ms > 30_000) return realSetTimeout(run, ms)
    waits.push(ms)
    return realSetTimeout(run, 0)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const failing = async (
  answers: readonly Answer[],
  call: (client: BrainClient) => PromiseLike<unknown> = (client) => client.ingest({ text: 'a' }),
  more = {},
) => {
  const { fetch, asked } = scriptedFetch(...answers)
  const outcome = await Promise.resolve(call(createClient({ url, fetch, timeoutMs: 60_000, ...more }))).then(
    (value) => value,
    (error) => error,
  )
  return { outcome, asked }
}

describe('an error', () => {
  it('is of a class by its status, with code, detail and request id', async () => {
    const classes = [
      ...([
        [400, 'invalid_request', 'InvalidRequestError'],
        [413, 'body_too_large', 'InvalidRequestError'],
      ] as const),
      ...([
        [401, 'invalid_key', 'AuthenticationError'],
        [403, 'plan_too_low', 'PermissionError'],
      ] as const),
      ...([
        [404, 'not_found', 'NotFoundError'],
        [409, 'conflict', 'ConflictError'],
      ] as const),
      ...([
        [412, 'version_mismatch', 'ConflictError'],
        [422, 'idempotency_key_reused', 'ConflictError'],
      ] as const),
      ...([
        [429, 'monthly_limit_exceeded', 'RateLimitError'],
        [503, 'misconfigured', 'ServiceError'],
      ] as const),
    ]
    for (const [status, code, name] of classes) {
      const { outcome, asked } = await failing([refusal(status, code)])
      expect(outcome).toBeInstanceOf(new Map(Object.entries(errors)).get(name))
      expect(outcome).toBeInstanceOf(BrainError)
      expect(outcome).toMatchObject({ name, code, status, detail: `It is ${code}.`, requestId: 'r-1' })
      expect(asked.length).toBe(1)
    }
  })

  it('has the whole answer, for what few have', async () => {
    const { outcome } = await failing([json({ detail: 'No.', code: 'plan_too_low', tier: 'free' }, 403)])
    expect((outcome as BrainError).body).toMatchObject({ tier: 'free' })
  })

  it('is one as well where somebody else answered: not JSON, or a redirect', async () => {
    const page = await failing([new Response('<html>', { status: 502, statusText: 'Bad Gateway' })], undefined, {
      maxRetries: 0,
    })
    expect(page.outcome).toMatchObject({ status: 502, code: 'unexpected_answer', body: '<html>' })
    const fine = await failing([new Response('<html>')])
    expect(fine.outcome).toMatchObject({ status: 200, code: 'unexpected_answer' })
    const moved = await failing([new Response(null, { status: 302, headers: { location: 'http://evil.test' } })])
    expect(moved.outcome).toMatchObject({ status: 302, detail: expect.stringContaining('redirect') })
    expect(moved.asked.length).toBe(1)
  })

  it('never holds the key', async () => {
    const { outcome } = await failing([refusal(401, 'invalid_key')], undefined, { apiKey: 'sk-secret' })
    expect(JSON.stringify(outcome, Object.getOwnPropertyNames(outcome))).not.toContain('sk-secret')
  })
})

describe('a failure that passes', () => {
  it('is tried again with the same key and body, after waits that grow', async () => {
    const { outcome, asked } = await failing([
      new TypeError('network'),
      refusal(503, 'overloaded'),
      json({ msg: 'ok' }),
    ])
    expect(outcome).toEqual({ msg: 'ok' })
    expect(new Set(asked.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
    expect(new Set(asked.map(({ body }) => body)).size).toBe(1)
    expect(waits[0]).toBeGreaterThanOrEqual(250)
    expect(waits[0]).toBeLessThanOrEqual(500)
    expect(waits[1]).toBeGreaterThanOrEqual(500)
    expect(waits[1]).toBeLessThanOrEqual(1000)
  })

  it('waits as long as the service asks, in seconds or until a date', async () => {
    await failing([refusal(429, 'rate_limit_exceeded', { 'retry-after': '7' }), json({})])
    expect(waits).toEqual([7000])
    const date = new Date(Date.now() + 20_000).toUTCString()
    await failing([refusal(503, 'loading', { 'retry-after': date }), json({})])
    expect(waits[1]).toBeGreaterThan(15_000)
    expect(waits[1]).toBeLessThanOrEqual(20_000)
  })

  it('is told at once where the service asks to wait for longer than is worth it', async () => {
    const { outcome, asked } = await failing([refusal(429, 'rate_limit_exceeded', { 'retry-after': '61' })])
    expect(outcome).toMatchObject({ code: 'rate_limit_exceeded', retryAfterMs: 61_000 })
    expect(asked.length).toBe(1)
  })

  it('may be waited for by one call no longer than it says itself', async () => {
    const soon = (client: BrainClient) => client.ingest({ text: 'a' }, { maxRetryAfterMs: 1_000 })
    expect((await failing([refusal(503, 'loading', { 'retry-after': '2' })], soon)).asked.length).toBe(1)
  })

  it('is told after as many tries as are wanted', async () => {
    expect((await failing([refusal(500, 'internal')])).asked.length).toBe(3)
    expect((await failing([refusal(500, 'internal')], undefined, { maxRetries: 5 })).asked.length).toBe(6)
    const once = (client: BrainClient) => client.retrieve({ query: 'a' }, { maxRetries: 0 })
    expect((await failing([refusal(503, 'loading')], once)).asked.length).toBe(1)
  })

  it('includes that an earlier try of the same call is still under way', async () => {
    const { outcome, asked } = await failing([
      ...[new TypeError('lost'), refusal(409, 'idempotency_key_in_use', { 'retry-after': '1' }), json({ msg: 'ok' })],
    ])
    expect(outcome).toEqual({ msg: 'ok' })
    expect(asked.length).toBe(3)
  })

  it('is not tried again where that might do a thing twice', async () => {
    const create = (client: BrainClient) => client.admin.createAccount({ name: 'a', plan: 'free' })
    expect((await failing([new TypeError('lost')], create)).asked.length).toBe(1)
    expect((await failing([refusal(500, 'internal')], create)).asked.length).toBe(1)
    // The service says that it did nothing.
    expect((await failing([refusal(503, 'loading'), json({})], create)).asked.length).toBe(2)
  })

  it('is not tried again where it lasts', async () => {
    for (const code of ['storage_damaged', 'storage_full', 'misconfigured'])
      expect((await failing([refusal(503, code, { 'retry-after': '1' })])).asked.length).toBe(1)
  })
})

describe('aborting', () => {
  const never = () => new Promise<Response>(() => {})

  it('fails with the reason of whoever aborts: before, on the way and while waiting to try again', async () => {
    const reason = new Error('enough')
    const before = await failing([json({})], (client) =>
      client.ingest({ text: 'a' }, { signal: AbortSignal.abort(reason) }),
    )
    expect(before.outcome).toBe(reason)
    expect(before.asked).toEqual([])

    const controller = new AbortController()
    const { fetch } = scriptedFetch(refusal(503, 'overloaded', { 'retry-after': '50' }))
    vi.stubGlobal('setTimeout', (run: () => void, ms: number) => realSetTimeout(run, ms))
    const waiting = createClient({ url, fetch }).ingest({ text: 'a' }, { signal: controller.signal })
    realSetTimeout(() => controller.abort(reason), 10)
    await expect(waiting).rejects.toBe(reason)
  })

  it('leaves nothing listening on the signal', async () => {
    const { signal } = new AbortController()
    const added = vi.spyOn(signal, 'addEventListener')
    const removed = vi.spyOn(signal, 'removeEventListener')
    await failing([refusal(503, 'overloaded'), json({})], (client) => client.ingest({ text: 'a' }, { signal }))
    expect(added.mock.calls.length).toBe(3)
    expect(removed.mock.calls.length).toBe(3)
  })

  it('ends an attempt that takes too long, and tries again', async () => {
    const hanging = ((_: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) =>
        signal!.addEventListener('abort', () => reject(signal!.reason)),
      )) as typeof fetch
    const { outcome } = await failing([never], undefined, { fetch: hanging, timeoutMs: 5 })
    expect(outcome).toBeInstanceOf(errors.TimeoutError)
    expect(outcome).toMatchObject({ code: 'timeout', status: 0 })
  })

  it('waits as long as it takes where that is wanted', async () => {
    const slow = ((_: string, { signal }: RequestInit) =>
      new Promise((resolve, reject) => {
        signal!.addEventListener('abort', () => reject(signal!.reason))
        realSetTimeout(() => resolve(json({ msg: 'ok' })), 50)
      })) as typeof fetch
    for (const timeoutMs of [Number.POSITIVE_INFINITY, 2 ** 31])
      expect((await failing([], undefined, { fetch: slow, timeoutMs })).outcome).toEqual({ msg: 'ok' })
  })
})
