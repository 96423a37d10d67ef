import { routes } from '../../src/app.ts'
import { admin, fetchService, newCaller } from './service.ts'

export interface Rights {
  readonly scopes?: readonly string[]
  readonly personas?: readonly string[]
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown>
}

/** Calls with a key, as whoever holds it would. */
export function callsWith(key: string) {
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const response = await fetchService(path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    const text = new TextDecoder().decode(await response.arrayBuffer())
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : { text } }
  }
  return {
    send,
    get: (path: string) => send('GET', path),
    post: (path: string, body: unknown, headers?: Record<string, string>) => send('POST', path, body, headers),
  }
}

/** An account with an unbound key, and a way to get others. */
export async function newAccount(plan: 'free' | 'starter' | 'enterprise' = 'enterprise') {
  const { account, key } = await newCaller(plan)
  return {
    account,
    owner: callsWith(key),
    async keyWith(rights: Rights) {
      const issued = await admin<{ key: string; key_id: string }>('POST', `/accounts/${account}/keys`, rights)
      return { ...callsWith(issued.key), keyId: issued.key_id, key: issued.key }
    },
    used: async () => (await admin<{ ops_used: number }>('GET', `/accounts/${account}/usage`)).ops_used,
  }
}

/** Every route that takes a key. */
export const keyedRoutes = routes.filter(({ scope }) => scope !== 'operator' && scope !== 'none')
