import { once } from './domain/once.ts'
import { handlersOf } from './handlers.ts'
import { lifecycleOf } from './lifecycle.ts'

export { Account } from './adapters/embedded/account.ts'
export { Directory } from './adapters/embedded/directory.ts'
export { Session } from './adapters/embedded/session.ts'
export { Vault } from './adapters/embedded/vault.ts'
export { Graph } from './adapters/neo4j/graph.ts'

/** The Worker that can keep what it remembers in Qdrant, Neo4j and Upstash. */
const load = once(async () => {
  const [{ createService }, { connect }] = await Promise.all([import('./service.ts'), import('./compose-cloud.ts')])
  return createService(connect)
})

export const Lifecycle = lifecycleOf(load)

export default handlersOf(load)
