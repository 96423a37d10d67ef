import { exports } from 'cloudflare:workers'
import type { Plan } from '../../src/domain/plan.ts'

const BASE = 'https://brain.test'

export const fetchService = (path: string, init?: RequestInit): Promise<Response> =>
  (exports as unknown as { default: Fetcher }).default.fetch(`${BASE}${path}`, init)

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
