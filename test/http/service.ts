import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { exports } from 'cloudflare:workers'
import { createApp } from '../../src/app.ts'
import type { Plan } from '../../src/domain/account/plan.ts'
import type { Connect } from '../../src/http/middleware/request.ts'

const BASE = 'https://brain.test'

export const fetchService = (path: string, init?: RequestInit): Promise<Response> =>
  (exports as unknown as { default: Fetcher }).default.fetch(`${BASE}${path}`, init)

/** The same of an app that is connected otherwise, with all that it does after the answer. */
export async function fetchThrough(
  connect: Connect,
  path: string,
  init: RequestInit = {},
  bindings: object = {},
): Promise<Response> {
  const context = createExecutionContext()
  const request = new Request(`${BASE}${path}`, init)
  const response = await createApp(connect).fetch(request, { ...env, ...bindings } as unknown as Env, context)
  await waitOnExecutionContext(context)
  return response
}

const operator = { authorization: 'Bearer an operator token for the tests', 'content-type': 'application/json' }

export async function admin<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetchService(`/admin${path}`, {
    method,
    headers: operator,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return response.json()
}

export interface Caller {
  readonly key: string
  readonly keyId: string
  readonly account: string
  post<T = Record<string, unknown>>(path: string, body: unknown): Promise<{ status: number; headers: Headers; body: T }>
}

/** A new account with a key, and a way to call the service with it. */
export async function newCaller(plan: Plan): Promise<Caller> {
  const { account } = await admin<{ account: string }>('POST', '/accounts', { plan })
  const { key, key_id } = await admin<{ key: string; key_id: string }>('POST', `/accounts/${account}/keys`)
  return {
    key,
    keyId: key_id,
    account,
    async post<T>(path: string, body: unknown) {
      const response = await fetchService(path, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
      return { status: response.status, headers: response.headers, body: (await response.json()) as T }
    },
  }
}
