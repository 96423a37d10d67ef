import { afterAll, beforeAll, expect, it } from 'vitest'
import { type StartedService, startService } from './service.ts'

let service: StartedService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service?.stop())

it('describes every endpoint of the contract, with every error', async () => {
  const reference = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
    openapi: string
    servers: { url: string }[]
    paths: Record<string, Record<string, { responses: Record<string, unknown>; security?: unknown }>>
    components: { schemas: Record<string, { enum?: string[]; required?: string[] }> }
    'x-error-codes': { code: string }[]
  }
  expect(reference.openapi).toMatch(/^3\.1/)
  expect(reference.servers[0]?.url).toBe(service.url)
  const memory = ['ingest', 'ingest/batch', 'retrieve', 'retrieve/graph-qa', 'consolidate', 'prune', 'stats']
  for (const path of memory) {
    const operation = reference.paths[`/brain/${path}`]?.post
    expect(Object.keys(operation?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '400', '401', '405', '413', '429', '500', '503']),
    )
    expect(operation?.security).toEqual([{ key: [] }, { bearer: [] }])
  }
  expect(reference.paths['/brain/retrieve/graph-qa']?.post?.responses).toHaveProperty('403')
  expect(reference.paths['/brain/health']?.get?.security).toBeUndefined()
  const { ErrorCode, ...schemas } = reference.components.schemas
  expect(ErrorCode?.enum).toEqual(reference['x-error-codes'].map(({ code }) => code))
  for (const name of ['Error', 'InternalError', 'PlanTooLow', 'RateLimitExceeded', 'MonthlyLimitExceeded'])
    expect(schemas[name]?.required).toEqual(expect.arrayContaining(['detail', 'code']))
})

it('serves the page of the reference with its parts, all from here, with a strict policy', async () => {
  const page = await fetch(`${service.url}/docs`)
  const html = await page.text()
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'self'")
  expect(html).toContain('id="plans"')
  const parts = [...html.matchAll(/(?:src|href)="([^"#]+)"/g)].map((match) => match[1]!)
  expect(parts.length).toBeGreaterThan(2)
  for (const part of parts) {
    expect(part).toMatch(/^\//)
    expect((await fetch(service.url + part)).status).toBe(200)
  }
  expect(html).not.toMatch(/<style|\sstyle=|<script>|\son\w+=/)
})
