import { createApp } from './app.ts'
import { connect } from './compose.ts'

export { Account } from './adapters/embedded/account.ts'
export { Directory } from './adapters/embedded/directory.ts'
export { Session } from './adapters/embedded/session.ts'
export { Vault } from './adapters/embedded/vault.ts'

const app = createApp(connect)

export default {
  fetch: app.fetch,
  async scheduled(): Promise<void> {},
} satisfies ExportedHandler<Env>
