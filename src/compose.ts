import { createEmbeddedAccounts } from './adapters/embedded/accounts.ts'
import { createCross } from './adapters/embedded/cross.ts'
import { createEmbeddedMemoryStore } from './adapters/embedded/memory-store.ts'
import { createEmbeddedSchedule } from './adapters/embedded/schedule.ts'
import { createEmbeddedSessions } from './adapters/embedded/sessions.ts'
import { createEmbeddedStoreCheck } from './adapters/embedded/store-check.ts'
import { createLocalEmbedder } from './adapters/local-model/embedder.ts'
import { kernelModules } from './adapters/local-model/kernel-modules.ts'
import { createOpenAiCompatibleLanguageModel } from './adapters/openai-compatible/language-model.ts'
import { createWinkExtractor } from './adapters/wink/extractor.ts'
import { type AiBinding, createWorkersAiLanguageModel } from './adapters/workers-ai/language-model.ts'
import { type Config, parseConfig } from './config.ts'
import { createKeySigner, type KeySigner } from './domain/api-key.ts'
import { type CheckCache, cachedCheck } from './domain/cached-check.ts'
import { BrainError } from './domain/errors.ts'
import type { Trace } from './domain/trace.ts'
import { meterLanguageModel } from './pipelines/llm/meter.ts'
import type { Assets } from './ports/assets.ts'
import type { Embedder } from './ports/embedder.ts'
import type { Extractor } from './ports/extractor.ts'
import type { LanguageModel } from './ports/language-model.ts'
import type { Ports } from './ports/ports.ts'

const CHECK_TIMEOUT_MS = 1_500
const CHECK_CACHED_MS = 3_000

/** What lives as long as the isolate: everything that takes time to make. */
interface Shared {
  readonly config: Config
  readonly keys: KeySigner
  readonly assets: Assets
  readonly embedder: Embedder
  readonly extractor: Extractor
  readonly languageModel: LanguageModel | null
  readonly storeCheck: CheckCache
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
    embedder: createLocalEmbedder({ fetchModel: () => assets.read('model/encoder.bin'), modules: kernelModules }),
    extractor: createWinkExtractor(),
    languageModel: languageModelOf(config, env),
    storeCheck: { last: null },
  }
  shared.set(env, made)
  return made
}

function languageModelOf({ llm }: Config, env: Env): LanguageModel | null {
  if (llm.provider === 'none') return null
  if (llm.provider === 'openai') return createOpenAiCompatibleLanguageModel(llm)
  const { AI: ai } = env as { AI?: AiBinding }
  if (!ai)
    throw new BrainError(
      'misconfigured',
      'LLM is workers-ai, and the Worker has no binding AI: deploy with --env cloud.',
    )
  return createWorkersAiLanguageModel({ ai, model: llm.model })
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
  const { config, keys, assets, embedder, extractor, languageModel, storeCheck } = share(env)
  const cross = createCross(trace, config.crossingDelayMs)
  const embedded = createEmbeddedStoreCheck(env.DIRECTORY, cross)
  const store = {
    backend: embedded.backend,
    check: cachedCheck(embedded.check, CHECK_TIMEOUT_MS, CHECK_CACHED_MS, storeCheck),
  }
  return {
    config,
    clock: Date.now,
    keys,
    assets,
    accounts: createEmbeddedAccounts({
      accounts: env.ACCOUNT,
      directory: env.DIRECTORY,
      budgets: config.monthlyBudgets,
      signer: keys,
      cross,
    }),
    memory: createEmbeddedMemoryStore({ vaults: env.VAULT, embedderId: () => embedder.id, cross, trace }),
    sessions: createEmbeddedSessions({ sessions: env.SESSION, cross }),
    schedule: createEmbeddedSchedule({ directory: env.DIRECTORY, cross }),
    embedder,
    extractor,
    languageModel: languageModel && meterLanguageModel(languageModel, trace),
    models: [embedder, extractor],
    stores: { neo4j: store, redis: store, qdrant: store },
  }
}
