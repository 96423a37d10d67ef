import type { StartedService } from './service.ts'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any
}

/** One request over real HTTP. A body that is no string is sent as JSON. */
export async function call(
  url: string,
  method: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const raw = typeof body === 'string' || body instanceof Uint8Array
  const response = await fetch(url, {
    method,
    headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: raw ? (body as string) : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}

/** Calls the memory endpoints with a key. */
export const withKey =
  (service: StartedService, key: string) =>
  (path: string, body?: unknown): Promise<Answer> =>
    call(`${service.url}/brain/${path}`, 'POST', body, { 'x-api-key': key })

/** Calls the admin routes with the operator's token. */
export const asOperator =
  (service: StartedService) =>
  (method: string, path: string, body?: unknown): Promise<Answer> =>
    call(`${service.url}/admin/${path}`, method, body, { authorization: `Bearer ${service.token()}` })

/** A key of a new account on a plan. */
export async function newKey(service: StartedService, plan: string): Promise<string> {
  const operator = asOperator(service)
  const { body: account } = await operator('POST', 'accounts', { plan })
  const { body: issued } = await operator('POST', `accounts/${account.account}/keys`)
  return issued.key
}
