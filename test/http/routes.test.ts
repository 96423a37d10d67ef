import { hc } from 'hono/client'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { createOpenApi } from '../../scripts/reference/openapi.ts'
import { type BrainApi, routes } from '../../src/app.ts'
import type { Route } from '../../src/http/define-route.ts'
import { ERRORS } from '../../src/http/error-codes.ts'
import { admin, fetchService, newCaller } from './service.ts'

const all: readonly Route[] = routes
const operator = { authorization: 'Bearer an operator token for the tests' }
const pathsOf = ({ path, formerly }: Route) => [path, ...(formerly ? [formerly.path] : [])]

interface Reference {
  paths: Record<string, Record<string, { summary: string; deprecated?: boolean; 'x-scope': string }>>
  components: { schemas: { ErrorCode: { enum: string[] } } }
  'x-plans': { plan: string; operations_per_month: number | null }[]
  'x-error-codes': { code: string; status: number; description: string }[]
}
const reference = async () => (await (await fetchService('/openapi.json')).json()) as Reference

describe('the declarations of routes', () => {
  it('refuse every other method with the ones that are meant', async () => {
    for (const path of new Set(all.flatMap(pathsOf))) {
      const methods = all.filter((route) => pathsOf(route).includes(path)).map(({ method }) => method.toUpperCase())
      const response = await fetchService(path.replaceAll(/:\w+/g, 'someone'), { method: 'PUT', headers: operator })
      const allowed = response.headers.get('allow')?.split(', ')
      expect([path, response.status, allowed?.sort()]).toEqual([path, 405, methods.sort()])
      const { detail, code } = (await response.json()) as { detail: string; code: string }
      expect([code, detail]).toEqual(['method_not_allowed', expect.stringMatching(/^PUT is not allowed here; use /)])
    }
    const { headers } = await fetchService('/admin/accounts/someone', { method: 'POST', headers: operator })
    expect(headers.get('allow')).toBe('GET, PATCH, DELETE')
  })

  it('have made the reference that is served; `npm run build:reference` writes it anew', async () => {
    const served = await reference()
    const made = createOpenApi(routes) as unknown as Reference
    const plans = made['x-plans'].map((row, at) => ({
      ...row,
      operations_per_month: [10_000, 100_000, 1_000_000, 10_000_000, null][at]!,
    }))
    expect(served).toEqual({ ...made, servers: [{ url: 'https://brain.test' }], 'x-plans': plans })
  })

  it('are all in the reference, with price and scope; a former path is deprecated', async () => {
    const { paths } = await reference()
    for (const route of all) {
      for (const path of pathsOf(route)) {
        const operation = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[route.method]
        expect([path, operation?.['x-scope'], operation?.deprecated ?? false]).toEqual([
          path,
          route.scope,
          path !== route.path,
        ])
      }
    }
    const summaries = (path: string) => Object.values(paths[path]!).map(({ summary }) => summary)
    expect(summaries('/brain/ingest')).toEqual(['Remember a text (5 operations)'])
    expect(summaries('/brain/ingest/batch')).toEqual(['Remember many texts at once (5 operations an item)'])
    expect(summaries('/brain/prune')).toEqual(['Forget what has faded (1 operation)'])
    expect(summaries('/brain/stats')).toEqual(['Count what is remembered (free)'])
    expect(summaries('/brain/health')).toEqual(['Readiness of models and stores (free, no key)'])
    expect(summaries('/brain/retrieve/graph-qa')).toEqual([
      'Answer a question from graph facts, with an LLM (10 operations; plan starter or above)',
    ])
  })

  it('type a client', () => {
    const client = hc<BrainApi>('https://brain.test')
    type Retrieve = typeof client.brain.retrieve.$post
    expectTypeOf<Parameters<Retrieve>[0]>().toExtend<{ json: { query: string; k?: number | undefined } }>()
    // @ts-expect-error: a query is text.
    expectTypeOf<{ json: { query: number } }>().toExtend<Parameters<Retrieve>[0]>()
    type Retrieved = Awaited<ReturnType<Awaited<ReturnType<Retrieve>>['json']>>
    expectTypeOf<Retrieved['facts'][number]['source_type']>().toEqualTypeOf<'episodic' | 'semantic' | 'working'>()
    type Rotate = (typeof client.admin.accounts)[':account']['keys'][':key_id']['rotate']['$post']
    expectTypeOf<Parameters<Rotate>[0]['param']>().toEqualTypeOf<{ account: string; key_id: string }>()
    expectTypeOf<Awaited<ReturnType<Rotate>>['status']>().toEqualTypeOf<201>()
    type List = typeof client.admin.accounts.$get
    expectTypeOf<NonNullable<Parameters<List>[0]>['query']>().toExtend<{ cursor?: string | undefined }>()
    expectTypeOf(client.brain.entities.unmerge.$post).toEqualTypeOf(client.brain.entities.separate.$post)
    expect(String(client.brain.retrieve.$url())).toBe('https://brain.test/brain/retrieve')
  })
})

describe('query strings and paths', () => {
  it('are held against their schemas, and a refusal names the field', async () => {
    for (const limit of ['abc', '0', '101', '1.5', ''])
      expect(await admin('GET', `/accounts?limit=${limit}`)).toEqual({
        detail: 'limit: must be an integer between 1 and 100',
        code: 'invalid_request',
      })
    expect(await admin('GET', '/accounts?limit=2')).toMatchObject({ accounts: expect.any(Array) })
    expect(await admin('GET', '/accounts?cursor=nonsense')).toMatchObject({ code: 'invalid_request' })
    expect(await admin('GET', `/accounts/${'x'.repeat(65)}`)).toEqual({
      detail: 'account: must be a string of 1 to 64 characters',
      code: 'invalid_request',
    })
    expect(await admin('POST', '/accounts/someone/migrate?cursor=-1')).toEqual({
      detail: 'cursor: must be the cursor of a migration',
      code: 'invalid_request',
    })
  })

  it('and bodies are refused together', async () => {
    expect(await admin('PATCH', `/accounts/${'x'.repeat(65)}`, { plan: 'gold' })).toMatchObject({
      detail: expect.stringMatching(/^account: must be .*; plan: must be one of /),
    })
  })

  it('of a former name lead to the same', async () => {
    const { account } = await newCaller('free')
    for (const name of ['migrate', 'move'])
      expect(await admin('POST', `/accounts/${account}/${name}`)).toEqual({
        detail: 'There is nothing to move to: MEMORY_STORE is embedded. Set it to cloud first.',
        code: 'conflict',
      })
  })
})

describe('what the operator is told', () => {
  it('has the names and the seconds of the wire', async () => {
    const { account } = await newCaller('pro')
    const seconds = expect.closeTo(Date.now() / 1000, -2)
    expect(await admin('GET', `/accounts/${account}`)).toEqual({
      ...{ account, name: account, plan: 'pro', namespace: account, region: expect.any(String), created_at: seconds },
    })
    const [key] = (await admin<{ keys: object[] }>('GET', `/accounts/${account}/keys`)).keys
    const rights = { scopes: ['read', 'write', 'erase'], personas: null }
    const known = { key_id: expect.stringMatching(/^key_/), label: null, created_at: seconds, ...rights }
    expect(key).toEqual({ ...known, status: 'active', expires_at: null })
    const { key_id } = key as { key_id: string }
    const next = await admin('POST', `/accounts/${account}/keys/${key_id}/rotate`, { grace_seconds: 60 })
    expect(next).toEqual({
      ...known,
      status: 'active',
      expires_at: null,
      key: expect.any(String),
      account,
      plan: 'pro',
    })
    expect(await admin('GET', `/accounts/${account}/keys`)).toMatchObject({
      keys: [{ key_id, status: 'rotating', expires_at: expect.closeTo(Date.now() / 1000 + 60, -2) }, {}],
    })
    expect(await admin('GET', `/accounts/${account}/usage`)).toEqual({
      ...{ account, plan: 'pro', month: expect.any(String), ops_used: 0, ops_budget: 1_000_000 },
      months: [{ month: expect.any(String), ops: 0 }],
    })
  })
})

describe('the code of an error', () => {
  it('is in the reference with its status and what it means', async () => {
    const { components, 'x-error-codes': codes } = await reference()
    expect(components.schemas.ErrorCode.enum).toEqual(Object.keys(ERRORS))
    expect(codes.map(({ code, status }) => [code, status])).toEqual(
      Object.entries(ERRORS).map(([code, { status }]) => [code, status]),
    )
    expect(codes.every(({ description }) => description.endsWith('.'))).toBe(true)
  })

  it('tells apart what shares a status', async () => {
    const { post, key } = await newCaller('free')
    const items = Array.from({ length: 6 }, (_, i) => ({ text: `Item ${i}.` }))
    expect((await post('/brain/ingest/batch', { items })).body.code).toBe('batch_too_large')
    expect((await post('/brain/ingest', {})).body.code).toBe('invalid_request')
    expect((await post('/brain/retrieve/graph-qa', { query: 'Who?' })).body.code).toBe('plan_too_low')
    const codeOf = async (path: string, init?: RequestInit) =>
      ((await (await fetchService(path, init)).json()) as { code: string }).code
    expect(await codeOf('/brain/nothing')).toBe('not_found')
    expect(await codeOf('/admin/accounts')).toBe('invalid_token')
    expect(await codeOf('/admin/accounts/nobody', { headers: operator })).toBe('not_found')
    const large = { method: 'POST', headers: { 'x-api-key': key }, body: 'x'.repeat(2 * 1024 * 1024 + 1) }
    expect(await codeOf('/brain/ingest', large)).toBe('body_too_large')
    await admin('POST', '/accounts', { name: 'taken', plan: 'free' })
    expect(await admin('POST', '/accounts', { name: 'taken', plan: 'free' })).toMatchObject({ code: 'conflict' })
  })
})
