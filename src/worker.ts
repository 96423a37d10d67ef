import { createApp } from './app.ts'
import { connect } from './compose.ts'
import { createTrace } from './domain/trace.ts'
import { startRound } from './pipelines/lifecycle/schedule.ts'

export { Account } from './adapters/embedded/account.ts'
export { Directory } from './adapters/embedded/directory.ts'
export { Session } from './adapters/embedded/session.ts'
export { Vault } from './adapters/embedded/vault.ts'
export { Graph } from './adapters/neo4j/graph.ts'
export { Lifecycle } from './lifecycle.ts'

const app = createApp(connect)

export default {
  fetch: app.fetch,
  async scheduled({ scheduledTime }, env): Promise<void> {
    await startRound(connect(env, createTrace()), scheduledTime)
  },
} satisfies ExportedHandler<Env>
