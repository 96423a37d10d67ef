import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { connect } from '../../src/bootstrap/connect.ts'
import type { Connect } from '../../src/http/middleware/request.ts'
import { createTrace } from '../../src/runtime/trace.ts'
import { fetchThrough, newCaller } from './service.ts'

async function ask(...asked: Parameters<typeof fetchThrough>) {
  const response = await fetchThrough(...asked)
  const body = (await response.json()) as Record<string, unknown>
  return { status: response.status, headers: response.headers, body }
}

it('a wrong configuration is told to a probe in the form it knows, and to everybody else with 503', async () => {
  const wrong = { EMBEDDER: 'workers-ai' }
  const health = await ask(connect, '/brain/health', {}, wrong)
  expect(health.status).toBe(200)
  expect(health.body).toMatchObject({ ready: false, models_loaded: false, neo4j: expect.stringMatching(/^error: /) })
  expect(health.body.models_error).toContain('EMBEDDER')
  expect(health.headers.get('x-request-id')).toBeTruthy()
  const stats = await ask(connect, '/brain/stats', {}, wrong)
  expect(stats).toMatchObject({ status: 503, body: { detail: expect.stringContaining('EMBEDDER') } })
})

it('a session that cannot be loaded is left out, and the answer says so', async () => {
  const { key } = await newCaller('enterprise')
  const withoutRedis: Connect = (bindings, trace) => {
    const ports = connect(bindings, trace)
    const load = async () => ({ topic: null, hot: [], down: 'redis' as const })
    return { ...ports, sessions: { ...ports.sessions, load } }
  }
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const body = JSON.stringify({ query: 'Where does Emma work?', session_id: 's' })
  const found = await ask(withoutRedis, '/brain/retrieve', { method: 'POST', headers, body })
  expect(found).toMatchObject({ status: 200, body: { degraded: ['redis'] } })
})

it('a session that could not be reset after an erasure is reset with the next question', async () => {
  const { key, account } = await newCaller('enterprise')
  const isDown = { now: true }
  const broken: Connect = (bindings, trace) => {
    const ports = connect(bindings, trace)
    const reset: typeof ports.sessions.reset = async (...given) => {
      if (isDown.now) throw new Error('no answer')
      return ports.sessions.reset(...given)
    }
    return { ...ports, sessions: { ...ports.sessions, reset } }
  }
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const post = async (path: string, body: object) =>
    (await ask(broken, path, { method: 'POST', headers, body: JSON.stringify(body) })).body
  const { memory_id: id } = await post('/brain/ingest', { text: 'Emma keeps bees.', session_id: 's' })
  const loaded = () => connect(env as unknown as Env, createTrace()).sessions.load(account, 's', Date.now())
  expect(await loaded()).toMatchObject({ topic: expect.anything(), hot: [expect.anything(), expect.anything()] })
  const erased = await ask(broken, `/brain/memories/${id}`, { method: 'DELETE', headers })
  expect(erased).toMatchObject({ status: 200, body: { remaining: 0 } })
  expect(await loaded()).toMatchObject({ topic: expect.anything() })
  await post('/brain/retrieve', { query: 'Who keeps bees?' })
  expect(await loaded(), 'it fails again').toMatchObject({ topic: expect.anything() })
  isDown.now = false
  await post('/brain/retrieve', { query: 'Who keeps bees?', as_of: '2026-01-01' })
  expect(await loaded(), 'a look as of a time changes nothing').toMatchObject({ topic: expect.anything() })
  await post('/brain/retrieve', { query: 'Who keeps bees?' })
  expect(await loaded()).toEqual({ topic: null, hot: [] })
})
