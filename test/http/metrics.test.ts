import { describe, expect, it } from 'vitest'
import { connect } from '../../src/bootstrap/connect.ts'
import type { Connect } from '../../src/http/middleware/request.ts'
import { METRICS } from '../../src/runtime/metric-catalogue.ts'
import { parsePrometheus, sumOf } from './parse-prometheus.ts'
import { fetchService, fetchThrough, newCaller } from './service.ts'

const operator = { authorization: 'Bearer an operator token for the tests' }
const REPORTING = { METRICS_REPORT_SECONDS: '0.05' }

async function scrape() {
  const response = await fetchService('/metrics', { headers: operator })
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  return parsePrometheus(await response.text())
}

describe('GET /metrics', () => {
  it('is for the operator alone', async () => {
    for (const headers of [
      {},
      { authorization: 'Bearer wrong' },
      { authorization: 'an operator token for the tests' },
    ]) {
      const response = await fetchService('/metrics', { headers })
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
      expect(await response.json()).toMatchObject({ code: 'invalid_token' })
    }
    const { key } = await newCaller('enterprise')
    expect((await fetchService('/metrics', { headers: { 'x-api-key': key } })).status).toBe(401)
    const without = await fetchThrough(connect, '/metrics', { headers: operator }, { ADMIN_TOKEN: '' })
    expect(without.status).toBe(404)
  })

  it('counts requests by route and status, operations, steps, stores and what was remembered and found', async () => {
    const before = await scrape()
    const { post } = await newCaller('pro')
    await post('/brain/ingest', { text: 'Emma works at Nordwind in Lyon.', session_id: 's' })
    await post('/brain/ingest', { text: 'Emma works at Nordwind in Lyon.' })
    await post('/brain/retrieve', { query: 'Where does Emma work?' })
    await post('/brain/retrieve', { query: 7 })
    const after = await scrape()
    const grew = (name: string, labels?: Record<string, string>) =>
      sumOf(after, name, labels) - sumOf(before, name, labels)
    expect(grew('edge_brain_http_requests_total', { route: '/brain/ingest', status: '200' })).toBe(2)
    expect(grew('edge_brain_http_requests_total', { route: '/brain/retrieve', status: '400' })).toBe(1)
    expect(grew('edge_brain_http_request_duration_seconds_count', { route: '/brain/retrieve', method: 'POST' })).toBe(2)
    expect(grew('edge_brain_operations_total', { route: '/brain/ingest', plan: 'pro' })).toBe(10)
    expect(grew('edge_brain_operations_total', { plan: 'pro' })).toBe(12)
    expect(grew('edge_brain_errors_total', { code: 'invalid_request' })).toBe(1)
    expect(grew('edge_brain_ingest_texts_total')).toBe(2)
    expect(grew('edge_brain_ingest_duplicates_total')).toBe(1)
    expect(grew('edge_brain_ingest_chunks_total')).toBe(1)
    expect(grew('edge_brain_ingest_facts_total')).toBeGreaterThan(0)
    expect(grew('edge_brain_retrieve_facts_count')).toBe(1)
    expect(grew('edge_brain_retrieve_namespace_chunks_sum')).toBe(1)
    for (const step of ['admit', 'extract', 'encode', 'remember', 'recall'])
      expect([step, grew('edge_brain_step_duration_seconds_count', { step })]).toEqual([step, expect.any(Number)])
    expect(grew('edge_brain_store_duration_seconds_count', { store: 'vault', step: 'remember' })).toBe(2)
    expect(grew('edge_brain_store_duration_seconds_count', { store: 'session' })).toBeGreaterThan(0)
    expect(grew('edge_brain_queue_wait_seconds_count', { queue: 'vault' })).toBeGreaterThan(2)
    expect(grew('edge_brain_rows_total', { access: 'written' })).toBeGreaterThan(0)
    expect(sumOf(after, 'edge_brain_models_loaded')).toBe(1)
    expect(sumOf(after, 'edge_brain_http_requests_in_flight')).toBe(1)
    expect(sumOf(after, 'edge_brain_store_up')).toBe(3)
    expect(after.get('edge_brain_build_info')?.samples[0]).toMatchObject({
      value: 1,
      labels: { memory_store: 'embedded' },
    })
  })

  it('has bounded labels: patterns of routes, one for what is unknown, and nothing that was sent', async () => {
    const { account, key } = await newCaller('enterprise')
    const secret = 'Zanzibar'
    for (let i = 0; i < 20; i++) {
      await fetchService(`/${secret}-${i}`, { headers: { traceparent: secret } })
      await fetchService(`/admin/accounts/${secret}-${i}`, { headers: operator })
      await fetchService(`/brain/retrieve?${secret}-${i}`, { method: 'PUT' })
    }
    await fetchService('/brain/retrieve', {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ query: secret, persona: secret, session_id: secret }),
    })
    await fetchService(`/admin/accounts/${account}`, { headers: operator })
    const response = await fetchService('/metrics', { headers: operator })
    const text = await response.text()
    for (const word of [secret, account, key]) expect(text).not.toContain(word)
    const families = parsePrometheus(text)
    expect(
      sumOf(families, 'edge_brain_http_requests_total', { route: 'unknown', status: '404' }),
    ).toBeGreaterThanOrEqual(20)
    const known = new Map(Object.values(METRICS).map(({ name, labels }) => [name as string, labels]))
    for (const [name, { samples }] of families)
      for (const {
        labels: { le: _, ...labels },
      } of samples)
        expect(Object.keys(labels)).toEqual(known.get(name))
    expect([...families.values()].flatMap(({ samples }) => samples).length).toBeLessThan(2_000)
  })

  it('sums up over isolates, tells of the last round and how many accounts there are', async () => {
    await fetchThrough(connect, '/brain/health', {}, REPORTING)
    await fetchThrough(connect, '/metrics', { headers: operator }, REPORTING)
    const response = await fetchThrough(connect, '/metrics', { headers: operator }, REPORTING)
    const families = parsePrometheus(await response.text())
    expect(sumOf(families, 'edge_brain_http_requests_total', { route: '/brain/health' })).toBeGreaterThan(0)
    expect(sumOf(families, 'edge_brain_accounts')).toBeGreaterThan(0)
    const byMemories = families.get('edge_brain_accounts_by_memories')!.samples.map(({ labels }) => labels.memories)
    expect(byMemories).toEqual([
      ...['0', '1-9', '10-99', '100-999', '1000-9999', '10000-99999', '100000-999999', '1000000+', 'unknown'],
    ])
    expect(sumOf(families, 'edge_brain_accounts_by_memories')).toBe(sumOf(families, 'edge_brain_accounts'))
    expect(sumOf(families, 'edge_brain_isolates')).toBe(1)
  })

  it('loses nothing where the sum cannot be reached, and says so', async () => {
    const down: Connect = (bindings, trace) => {
      const fail = () => Promise.reject(new Error('down'))
      const ports = connect(bindings, trace)
      return { ...ports, metrics: { ...ports.metrics, report: fail, exchange: fail } }
    }
    await fetchThrough(connect, '/metrics', { headers: operator }, REPORTING)
    await fetchThrough(down, '/nowhere', {}, REPORTING)
    expect((await fetchThrough(down, '/metrics', { headers: operator }, REPORTING)).status).toBe(500)
    const response = await fetchThrough(connect, '/metrics', { headers: operator }, REPORTING)
    const families = parsePrometheus(await response.text())
    expect(sumOf(families, 'edge_brain_http_requests_total', { route: '/metrics', status: '500' })).toBe(1)
  })
})
