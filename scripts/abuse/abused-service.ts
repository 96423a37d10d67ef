import { prepareLocalService } from '../faults/local-service.ts'
import { createServiceClient, type ServiceClient } from '../service-client.ts'

export interface AbusedService {
  readonly url: string
  readonly operator: ServiceClient
  /** A client of a new account, with its key. */
  newTenant(plan: string): Promise<{ key: string; keyId: string; account: string; client: ServiceClient }>
}

/** Starts a service in a folder of its own, lets it be abused, and ends it, whatever came of it. */
export async function abuseService(
  abuse: (service: AbusedService) => Promise<string[]>,
  environment: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const prepared = await prepareLocalService(environment)
  const runtime = await prepared.launch()
  try {
    const url = `http://127.0.0.1:${runtime.port}`
    const operator = createServiceClient(url, { token: prepared.adminToken })
    return await abuse({
      url,
      operator,
      async newTenant(plan) {
        const { account } = await operator.get<{ account: string }>('POST', '/admin/accounts', { plan })
        const issued = await operator.get<{ key: string; key_id: string }>('POST', `/admin/accounts/${account}/keys`)
        return { key: issued.key, keyId: issued.key_id, account, client: createServiceClient(url, { key: issued.key }) }
      },
    })
  } finally {
    await runtime.stop()
    prepared.close()
  }
}
