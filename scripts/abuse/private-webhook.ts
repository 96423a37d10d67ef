import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { prepareLocalService } from '../faults/local-service.ts'
import { createFirstKey } from '../first-account.ts'
import { createServiceClient } from '../service-client.ts'
import type { AbuseCase } from './abuse-case.ts'

/**
 * The service is told to take any address, and its network is left as it is: so that what is tried is what a name that resolves to a private
 * address would meet, after it has passed as a public one.
 */
export const privateWebhook: AbuseCase = {
  name: 'a webhook reaches no private address, even one whose name looks public',
  async run() {
    let reached = 0
    const server = createServer((_, response) => {
      reached++
      response.end()
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const service = await prepareLocalService({ WEBHOOK_ALLOW_PRIVATE: 'true' }, { privateWebhooks: false })
    const runtime = await service.launch()
    const problems: string[] = []
    try {
      const url = `http://127.0.0.1:${runtime.port}`
      const { key } = await createFirstKey(createServiceClient(url, { token: service.adminToken }))
      const client = createServiceClient(url, { key })
      for (const host of ['127.0.0.1', 'localhost', '[::1]', '169.254.169.254', '10.0.0.1']) {
        const request = { url: `http://${host}:${port}/` }
        const { id } = await client.get<{ id: string }>('POST', '/brain/webhooks', request)
        const sent = await client.get<{ status: string; answer_status: number | null }>(
          'POST',
          `/brain/webhooks/${id}/test`,
        )
        if (sent.answer_status !== null && sent.answer_status < 400)
          problems.push(`${host} was answered with ${sent.answer_status}.`)
      }
      if (reached > 0) problems.push(`A server on this machine was reached ${reached} times.`)
    } finally {
      await runtime.stop()
      service.close()
      server.close()
    }
    return problems
  },
}
