import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startLlmServer } from '../fakes/llm-server.ts'
import { parsePrometheus, sumOf } from '../http/parse-prometheus.ts'
import { call, withKey } from './calls.ts'
import { attributesOf, startCollector } from './collector.ts'
import { type StartedService, startService } from './service.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

const scrape = async (service: StartedService) => {
  const response = await fetch(`${service.url}/metrics`, { headers: { authorization: `Bearer ${service.token()}` } })
  expect(response.status).toBe(200)
  return parsePrometheus(await response.text())
}

describe('a started service that is scraped', () => {
  let service: StartedService
  beforeAll(async () => {
    service = await startService({ env: { METRICS_REPORT_SECONDS: '1' } })
  })
  afterAll(() => service?.stop())

  it('tells what it did, and goes on counting after a restart', async () => {
    expect((await fetch(`${service.url}/metrics`)).status).toBe(401)
    const post = withKey(service, service.key())
    await post('ingest', { text: 'Emma works at Nordwind.' })
    for (let i = 0; i < 5; i++) await post('retrieve', { query: 'Where does Emma work?' })
    const first = await scrape(service)
    expect(sumOf(first, 'edge_brain_http_requests_total', { route: '/brain/retrieve', status: '200' })).toBe(5)
    expect(sumOf(first, 'edge_brain_http_request_duration_seconds_count', { route: '/brain/retrieve' })).toBe(5)
    expect(sumOf(first, 'edge_brain_operations_total', { route: '/brain/retrieve' })).toBe(10)
    await service.stop()
    service = await startService({ folder: service.folder })
    await withKey(service, service.key())('retrieve', { query: 'Where does Emma work?' })
    const second = await scrape(service)
    expect(sumOf(second, 'edge_brain_http_requests_total', { route: '/brain/retrieve', status: '200' })).toBe(6)
    expect(JSON.stringify([...second])).not.toMatch(/Emma|Nordwind/)
  })
})

describe('a started service with a collector', () => {
  let collector: Awaited<ReturnType<typeof startCollector>>
  let llm: Awaited<ReturnType<typeof startLlmServer>>
  let service: StartedService
  beforeAll(async () => {
    collector = await startCollector()
    llm = await startLlmServer()
    service = await startService({
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=a%20secret',
        OTEL_SERVICE_NAME: 'brain-under-test',
        ...{ LLM: 'openai', LLM_BASE_URL: `${llm.url}/otlp/v1`, LLM_MODEL: 'scripted' },
      },
    })
  })
  afterAll(async () => {
    await service?.stop()
    await collector?.stop()
    await llm?.stop()
  })

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    call(`${service.url}/brain/${path}`, 'POST', body, { 'x-api-key': service.key(), ...headers })

  it('sends spans that the protocol knows, part of the trace of the caller', async () => {
    await post(
      'ingest',
      { text: 'Emma works at Nordwind.' },
      { traceparent: `00-${TRACE}-${PARENT}-01`, tracestate: 'v=1' },
    )
    const spans = await collector.traceWith('upsert_memory', TRACE)
    for (const span of spans) {
      expect(span).toMatchObject({
        traceId: TRACE,
        traceState: 'v=1',
        spanId: expect.stringMatching(/^[\da-f]{16}$/),
        parentSpanId: expect.stringMatching(/^[\da-f]{16}$/),
        startTimeUnixNano: expect.stringMatching(/^\d{19}$/),
        endTimeUnixNano: expect.stringMatching(/^\d{19}$/),
      })
      expect(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano)).toBe(true)
      expect(Math.abs(Number(BigInt(span.startTimeUnixNano) / 1_000_000n) - Date.now())).toBeLessThan(60_000)
    }
    const named = (name: string) => spans.find((span) => span.name === name)!
    const request = named('POST /brain/ingest')
    expect([request.kind, request.parentSpanId, request.status]).toEqual([2, PARENT, undefined])
    expect(attributesOf(request)).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/brain/ingest',
      'http.response.status_code': 200,
    })
    const memory = named('upsert_memory')
    expect([memory.kind, memory.parentSpanId]).toEqual([1, request.spanId])
    expect(attributesOf(memory)).toEqual({
      'gen_ai.operation.name': 'upsert_memory',
      'gen_ai.memory.store.id': expect.stringMatching(/^[\da-f]{16}$/),
      'gen_ai.memory.record.count': 1,
    })
    for (const step of ['admit', 'extract', 'encode', 'remember']) expect(named(step).parentSpanId).toBe(memory.spanId)
    expect([named('vault remember').kind, named('vault remember').parentSpanId]).toEqual([3, named('remember').spanId])
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length)

    const { path, headers, body } = collector.requests.at(-1)!
    expect([path, headers['content-type'], headers['x-collector-key']]).toEqual([
      '/v1/traces',
      'application/json',
      'a secret',
    ])
    expect(attributesOf(body.resourceSpans[0]!.resource)).toMatchObject({
      'service.name': 'brain-under-test',
      'service.version': expect.stringMatching(/^\d+\.\d+/),
    })
  })

  it('begins a trace where the header is none, records nothing where the caller does not want it, and marks failures', async () => {
    await post('retrieve', { query: 'Where does Emma work?' }, { traceparent: `00-${'0'.repeat(32)}-${PARENT}-01` })
    const [found] = await collector.traceWith('search_memory')
    expect(found?.traceId).not.toMatch(/^0+$/)
    const unwanted = 'a'.repeat(32)
    await post('retrieve', { query: 'x' }, { traceparent: `00-${unwanted}-${PARENT}-00` })
    await fetch(`${llm.url}/otlp`, { method: 'PUT', body: JSON.stringify([{ status: 503 }, { status: 503 }]) })
    const failing = 'b'.repeat(32)
    const { status } = await post(
      'retrieve/graph-qa',
      { query: 'Who does Emma work for?' },
      { traceparent: `00-${failing}-${PARENT}-01` },
    )
    expect(status).toBe(503)
    const spans = await collector.traceWith('search_memory', failing)
    expect(spans.find(({ name }) => name === 'POST /brain/retrieve/graph-qa')?.status).toEqual({ code: 2 })
    expect(attributesOf(spans.find(({ name }) => name === 'chat scripted')!)).toMatchObject({
      'error.type': 'unreachable',
    })
    expect(collector.spans().filter(({ traceId }) => traceId === unwanted)).toEqual([])
  })

  it('passes the trace on to the language model, and tells what that cost', async () => {
    await fetch(`${llm.url}/otlp`, {
      method: 'PUT',
      body: JSON.stringify([{ content: 'Nordwind [1].', tokens: [77, 8] }]),
    })
    const trace = 'c'.repeat(32)
    await post(
      'retrieve/graph-qa',
      { query: 'Who does Emma work for?' },
      { traceparent: `00-${trace}-${PARENT}-01`, tracestate: 'v=2' },
    )
    const spans = await collector.traceWith('chat scripted', trace)
    const request = spans.find(({ name }) => name === 'POST /brain/retrieve/graph-qa')!
    const asked = (await (await fetch(`${llm.url}/otlp`)).json()) as { traceparent: string; tracestate: string }[]
    expect(asked[0]).toMatchObject({ traceparent: `00-${trace}-${request.spanId}-01`, tracestate: 'v=2' })
    expect(attributesOf(spans.find(({ name }) => name === 'chat scripted')!)).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'scripted',
      'gen_ai.usage.input_tokens': 77,
      'gen_ai.usage.output_tokens': 8,
    })
  })

  it('sends nothing of what was stored, asked or answered, no key and no account', async () => {
    await post('retrieve', { query: 'Where does Emma work?' })
    const account = await call(`${service.url}/admin/accounts/local`, 'GET', undefined, {
      authorization: `Bearer ${service.token()}`,
    })
    await collector.traceWith('GET /admin/accounts/:account')
    const sent = JSON.stringify(collector.requests.map(({ body }) => body))
    for (const word of ['Emma', 'Nordwind', service.key(), service.token(), account.body.account, '/accounts/local'])
      expect(sent).not.toContain(word)
  })

  it('answers as ever while the collector fails, and counts what was lost', async () => {
    collector.answerWith(503)
    for (let i = 0; i < 3; i++) {
      expect((await post('retrieve', { query: 'Where does Emma work?' })).status).toBe(200)
      await new Promise((done) => setTimeout(done, 1_200))
    }
    const families = await scrape(service)
    expect(sumOf(families, 'edge_brain_spans_total', { outcome: 'exported' })).toBeGreaterThan(0)
    expect(sumOf(families, 'edge_brain_spans_total', { outcome: 'dropped' })).toBeGreaterThan(0)
  })
})
