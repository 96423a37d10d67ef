import { Hono } from 'hono'
import { afterEach, expect, it, vi } from 'vitest'
import type { AppEnv } from '../../src/http/context.ts'
import { body, discardBody } from '../../src/http/middleware/body.ts'

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
