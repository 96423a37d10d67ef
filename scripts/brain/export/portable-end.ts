import type { ServiceClient } from '../../service-client.ts'
import type { Call, Option } from '../command.ts'

/** Where an account is exported and restored: by one of its keys, or by the operator, who pays nothing and needs none. */
export interface PortableEnd {
  readonly client: ServiceClient
  readonly exportPath: string
  readonly restorePath: string
}

export const accountOption: Option = { value: 'ACCOUNT', about: 'as the operator, this account (that of the key)' }

export function portableEnd(call: Call): PortableEnd {
  const account = call.option('account')
  if (account === null)
    return { client: call.user(), exportPath: '/brain/export', restorePath: '/brain/import?format=edge-brain' }
  const path = `/admin/accounts/${encodeURIComponent(account)}`
  return { client: call.operator(), exportPath: `${path}/export`, restorePath: `${path}/restore?` }
}
