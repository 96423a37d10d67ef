/** Only what the stores need: their suites do not wait for the models. */
export { Account } from '../../src/adapters/embedded/account.ts'
export { Directory } from '../../src/adapters/embedded/directory.ts'
export { Session } from '../../src/adapters/embedded/session.ts'
export { Graph } from '../../src/adapters/neo4j/graph.ts'

export default { fetch: () => new Response(null, { status: 404 }) } satisfies ExportedHandler
