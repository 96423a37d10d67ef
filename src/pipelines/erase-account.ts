import type { AccountSummary } from '../ports/accounts.ts'
import type { Ports } from '../ports/ports.ts'
import { forgetRecentTexts } from '../runtime/recent-texts.ts'
import { sessionNames } from './session-names.ts'

/**
 * Deletes an account with everything it remembers. The account itself goes last: if anything fails on the way, the same call can be made
 * again. From the first step on nothing can be added, since an erased namespace takes no more writes.
 */
export async function eraseAccount(ports: Ports, account: string): Promise<AccountSummary | null> {
  const found = await ports.accounts.show(account)
  if (!found) return null
  // What cannot be read any more must not keep it from being erased; the last event stands for all of it.
  await ports.webhooks.collect(found.namespace).catch(() => {})
  const sessions = await ports.memory.erase(found.namespace)
  forgetRecentTexts()
  await ports.sessions.erase(found.namespace, await sessionNames(ports, found.namespace, sessions))
  await ports.webhooks.close(found.namespace, ports.clock())
  return ports.accounts.remove(account)
}
