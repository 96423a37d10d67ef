import { expect, it } from 'vitest'
import { connect } from '../../src/bootstrap/connect.ts'
import type { Connect } from '../../src/http/middleware/request.ts'
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
