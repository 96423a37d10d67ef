import { waitUntil } from 'cloudflare:workers'
import { createComposedMemoryStore } from './adapters/composed/memory-store.ts'
import { createEmbeddedAccounts } from './adapters/embedded/accounts.ts'
import { createCross } from './adapters/embedded/cross.ts'
import { createEmbeddedMemoryStore } from './adapters/embedded/memory-store.ts'
import { createEmbeddedSchedule } from './adapters/embedded/schedule.ts'
import { createEmbeddedSessions } from './adapters/embedded/sessions.ts'
import { createEmbeddedStoreCheck } from './adapters/embedded/store-check.ts'
import { createLocalEmbedder } from './adapters/local-model/embedder.ts'
import { kernelModules } from './adapters/local-model/kernel-modules.ts'
import { createNeo4jGraphStore } from './adapters/neo4j/graph-store.ts'
import { createOpenAiCompatibleEmbedder } from './adapters/openai-compatible/embedder.ts'
import { createOpenAiCompatibleLanguageModel } from './adapters/openai-compatible/language-model.ts'
import { connectQdrant } from './adapters/qdrant/connection.ts'
import { createQdrantVectorStore } from './adapters/qdrant/vector-store.ts'
import { createUpstashEntityCache } from './adapters/upstash/entity-cache.ts'
import { createUpstashRateLimiter } from './adapters/upstash/rate-limiter.ts'
import { connectRedis, type RedisConnection } from './adapters/upstash/redis.ts'
import { createUpstashSessions } from './adapters/upstash/sessions.ts'
import { createWinkExtractor } from './adapters/wink/extractor.ts'
import { createWorkersAiEmbedder } from './adapters/workers-ai/embedder.ts'
import { type AiBinding, createWorkersAiLanguageModel } from './adapters/workers-ai/language-model.ts'
import { type Config, parseConfig } from './config.ts'
import { createKeySigner, type KeySigner } from './domain/api-key.ts'
import { type CheckCache, cachedCheck } from './domain/cached-check.ts'
import { BrainError } from './domain/errors.ts'
import { type Breaker, createGuard, type Guard, newBreaker } from './domain/guard.ts'
import type { Trace } from './domain/trace.ts'
import { limitRate } from './pipelines/limit-rate.ts'
import { meterLanguageModel } from './pipelines/llm/meter.ts'
import type { Restorable } from './ports/archive.ts'
import type { Assets } from './ports/assets.ts'
import type { Embedder } from './ports/embedder.ts'
import type { EntityRegister } from './ports/entity-register.ts'
import type { Extractor } from './ports/extractor.ts'
import type { LanguageModel } from './ports/language-model.ts'
import type { MemoryStore } from './ports/memory-store.ts'
import type { Ports } from './ports/ports.ts'
import type { ReEmbeddable } from './ports/re-embeddable.ts'
import type { Schedule } from './ports/schedule.ts'
import type { StoreCheck } from './ports/store-check.ts'
import type { EmbedderConfig } from './store-config.ts'

const CHECK_TIMEOUT_MS = 1_500
const CHECK_CACHED_MS = 3_000

/** What lives as long as the isolate: everything that takes time to make. */
interface Shared {
  readonly config: Config
  readonly keys: KeySigner
  readonly assets: Assets
  readonly embedder: Embedder
  /** The one to come, while namespaces are embedded anew. */
  readonly nextEmbedder: Embedder | null
  readonly extractor: Extractor
  readonly languageModel: LanguageModel | null
  readonly storeCheck: CheckCache
  readonly outside: Outside
}

/** How the stores outside have been doing, as far as this isolate knows. */
interface Outside {
  readonly breakers: Readonly<Record<'qdrant' | 'neo4j' | 'redis', Breaker>>
  readonly checks: Readonly<Record<'qdrant' | 'neo4j' | 'redis', CheckCache>>
  readonly qdrant: ReturnType<typeof connectQdrant> | null
  readonly collection: { ready: boolean }
  readonly graphs: Set<string>
  readonly repairing: Set<string>
}

const shared = new WeakMap<Env, Shared>()

function share(env: Env): Shared {
  const known = shared.get(env)
  if (known) return known
  const config = parseConfig(env as unknown as Record<string, unknown>)
  if ('problem' in config) throw new BrainError('misconfigured', config.problem)
  const assets: Assets = {
    async read(path) {
      const response = await env.ASSETS.fetch(`https://assets.local/${path}`)
      if (!response.ok) throw new Error(`asset ${path}: ${response.status}`)
      return response.arrayBuffer()
    },
  }
  const made: Shared = {
    config,
    keys: config.keySecret === null ? refuseAll : createKeySigner(config.keySecret),
    assets,
    embedder: embedderOf(config.embedder, config, env, assets),
    nextEmbedder: config.nextEmbedder && embedderOf(config.nextEmbedder, config, env, assets),
    extractor: createWinkExtractor({ fetchLexicon: () => assets.read('model/lexicon.bin') }),
    languageModel: languageModelOf(config, env),
    storeCheck: { last: null },
    outside: outsideOf(config),
  }
  shared.set(env, made)
  return made
}

function embedderOf(embedder: EmbedderConfig, config: Config, env: Env, assets: Assets): Embedder {
  if (embedder.kind === 'local')
    return createLocalEmbedder({ fetchModel: () => assets.read('model/encoder.bin'), modules: kernelModules })
  const guard = createGuard({ store: 'embeddings', timeoutMs: config.storeTimeoutMs, breaker: newBreaker() })
  if (embedder.kind === 'openai') return createOpenAiCompatibleEmbedder({ ...embedder, guard })
  return createWorkersAiEmbedder({ ...embedder, ai: aiOf(env, 'EMBEDDER'), guard })
}

function aiOf(env: Env, name: string): AiBinding {
  const { AI: ai } = env as { AI?: AiBinding }
  if (ai) return ai
  throw new BrainError(
    'misconfigured',
    `${name} is workers-ai, and the Worker has no binding AI: deploy with --env cloud.`,
  )
}

const outsideOf = ({ memoryStore, storeTimeoutMs }: Config): Outside => ({
  breakers: { qdrant: newBreaker(), neo4j: newBreaker(), redis: newBreaker() },
  checks: { qdrant: { last: null }, neo4j: { last: null }, redis: { last: null } },
  qdrant: memoryStore.kind === 'cloud' ? connectQdrant({ ...memoryStore.qdrant, timeoutMs: storeTimeoutMs }) : null,
  collection: { ready: false },
  graphs: new Set(),
  repairing: new Set(),
})

function languageModelOf({ llm }: Config, env: Env): LanguageModel | null {
  if (llm.provider === 'none') return null
  if (llm.provider === 'openai') return createOpenAiCompatibleLanguageModel(llm)
  return createWorkersAiLanguageModel({ ai: aiOf(env, 'LLM'), model: llm.model })
}

const NO_SECRET = 'KEY_SECRET is not set, so that no key can be checked: deploy with `npm run deploy`, which makes one.'

const refuseAll: KeySigner = {
  issue: async () => {
    throw new BrainError('misconfigured', NO_SECRET)
  },
  verify: async () => {
    throw new BrainError('misconfigured', NO_SECRET)
  },
}

/** The composition root: the only place that knows which adapter stands behind which port. */
export function connect(env: Env, trace: Trace): Ports {
  const { config, keys, assets, embedder, nextEmbedder, extractor, languageModel, storeCheck, outside } = share(env)
  const cross = createCross(trace, config.crossingDelayMs)
  const embedded = createEmbeddedStoreCheck(env.DIRECTORY, cross)
  const store = {
    backend: embedded.backend,
    check: cachedCheck(embedded.check, CHECK_TIMEOUT_MS, CHECK_CACHED_MS, storeCheck),
  }
  const accounts = createEmbeddedAccounts({
    accounts: env.ACCOUNT,
    directory: env.DIRECTORY,
    budgets: config.monthlyBudgets,
    signer: keys,
    cross,
  })
  const vault = createEmbeddedMemoryStore({ vaults: env.VAULT, embedderId: () => embedder.id, cross, trace })
  const guarded = guards(config, outside, trace)
  const redis = config.upstash && connectRedis({ ...config.upstash, guard: guarded('redis') })
  const schedule = createEmbeddedSchedule({ directory: env.DIRECTORY, cross })
  const cloud = cloudStores(env, config, outside, embedder, guarded, schedule, redis)
  return {
    config,
    clock: Date.now,
    keys,
    assets,
    accounts:
      redis && config.rateLimiter === 'upstash' ? limitRate(accounts, createUpstashRateLimiter(redis)) : accounts,
    memory: cloud?.memory ?? vault,
    entities: cloud?.memory ?? vault,
    reEmbeddable: cloud?.memory ?? vault,
    rewindable: cloud ? null : vault,
    nextEmbedder,
    transfer: cloud && { from: vault, to: cloud.memory },
    sessions:
      redis && config.workingMemory === 'upstash'
        ? createUpstashSessions(redis)
        : createEmbeddedSessions({ sessions: env.SESSION, cross }),
    schedule,
    embedder,
    extractor,
    languageModel: languageModel && meterLanguageModel(languageModel, trace),
    models: [embedder, extractor],
    stores: {
      neo4j: cloud?.neo4j ?? store,
      redis: redis ? outsideCheck(outside, 'redis', 'upstash', redis.check) : store,
      qdrant: cloud?.qdrant ?? store,
    },
  }
}

type Guarded = (store: 'qdrant' | 'neo4j' | 'redis') => Guard

/** A time limit, one more try and a circuit breaker in front of every store outside; each call is a crossing. */
function guards(config: Config, { breakers }: Outside, trace: Trace): Guarded {
  return (store) => {
    const guard = createGuard({ store, timeoutMs: config.storeTimeoutMs, breaker: breakers[store] })
    return (call, options) => {
      trace.cross()
      return guard(call, options)
    }
  }
}

const outsideCheck = (
  { checks }: Outside,
  store: 'qdrant' | 'neo4j' | 'redis',
  backend: string,
  check: () => Promise<void>,
): StoreCheck => ({ backend, check: cachedCheck(check, CHECK_TIMEOUT_MS, CHECK_CACHED_MS, checks[store]) })

function cloudStores(
  env: Env,
  { memoryStore, entityCache }: Config,
  outside: Outside,
  embedder: Embedder,
  guarded: Guarded,
  schedule: Schedule,
  redis: RedisConnection | null,
): { memory: MemoryStore & Restorable & ReEmbeddable & EntityRegister; qdrant: StoreCheck; neo4j: StoreCheck } | null {
  if (memoryStore.kind === 'embedded' || !outside.qdrant) return null
  const { dimensions } = embedder
  const client = outside.qdrant
  const vectorsOf = (id: string, size: number, state = { ready: false }) =>
    createQdrantVectorStore({ client, embedder: id, dimensions: size, guard: guarded('qdrant'), state })
  const vectors = vectorsOf(embedder.id, dimensions, outside.collection)
  const graph = createNeo4jGraphStore({
    ...memoryStore.neo4j,
    graphs: env.GRAPH,
    embedder: embedder.id,
    dimensions,
    guard: guarded('neo4j'),
    prepared: outside.graphs,
  })
  return {
    memory: createComposedMemoryStore({
      vectors,
      vectorsOf: (id, size) => vectorsOf(id, size),
      graph,
      entityCache: redis && entityCache === 'upstash' ? createUpstashEntityCache(redis) : null,
      embedderId: () => embedder.id,
      clock: Date.now,
      // What is left undone here is found and done by the sweep.
      defer: (work) => waitUntil(work().catch(() => {})),
      schedule,
      repairing: outside.repairing,
    }),
    qdrant: outsideCheck(outside, 'qdrant', 'qdrant', vectors.check),
    neo4j: outsideCheck(outside, 'neo4j', 'neo4j', graph.check),
  }
}
