import { DurableObject } from 'cloudflare:workers'
import { createWorker } from './bootstrap/create-worker.ts'

export { Account } from './adapters/durable-objects/account.ts'
export { Directory } from './adapters/durable-objects/directory.ts'
export { Metrics } from './adapters/durable-objects/metrics.ts'
export { Outbox } from './adapters/durable-objects/outbox.ts'
export { Session } from './adapters/durable-objects/session.ts'
export { Vault } from './adapters/durable-objects/vault.ts'

/** Nothing makes one here. The platform has the class since the first deployment, so that either Worker can replace the other. */
export class Graph extends DurableObject<Env> {}

/** The Worker with everything embedded. Code that never runs is parsed at every start all the same: what reaches services outside is in worker-cloud.ts. */
const { handlers, Lifecycle } = createWorker(() => import('./bootstrap/connect.ts'))

export { Lifecycle }
export default handlers
