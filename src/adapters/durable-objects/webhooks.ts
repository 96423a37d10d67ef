import { regionOfAccount } from '../../domain/account/region.ts'
import type { Webhooks } from '../../ports/webhooks.ts'
import type { Outbox } from './outbox.ts'
import type { RoundTrip } from './round-trip.ts'

/** Webhooks in Durable Objects: one outbox an account, whichever store has its memories. */
export function createEmbeddedWebhooks(outboxes: DurableObjectNamespace<Outbox>, roundTrip: RoundTrip): Webhooks {
  const outboxOf = (account: string) => outboxes.getByName(account, { locationHint: regionOfAccount(account) })
  return {
    add: (account, webhook) => roundTrip(async () => outboxOf(account).add(webhook)),
    list: (account) => roundTrip(async () => outboxOf(account).list()),
    remove: (account, id) => roundTrip(async () => outboxOf(account).remove(id)),
    rotate: (account, id, next) => roundTrip(async () => outboxOf(account).rotate(id, next)),
    test: (account, id, now) => roundTrip(async () => outboxOf(account).sendTest(id, now)),
    deliveries: (account, id, page) => roundTrip(async () => outboxOf(account).deliveries(id, page)),
    wake: (account) => roundTrip(async () => outboxOf(account).wake()),
    collect: (account) => roundTrip(async () => outboxOf(account).collect()),
    close: (account, now) => roundTrip(async () => outboxOf(account).close(now)),
  }
}
