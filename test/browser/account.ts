import { inject } from 'vitest'
import { createServiceClient, type ServiceClient } from '../../scripts/service-client.ts'

interface IssuedKey {
  readonly key: string
  readonly key_id: string
}

export interface Account extends IssuedKey {
  readonly account: string
  readonly client: ServiceClient
  issueKey(asked: { scopes?: readonly string[]; personas?: readonly string[] }): Promise<IssuedKey>
}

export const operator = (): ServiceClient =>
  createServiceClient(inject('service').url, { token: inject('service').token })

/** An account that remembers nothing but these texts. */
export async function newAccount(...texts: readonly string[]): Promise<Account> {
  const admin = operator()
  const { account } = await admin.get<{ account: string }>('POST', '/admin/accounts', { plan: 'enterprise' })
  const issueKey: Account['issueKey'] = (asked) => admin.get('POST', `/admin/accounts/${account}/keys`, asked)
  const issued = await issueKey({})
  const client = createServiceClient(inject('service').url, { key: issued.key })
  for (const text of texts) await client.get('POST', '/brain/ingest', { text })
  return { ...issued, account, client, issueKey }
}

/** The newest memory of the account that has lived a little, or of another. */
export async function firstMemory(key = inject('service').key): Promise<string> {
  const client = createServiceClient(inject('service').url, { key })
  const { memories } = await client.get<{ memories: { id: string }[] }>('GET', '/brain/memories?limit=1')
  return memories[0]!.id
}
