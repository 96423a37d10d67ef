import { env } from 'cloudflare:workers'
import { afterAll, inject } from 'vitest'
import { createComposedMemoryStore } from '../../src/adapters/cloud-store/memory-store.ts'
import { createNeo4jGraphStore } from '../../src/adapters/cloud-store/neo4j/graph-store.ts'
import { connectQdrant } from '../../src/adapters/cloud-store/qdrant/connection.ts'
import { createQdrantVectorStore } from '../../src/adapters/cloud-store/qdrant/vector-store.ts'
import { createUpstashEntityCache } from '../../src/adapters/upstash/entity-cache.ts'
import { connectRedis } from '../../src/adapters/upstash/redis.ts'
import { createGuard, newBreaker } from '../../src/runtime/guard.ts'
import { EMBEDDER } from '../contracts/memories.ts'
import { createFakeEmbedder } from '../fakes/embedder.ts'

/** Both stores and what is composed of them, on the real servers. Deferred work is waited for at the end of the suite. */
export function createStores(embedder: string = EMBEDDER, given: { qdrantUrl?: string; neo4jUri?: string } = {}) {
  const v = inject('stores')
  const { dimensions } = createFakeEmbedder()
  const client = connectQdrant({ url: given.qdrantUrl ?? v.QDRANT_URL, apiKey: v.QDRANT_API_KEY, timeoutMs: 30_000 })
  const vectorsOf = (id: string, size: number) =>
    createQdrantVectorStore({
      client,
      embedder: id,
      dimensions: size,
      guard: createGuard({ store: 'qdrant', timeoutMs: 30_000, breaker: newBreaker() }),
      state: { ready: false },
    })
  const vectors = vectorsOf(embedder, dimensions)
  const graph = createNeo4jGraphStore({
    graphs: env.GRAPH,
    uri: given.neo4jUri ?? v.NEO4J_URI,
    username: v.NEO4J_USERNAME,
    password: v.NEO4J_PASSWORD,
    embedder,
    dimensions,
    guard: createGuard({ store: 'neo4j', timeoutMs: 60_000, breaker: newBreaker() }),
    prepared: new Set(),
  })
  const woken: string[] = []
  const pending = new Set<Promise<unknown>>()
  const settled = async () => {
    while (pending.size > 0) await Promise.all(pending)
  }
  afterAll(settled)
  const store = createComposedMemoryStore({
    vectors,
    vectorsOf,
    graph,
    entityCache: createUpstashEntityCache(
      connectRedis({
        url: v.UPSTASH_REDIS_REST_URL,
        token: v.UPSTASH_REDIS_REST_TOKEN,
        guard: createGuard({ store: 'redis', timeoutMs: 10_000, breaker: newBreaker() }),
      }),
    ),
    embedderId: () => embedder,
    clock: Date.now,
    defer: (work) => {
      // As in the service: what fails here is found by the sweep.
      const done = work()
        .catch(() => {})
        .finally(() => pending.delete(done))
      pending.add(done)
    },
    repairing: new Set(),
    webhooks: {
      wake: async (namespace) => {
        woken.push(namespace)
      },
    },
    schedule: { announce: async () => {}, forget: async () => {} },
  })
  return { vectors, graph, store, settled, woken }
}

/** Stores with whatever embedder is asked for, and what waits until all of them are settled. */
export function storesByEmbedder() {
  const all: ReturnType<typeof createStores>[] = []
  return {
    store: (embedder: string) => {
      const stores = createStores(embedder)
      all.push(stores)
      return stores.store
    },
    settled: async () => void (await Promise.all(all.map(({ settled }) => settled()))),
  }
}
