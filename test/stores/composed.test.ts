import { env } from 'cloudflare:workers'
import { afterAll, inject } from 'vitest'
import { createComposedMemoryStore } from '../../src/adapters/composed/memory-store.ts'
import { createNeo4jGraphStore } from '../../src/adapters/neo4j/graph-store.ts'
import { connectQdrant, createQdrantVectorStore } from '../../src/adapters/qdrant/vector-store.ts'
import { createGuard, newBreaker } from '../../src/domain/guard.ts'
import { randomBase62 } from '../../src/domain/ids.ts'
import { EMBEDDER } from '../contracts/memories.ts'
import { describeMemoryLifecycle } from '../contracts/memory-lifecycle.contract.ts'
import { describeMemoryStore } from '../contracts/memory-store.contract.ts'

const v = inject('stores')
const DIMENSIONS = 384
const pending = new Set<Promise<unknown>>()

const create = () => ({
  store: createComposedMemoryStore({
    vectors: createQdrantVectorStore({
      client: connectQdrant({ url: v.QDRANT_URL, apiKey: v.QDRANT_API_KEY, timeoutMs: 10_000 }),
      embedder: EMBEDDER,
      dimensions: DIMENSIONS,
      guard: createGuard({ store: 'qdrant', timeoutMs: 10_000, breaker: newBreaker() }),
      state: { ready: false },
    }),
    graph: createNeo4jGraphStore({
      graphs: env.GRAPH,
      uri: v.NEO4J_URI,
      username: v.NEO4J_USERNAME,
      password: v.NEO4J_PASSWORD,
      dimensions: DIMENSIONS,
      guard: createGuard({ store: 'neo4j', timeoutMs: 40_000, breaker: newBreaker() }),
    }),
    embedderId: () => EMBEDDER,
    clock: Date.now,
    defer: (work) => {
      const done = work().finally(() => pending.delete(done))
      pending.add(done)
    },
    schedule: { tell: async () => {}, forget: async () => {} },
  }),
  namespace: () => `E${randomBase62(9)}`,
})

afterAll(async () => void (await Promise.all(pending)))

describeMemoryStore('Qdrant and Neo4j', create)
describeMemoryLifecycle('Qdrant and Neo4j', create)
