import type { ServiceClient } from './service-client.ts'

/** The address of the console with a ticket that signs in with the key, once; null: the console is turned off. */
export async function signInUrl(operator: ServiceClient, key: string): Promise<string | null> {
  if ((await operator.ask('GET', '/console')).status !== 200) return null
  const { path } = await operator.get<{ path: string }>('POST', '/admin/sign-in-links', { key })
  return new URL(path, operator.url).href
}
