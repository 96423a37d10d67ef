import { createEmbeddedAccounts } from '../adapters/durable-objects/accounts.ts'
import { createEmbeddedMemoryStore } from '../adapters/durable-objects/memory-store.ts'
import { createEmbeddedMetricsStore } from '../adapters/durable-objects/metrics-store.ts'
import { createRoundTrip } from '../adapters/durable-objects/round-trip.ts'
import { createEmbeddedSchedule } from '../adapters/durable-objects/schedule.ts'
import { createEmbeddedSessions } from '../adapters/durable-objects/sessions.ts'
import { createStorageWatch, newStorageState, type StorageState } from '../adapters/durable-objects/storage-watch.ts'
import { createEmbeddedStoreCheck } from '../adapters/durable-objects/store-check.ts'
import { createEmbeddedWebhooks } from '../adapters/durable-objects/webhooks.ts'
import { createLocalEmbedder } from '../adapters/local-model/embedder.ts'
import { kernelModules } from '../adapters/local-model/kernel-modules.ts'
import { createLocalReranker } from '../adapters/local-model/reranker.ts'
import { createOpenAiCompatibleEmbedder } from '../adapters/openai-compatible/embedder.ts'
import { createOtlpSpanExporter } from '../adapters/otlp/span-exporter.ts'
import { createWinkExtractor } from '../adapters/wink/extractor.ts'
import type { AiBinding } from '../adapters/workers-ai/ai-binding.ts'
import { createWorkersAiEmbedder } from '../adapters/workers-ai/embedder.ts'
import { createWorkersAiLanguageModel } from '../adapters/workers-ai/language-model.ts'
import { createKeySigner, type KeySigner } from '../domain/account/api-key.ts'
import { BrainError } from '../domain/errors.ts'
import type { Connect } from '../http/middleware/request.ts'
import { limitRate } from '../pipelines/limit-rate.ts'
import { meterLanguageModel } from '../pipelines/llm/meter.ts'
import type { Assets } from '../ports/assets.ts'
import type { Embedder } from '../ports/embedder.ts'
import type { Extractor } from '../ports/extractor.ts'
import type { LanguageModel } from '../ports/language-model.ts'
import type { Outgoing } from '../ports/outgoing.ts'
import type { Reranker } from '../ports/reranker.ts'
import type { SpanExporter } from '../ports/span-exporter.ts'
import { type CheckCache, cachedCheck } from '../runtime/cached-check.ts'
import { createGuard, newBreaker } from '../runtime/guard.ts'
import { traceHeaders } from '../runtime/trace-context.ts'
import { type Config, parseConfig } from './config.ts'
import { needsOutside, type OpenOutside, type Outside } from './outside.ts'
import type { EmbedderConfig } from './store-config.ts'

/** How long a store's check may take, and how long its answer holds. */
export const CHECK = { timeoutMs: 1_500, cachedMs: 3_000 }

/** What lives as long as the isolate: everything that takes time to make. */
interface Shared {
  readonly config: Config
  readonly keys: KeySigner
  readonly assets: Assets
  readonly embedder: Embedder
  /** The one to come, while namespaces are embedded anew. */
  readonly nextEmbedder: Embedder | null
  readonly reranker: Reranker | null
  readonly extractor: Extractor
  readonly languageModel: LanguageModel | null
  readonly storeCheck: CheckCache
  readonly storageState: StorageState
  readonly spans: SpanExporter | null
  /** null: there are none, or the configuration wants none. */
  readonly outside: Outside | null
}

const shared = new WeakMap<Env, Shared>()

function share(env: Env, openOutside: OpenOutside | null): Shared {
  const known = shared.get(env)
  if (known) return known
  const config = parseConfig(env as unknown as Record<string, unknown>)
  if ('problem' in config) throw new BrainError('misconfigured', config.problem)
  if (!openOutside && needsOutside(config)) throw new BrainError('misconfigured', WITHOUT_OUTSIDE)
  const outside = openOutside?.(config) ?? null
  const assets: Assets = {
    async read(path) {
      const response = await env.ASSETS.fetch(`https://assets.local/${path}`)
      if (!response.ok) throw new Error(`asset ${path}: ${response.status}`)
      return response.arrayBuffer()
    },
  }
  const local = config.embedder.kind === 'local' ? localEmbedder(assets) : null
  const made: Shared = {
    config,
    keys: config.keySecret === null ? refuseAll : createKeySigner(config.keySecret),
    assets,
    embedder: local ?? embedderOf(config.embedder, config, env, assets),
    reranker:
      local && createLocalReranker({ encoder: local.encoder, fetchWeights: () => assets.read('model/reranker.bin') }),
    nextEmbedder: config.nextEmbedder && embedderOf(config.nextEmbedder, config, env, assets),
    extractor: createWinkExtractor({ fetchLexicon: () => assets.read('model/lexicon.bin') }),
    languageModel: outside?.languageModel ?? boundLanguageModel(config, env),
    storeCheck: { last: null },
    storageState: newStorageState(config.damagedObjects),
    spans: config.otlp && createOtlpSpanExporter(config.otlp),
    outside,
  }
  shared.set(env, made)
  return made
}

const localEmbedder = (assets: Assets) =>
  createLocalEmbedder({
    fetchModel: () => assets.read('model/encoder.bin'),
    fetchGlosses: () => assets.read('model/glosses.txt'),
    modules: kernelModules,
  })

function embedderOf(embedder: EmbedderConfig, config: Config, env: Env, assets: Assets): Embedder {
  if (embedder.kind === 'local') return localEmbedder(assets)
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

const boundLanguageModel = ({ llm }: Config, env: Env): LanguageModel | null =>
  llm.provider === 'workers-ai' ? createWorkersAiLanguageModel({ ai: aiOf(env, 'LLM'), model: llm.model }) : null

const WITHOUT_OUTSIDE =
  'Services outside (stores, an LLM) are configured, and this Worker was built without them: deploy with --env cloud, or make dist/worker/worker-cloud.js, which is built of src/worker-cloud.ts, the main of wrangler.toml.'

const NO_SECRET = 'KEY_SECRET is not set, so that no key can be checked: deploy with `npm run deploy`, which makes one.'

const refuse = async () => {
  throw new BrainError('misconfigured', NO_SECRET)
}
const refuseAll: KeySigner = { issue: refuse, verify: refuse, issueTicket: refuse, accountOfTicket: refuse }

/**
 * The composition root: with connect-cloud.ts the only place that knows which adapter stands behind which port. `openOutside` is given where
 * services outside can be configured.
 */
export const createConnect =
  (openOutside: OpenOutside | null): Connect =>
  (env, trace) => {
    const made = share(env, openOutside)
    const { config, keys, assets, embedder, reranker, nextEmbedder, extractor, languageModel, storeCheck, spans } = made
    const storage = createStorageWatch(env.DIRECTORY, made.storageState)
    const roundTripTo = (store: string) => createRoundTrip(trace, config.roundTripDelayMs, storage, store)
    const toDirectory = roundTripTo('directory')
    const embedded = createEmbeddedStoreCheck(storage, toDirectory)
    const store = {
      ...embedded,
      check: cachedCheck(embedded.check, CHECK.timeoutMs, CHECK.cachedMs, storeCheck),
    }
    const accounts = createEmbeddedAccounts({
      accounts: env.ACCOUNT,
      directory: env.DIRECTORY,
      budgets: config.monthlyBudgets,
      signer: keys,
      roundTrip: roundTripTo('account'),
    })
    const vault = createEmbeddedMemoryStore({
      vaults: env.VAULT,
      embedderId: () => embedder.id,
      roundTrip: roundTripTo('vault'),
      trace,
    })
    const schedule = createEmbeddedSchedule({ directory: env.DIRECTORY, roundTrip: toDirectory })
    const webhooks = createEmbeddedWebhooks(env.OUTBOX, roundTripTo('outbox'))
    const outside = made.outside?.stores({ env, trace, embedder, schedule, webhooks })
    return {
      config,
      clock: Date.now,
      keys,
      assets,
      accounts: outside?.rateLimiter ? limitRate(accounts, outside.rateLimiter) : accounts,
      memory: outside?.memory ?? vault,
      entities: outside?.memory ?? vault,
      records: outside?.memory ?? vault,
      revisions: outside?.memory ?? vault,
      journal: outside?.memory ?? vault,
      webhooks,
      outgoing: outgoingOf(env),
      portable: outside?.memory ?? vault,
      reEmbeddable: outside?.memory ?? vault,
      rewindable: outside?.memory ? null : vault,
      nextEmbedder,
      transfer: outside?.memory ? { from: vault } : null,
      sessions:
        outside?.sessions ?? createEmbeddedSessions({ sessions: env.SESSION, roundTrip: roundTripTo('session') }),
      schedule,
      metrics: createEmbeddedMetricsStore({
        metrics: env.METRICS,
        directory: env.DIRECTORY,
        roundTrip: roundTripTo('metrics'),
        byMagnitude: outside?.byMagnitude ?? undefined,
      }),
      spans,
      embedder: spans ? (embedder.within?.(() => traceHeaders(trace.context)) ?? embedder) : embedder,
      reranker,
      extractor,
      languageModel: languageModel && meterLanguageModel(languageModel, trace, config.llm.provider),
      models: [embedder, extractor],
      stores: { neo4j: store, redis: store, qdrant: store, ...outside?.checks },
    }
  }

/** Locally a network that refuses private addresses, whatever a name resolves to; deployed, the platform does the same by itself. */
function outgoingOf(env: Env): Outgoing {
  const { WEBHOOKS: network } = env as { WEBHOOKS?: Fetcher }
  return { fetch: (url, init) => (network ? network.fetch(url, init) : fetch(url, init)) }
}

/** With everything embedded. */
export const connect = createConnect(null)
