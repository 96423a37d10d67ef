import { DurableObject } from 'cloudflare:workers'
import { once } from './domain/once.ts'
import { handlersOf } from './handlers.ts'
import { lifecycleOf } from './lifecycle.ts'

export { Account } from './adapters/embedded/account.ts'
export { Directory } from './adapters/embedded/directory.ts'
export { Session } from './adapters/embedded/session.ts'
export { Vault } from './adapters/embedded/vault.ts'

/** The Worker with everything embedded. Code that never runs is parsed at every start all the same: what reaches services outside is in worker-cloud.ts. */
const load = once(async () => {
  const [{ createService }, { connect }] = await Promise.all([import('./service.ts'), import('./compose.ts')])
  return createService(connect)
})

/** Nothing makes one here. The platform has the class since the first deployment, so that either Worker can replace the other. */
export class Graph extends DurableObject<Env> {}

export const Lifecycle = lifecycleOf(load)

export default handlersOf(load)
