import { z } from 'zod/mini'
import { createWorker } from './bootstrap/create-worker.ts'

export { Graph } from './adapters/cloud-store/neo4j/graph.ts'
export { Account } from './adapters/durable-objects/account.ts'
export { Directory } from './adapters/durable-objects/directory.ts'
export { Metrics } from './adapters/durable-objects/metrics.ts'
export { Outbox } from './adapters/durable-objects/outbox.ts'
export { Session } from './adapters/durable-objects/session.ts'
export { Vault } from './adapters/durable-objects/vault.ts'

// Bundlers drop the start-up code of zod where it is imported by parts and another module loads it on demand (as the LLM's SDK does);
// a use of the whole keeps it, and being the first import this runs before any schema is made.
z.config()

/** The Worker that can keep what it remembers in Qdrant, Neo4j and Upstash, and ask an LLM. */
const { handlers, Lifecycle } = createWorker(() => import('./bootstrap/connect-cloud.ts'))

export { Lifecycle }
export default handlers
