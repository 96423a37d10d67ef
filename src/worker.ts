import { DurableObject } from 'cloudflare:workers'
import { handlersOf } from './bootstrap/handlers.ts'
import { lifecycleOf } from './bootstrap/lifecycle.ts'
import { lazy } from './runtime/lazy.ts'

export { Account } from './adapters/durable-objects/account.ts'
export { Directory } from './adapters/durable-objects/directory.ts'
export { Session } from './adapters/durable-objects/session.ts'
export { Vault } from './adapters/durable-objects/vault.ts'

/** The Worker with everything embedded. Code that never runs is parsed at every start all the same: what reaches services outside is in worker-cloud.ts. */
const load = lazy(async () => {
  const [{ createService }, { connect }] = await Promise.all([
    import('./bootstrap/service.ts'),
    import('./bootstrap/connect.ts'),
  ])
  return createService(connect)
})

/** Nothing makes one here. The platform has the class since the first deployment, so that either Worker can replace the other. */
export class Graph extends DurableObject<Env> {}

export const Lifecycle = lifecycleOf(load)

export default handlersOf(load)
