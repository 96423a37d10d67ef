import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { connect } from '../../src/bootstrap/connect.ts'
import { newCaller } from './service.ts'

/** The platform's own tracing as it is when a request is sampled; here it never is. */
function sampledTracing() {
  const entered: { name: string; attributes: Record<string, unknown> }[] = []
  const enterSpan = <T>(name: string, work: (span: object) => T): T => {
    const span = { name, attributes: {} as Record<string, unknown> }
    entered.push(span)
    return work({ setAttribute: (key: string, value: unknown) => Object.assign(span.attributes, { [key]: value }) })
  }
  return { entered, tracing: { enterSpan, getActiveSpan: () => ({ isTraced: true }) } }
}

it("the platform's own tracing sees the operation and its steps by the names of the conventions", async () => {
  const { post, key } = await newCaller('enterprise')
  await post('/brain/ingest', { text: 'Emma works at Nordwind.' })
  const { entered, tracing } = sampledTracing()
  const context = Object.assign(createExecutionContext(), { tracing })
  const request = new Request('https://brain.test/brain/retrieve', {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'Where does Emma work?' }),
  })
  const response = await createApp(connect).fetch(request, env as unknown as Env, context)
  await waitOnExecutionContext(context)
  expect(response.status).toBe(200)
  const { facts } = (await response.json()) as { facts: unknown[] }
  expect(entered[0]).toEqual({
    name: 'search_memory',
    attributes: {
      'http.route': '/brain/retrieve',
      'gen_ai.operation.name': 'search_memory',
      'gen_ai.memory.record.count': facts.length,
    },
  })
  expect(entered.slice(1).map(({ name }) => name)).toEqual(expect.arrayContaining(['admit', 'encode', 'recall']))
  expect(JSON.stringify(entered)).not.toMatch(/Emma|Nordwind/)
})
