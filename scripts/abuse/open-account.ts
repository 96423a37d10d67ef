import { createServiceClient } from '../service-client.ts'

/** A tenant of a service that was just started: its key. */
export async function openAccount(url: string, token: string, name: string, plan = 'enterprise'): Promise<string> {
  const operator = createServiceClient(url, { token })
  await operator.get('POST', '/admin/accounts', { name, plan })
  const { key } = await operator.get<{ key: string }>('POST', `/admin/accounts/${name}/keys`, { label: 'abuse' })
  return key
}
