import type { ServiceClient } from './service-client.ts'

/** The address of the console with a ticket that signs in with the key, once; null where the service makes none. */
export async function signInUrl(operator: ServiceClient, key: string): Promise<string | null> {
  const { status, body } = await operator.ask('POST', '/admin/sign-in-links', { key })
  return status === 201 ? new URL((body as { path: string }).path, operator.url).href : null
}
