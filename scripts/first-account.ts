import { Problem } from './problem.ts'
import type { ServiceClient } from './service-client.ts'

export const FIRST_ACCOUNT = 'local'

export interface NewKey {
  readonly key: string
  readonly key_id: string
  readonly account: string
  readonly plan: string
}

/** Creates the account and a key for it. An account that is there already (a start that was interrupted) gets a further key. */
export async function createFirstKey(operator: ServiceClient, name = FIRST_ACCOUNT): Promise<NewKey> {
  const created = await operator.ask('POST', '/admin/accounts', { name, plan: 'enterprise' })
  if (created.status !== 201 && created.status !== 409) {
    const detail = (created.body as { detail?: string } | null)?.detail
    throw new Problem(`The first account could not be created (${created.status}${detail ? `: ${detail}` : ''}).`)
  }
  return operator.get<NewKey>('POST', `/admin/accounts/${encodeURIComponent(name)}/keys`, { label: 'first' })
}
