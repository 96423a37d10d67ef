import { z } from 'zod/mini'
import { once } from './domain/once.ts'
import { handlersOf } from './handlers.ts'
import { lifecycleOf } from './lifecycle.ts'

export { Account } from './adapters/embedded/account.ts'
export { Directory } from './adapters/embedded/directory.ts'
export { Session } from './adapters/embedded/session.ts'
export { Vault } from './adapters/embedded/vault.ts'
export { Graph } from './adapters/neo4j/graph.ts'

// Bundlers drop the start-up code of zod where it is imported by parts and another module loads it on demand (as the LLM's SDK does);
// a use of the whole keeps it, and being the first import this runs before any schema is made.
z.config()

/** The Worker that can keep what it remembers in Qdrant, Neo4j and Upstash, and ask an LLM. */
const load = once(async () => {
  const [{ createService }, { connect }] = await Promise.all([import('./service.ts'), import('./compose-cloud.ts')])
  return createService(connect)
})

export const Lifecycle = lifecycleOf(load)

export default handlersOf(load)
