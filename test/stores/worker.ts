/** Only what the stores need: their suites do not wait for the models. */

export { Graph } from '../../src/adapters/cloud-store/neo4j/graph.ts'
export { Account } from '../../src/adapters/durable-objects/account.ts'
export { Directory } from '../../src/adapters/durable-objects/directory.ts'
export { Outbox } from '../../src/adapters/durable-objects/outbox.ts'
export { Session } from '../../src/adapters/durable-objects/session.ts'
export { Vault } from '../../src/adapters/durable-objects/vault.ts'

export default { fetch: () => new Response(null, { status: 404 }) } satisfies ExportedHandler
