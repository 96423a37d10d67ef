import { env } from 'cloudflare:workers'
import { expect, inject, it } from 'vitest'
import { createNeo4jGraphStore } from '../../src/adapters/neo4j/graph-store.ts'
import { createGuard, newBreaker } from '../../src/domain/guard.ts'
import { randomBase62 } from '../../src/domain/ids.ts'
import { describeGraphStore } from '../contracts/graph-store.contract.ts'
import { createFakeEmbedder } from '../fakes/embedder.ts'

const v = inject('stores')
const store = (given: { uri?: string; password?: string } = {}) =>
  createNeo4jGraphStore({
    graphs: env.GRAPH,
    uri: given.uri ?? v.NEO4J_URI,
    username: v.NEO4J_USERNAME,
    password: given.password ?? v.NEO4J_PASSWORD,
    embedder: createFakeEmbedder().id,
    dimensions: createFakeEmbedder().dimensions,
    guard: createGuard({ store: 'neo4j', timeoutMs: 60_000, breaker: newBreaker() }),
    prepared: new Set(),
  })

describeGraphStore('Neo4j', () => ({ store: store(), namespace: () => `E${randomBase62(9)}` }))

it('says that the password is wrong, and that nobody answers', async () => {
  await store().check()
  await expect(store({ password: 'wrong' }).check()).rejects.toThrow(/NEO4J_PASSWORD/)
  await expect(store({ uri: 'bolt://127.0.0.1:9' }).check()).rejects.toThrow(/neo4j: it cannot be reached/)
})
