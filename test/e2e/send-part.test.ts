import { expect, it } from 'vitest'
import { sendPart } from '../../scripts/brain/import/send-part.ts'
import { Problem } from '../../scripts/problem.ts'
import type { Reply, ServiceClient } from '../../scripts/service-client.ts'

const reply = (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  ({ status, body, headers: new Headers(headers) }) as Reply

/** A service that went away while it worked, and counts the part as under way when it is back. */
function serviceThatWentAway() {
  const keys: (string | undefined)[] = []
  const answers = [
    () => {
      throw new Problem('The service cannot be reached.')
    },
    () => reply(409, { code: 'idempotency_key_in_use' }, { 'retry-after': '1' }),
    () => reply(200, { imported: 1 }),
  ]
  const client = {
    ask: async (...[, , , headers]: Parameters<ServiceClient['ask']>) => {
      keys.push((headers as Record<string, string>)['idempotency-key'])
      return answers[(keys.length - 1) % answers.length]!()
    },
  } as unknown as ServiceClient
  return { client, keys }
}

it('sends a part again as the same request, so that it is paid for once, and the next part as another', async () => {
  const { client, keys } = serviceThatWentAway()
  for (const path of ['/brain/import?format=items', '/brain/import?format=items'])
    expect(await sendPart(client, path, '{}', () => {})).toEqual({ imported: 1 })
  expect(new Set(keys.slice(0, 3)).size).toBe(1)
  expect(new Set(keys).size).toBe(2)
  expect(keys).not.toContain(undefined)
})

it('names no request that stores nothing', async () => {
  const { client, keys } = serviceThatWentAway()
  await sendPart(client, '/brain/import?format=items&dry_run=true', '{}', () => {})
  expect(keys).toEqual([undefined, undefined, undefined])
})
