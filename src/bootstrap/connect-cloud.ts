import { waitUntil } from 'cloudflare:workers'
import { createComposedMemoryStore } from '../adapters/cloud-store/memory-store.ts'
import { createNeo4jGraphStore } from '../adapters/cloud-store/neo4j/graph-store.ts'
import { connectQdrant } from '../adapters/cloud-store/qdrant/connection.ts'
import { createQdrantVectorStore } from '../adapters/cloud-store/qdrant/vector-store.ts'
import { createOpenAiCompatibleLanguageModel } from '../adapters/openai-compatible/language-model.ts'
import { createUpstashEntityCache } from '../adapters/upstash/entity-cache.ts'
import { createUpstashRateLimiter } from '../adapters/upstash/rate-limiter.ts'
import { connectRedis, type RedisConnection } from '../adapters/upstash/redis.ts'
import { createUpstashSessions } from '../adapters/upstash/sessions.ts'
import type { StoreCheck } from '../ports/store-check.ts'
import { type CheckCache, cachedCheck } from '../runtime/cached-check.ts'
import { type Breaker, createGuard, type Guard, newBreaker } from '../runtime/guard.ts'
import type { Trace } from '../runtime/trace.ts'
import type { Config } from './config.ts'
import { CHECK, createConnect } from './connect.ts'
import type { OpenOutside, StoresOutside, StoresRequest } from './outside.ts'

type Store = 'qdrant' | 'neo4j' | 'redis'

/** How the stores outside have been doing, as far as this isolate knows. */
interface State {
  readonly breakers: Readonly<Record<Store, Breaker>>
  readonly checks: Readonly<Record<Store, CheckCache>>
  readonly qdrant: ReturnType<typeof connectQdrant> | null
  readonly collection: { ready: boolean }
  readonly graphs: Set<string>
  readonly repairing: Set<string>
}

type Guarded = (store: Store) => Guard

/** The second half of the composition root: Qdrant, Neo4j, Upstash and an LLM, each where the configuration names it. */
const openOutside: OpenOutside = (config) => {
  const state = newState(config)
  const { llm } = config
  return {
    languageModel: llm.provider === 'openai' ? createOpenAiCompatibleLanguageModel(llm) : null,
    stores: (request) => storesOf(config, state, request),
  }
}

/** With services outside where they are configured, and with everything embedded where they are not. */
export const connect = createConnect(openOutside)

function storesOf(config: Config, state: State, request: StoresRequest): StoresOutside {
  const guarded = guards(config, state, request.trace)
  const redis = config.upstash && connectRedis({ ...config.upstash, guard: guarded('redis') })
  const memory = memoryOf(config, state, request, guarded, redis)
  return {
    memory: memory?.store ?? null,
    byMagnitude: memory?.byMagnitude ?? null,
    sessions: redis && config.workingMemory === 'upstash' ? createUpstashSessions(redis) : null,
    rateLimiter: redis && config.rateLimiter === 'upstash' ? createUpstashRateLimiter(redis) : null,
    checks: {
      ...memory?.checks,
      ...(redis ? { redis: checkOf(state, 'redis', 'upstash', redis.check) } : {}),
    },
  }
}

const newState = ({ memoryStore, storeTimeoutMs }: Config): State => ({
  breakers: { qdrant: newBreaker(), neo4j: newBreaker(), redis: newBreaker() },
  checks: { qdrant: { last: null }, neo4j: { last: null }, redis: { last: null } },
  qdrant: memoryStore.kind === 'cloud' ? connectQdrant({ ...memoryStore.qdrant, timeoutMs: storeTimeoutMs }) : null,
  collection: { ready: false },
  graphs: new Set(),
  repairing: new Set(),
})

/** A time limit, one more try and a circuit breaker in front of every store outside; each call is a round trip. */
function guards(config: Config, { breakers }: State, trace: Trace): Guarded {
  return (store) => {
    const guard = createGuard({ store, timeoutMs: config.storeTimeoutMs, breaker: breakers[store] })
    return async (call, options) => {
      const ended = trace.beginRoundTrip(store)
      let failed = true
      try {
        const answer = await guard(call, options)
        failed = false
        return answer
      } finally {
        ended(failed)
      }
    }
  }
}

const checkOf = ({ checks }: State, store: Store, backend: string, check: () => Promise<void>): StoreCheck => ({
  backend,
  check: cachedCheck(check, CHECK.timeoutMs, CHECK.cachedMs, checks[store]),
})

function memoryOf(
  { memoryStore, entityCache }: Config,
  state: State,
  { env, embedder, schedule, webhooks }: StoresRequest,
  guarded: Guarded,
  redis: RedisConnection | null,
): (Pick<StoresOutside, 'byMagnitude' | 'checks'> & { store: StoresOutside['memory'] }) | null {
  if (memoryStore.kind === 'embedded' || !state.qdrant) return null
  const { dimensions } = embedder
  const client = state.qdrant
  const vectorsOf = (id: string, size: number, ready = { ready: false }) =>
    createQdrantVectorStore({ client, embedder: id, dimensions: size, guard: guarded('qdrant'), state: ready })
  const vectors = vectorsOf(embedder.id, dimensions, state.collection)
  const graph = createNeo4jGraphStore({
    ...memoryStore.neo4j,
    graphs: env.GRAPH,
    embedder: embedder.id,
    dimensions,
    guard: guarded('neo4j'),
    prepared: state.graphs,
  })
  return {
    store: createComposedMemoryStore({
      vectors,
      vectorsOf: (id, size) => vectorsOf(id, size),
      graph,
      entityCache: redis && entityCache === 'upstash' ? createUpstashEntityCache(redis) : null,
      embedderId: () => embedder.id,
      clock: Date.now,
      // What is left undone here is found and done by the sweep.
      defer: (work) => waitUntil(work().catch(() => {})),
      schedule,
      webhooks,
      repairing: state.repairing,
    }),
    byMagnitude: graph.byMagnitude,
    checks: {
      qdrant: checkOf(state, 'qdrant', 'qdrant', vectors.check),
      neo4j: checkOf(state, 'neo4j', 'neo4j', graph.check),
    },
  }
}
