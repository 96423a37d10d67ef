import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { connect } from '../../src/compose.ts'

async function ask(path: string) {
  const context = createExecutionContext()
  const bindings = { ...env, EMBEDDER: 'workers-ai' } as unknown as Env
  const response = await createApp(connect).fetch(new Request(`https://brain.test${path}`), bindings, context)
  await waitOnExecutionContext(context)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

it('tells a probe what is wrong, in the form it knows, and everybody else with 503', async () => {
  const health = await ask('/brain/health')
  expect(health.status).toBe(200)
  expect(health.body).toMatchObject({ ready: false, models_loaded: false, neo4j: expect.stringMatching(/^error: /) })
  expect(health.body.models_error).toContain('EMBEDDER')
  expect(await ask('/brain/stats')).toMatchObject({
    status: 503,
    body: { detail: expect.stringContaining('EMBEDDER') },
  })
})
