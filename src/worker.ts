export { Account } from './adapters/embedded/account.ts'
export { Directory } from './adapters/embedded/directory.ts'
export { Session } from './adapters/embedded/session.ts'
export { Vault } from './adapters/embedded/vault.ts'
export { Graph } from './adapters/neo4j/graph.ts'
export { Lifecycle } from './lifecycle.ts'

/**
 * Objects live in isolates of their own, each of which runs this module first: routes, schemas, pipelines and the adapters of other services
 * are loaded by the first request, so that the start of an object does not wait for them.
 */
export default {
  async fetch(request, env, context): Promise<Response> {
    const { app } = await import('./service.ts')
    return app.fetch(request, env, context)
  },
  async scheduled({ scheduledTime }, env): Promise<void> {
    const { beginRound } = await import('./service.ts')
    await beginRound(env, scheduledTime)
  },
} satisfies ExportedHandler<Env>
