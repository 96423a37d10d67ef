import { Hono } from 'hono'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { connect } from '../../src/bootstrap/connect.ts'
import type { AppEnv } from '../../src/http/context.ts'
import { body, discardBody } from '../../src/http/middleware/body.ts'
import type { Connect } from '../../src/http/middleware/request.ts'
import { fetchThrough, newCaller } from './service.ts'

afterEach(() => void vi.useRealTimers())

/** A body that begins and never ends. */
const endless = (headers: Record<string, string> = {}) =>
  new Request('http://x/', {
    method: 'POST',
    headers,
    body: new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{"q')) }),
  })

it('refuses a body that is not whole after a minute', async () => {
  vi.useFakeTimers()
  const app = new Hono<AppEnv>().post('/', body(), (c) => c.json({}))
  const answer = app.fetch(endless())
  await vi.advanceTimersByTimeAsync(60_000)
  expect((await answer).status).toBe(400)
})

it('throws a body away that nobody wants for no longer than that', async () => {
  vi.useFakeTimers()
  const discarded = discardBody(endless())
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await discarded).toBeUndefined()
})

describe('a body that takes its time', () => {
  it('does not make the window of its key forget sooner', async () => {
    const { key } = await newCaller('free')
    let now = Date.now()
    const moved: Connect = (env, trace) => ({ ...connect(env, trace), clock: () => now })
    const stats = (body: BodyInit) =>
      fetchThrough(moved, '/brain/stats', {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body,
      })
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const slow = stats(readable)
    await scheduler.wait(50)
    now += 20_000
    expect((await stats('{"user_id":"x"}')).headers.get('ratelimit-reset')).toBe('60')
    const writer = writable.getWriter()
    void writer.write(new TextEncoder().encode('{"user_id":"x"}')).then(() => writer.close())
    expect((await slow).status).toBe(200)
    expect((await stats('{"user_id":"x"}')).headers.get('ratelimit-reset')).toBe('60')
  })
})

describe('a request that waits for the models', () => {
  it('is dated when it is let in, not when it came', async () => {
    const { key } = await newCaller('free')
    const arrived = Date.now()
    let now = arrived
    const admittedAt: number[] = []
    const model = {
      loaded: false,
      async load() {
        now += 9_000
        model.loaded = true
      },
    }
    const waiting: Connect = (env, trace) => {
      const ports = connect(env, trace)
      const admit: typeof ports.accounts.admit = (request) => {
        admittedAt.push(request.now)
        return ports.accounts.admit(request)
      }
      return { ...ports, clock: () => now, models: [model], accounts: { ...ports.accounts, admit } }
    }
    const stats = () =>
      fetchThrough(waiting, '/brain/stats', {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: '{"user_id":"x"}',
      })
    expect((await stats()).status).toBe(200)
    await stats()
    expect(admittedAt.map((at) => at - arrived)).toEqual([9_000, 9_000])
  })
})
