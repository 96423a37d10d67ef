import * as z from 'zod/mini'
import { defaultMonthlyBudgets, type MonthlyBudgets } from '../domain/account/plan.ts'
import { type StoresConfig, storesOf } from './store-config.ts'

const number = (fallback: number, min: number, max: number) =>
  z._default(z.coerce.number(`must be a number from ${min} to ${max}`).check(z.gte(min), z.lte(max)), fallback)
const whole = (fallback: number) =>
  z._default(z.coerce.number('must be a whole number of 0 or more').check(z.int(), z.gte(0)), fallback)
const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z._default(z.enum(values, `must be one of ${values.join(', ')}`), values[0] as T[number])
const optional = z.optional(z.string())
const parts = (list: string) => list.split(',').flatMap((part) => part.trim() || [])
/** Also those of apps: capacitor://localhost, chrome-extension://… */
const isOrigin = (origin: string) => /^[a-z][a-z\d+.-]*:\/\/[^\s/?#,]+$/i.test(origin)
const origins = z.optional(
  z
    .string()
    .check(
      z.refine((list) => parts(list).every(isOrigin), 'must be origins like https://app.example, separated by commas'),
    ),
)

const schema = z.object({
  MEMORY_STORE: choice(['embedded', 'cloud']),
  QDRANT_URL: z.optional(z.url('must be an absolute URL')),
  QDRANT_API_KEY: optional,
  NEO4J_URI: z.optional(
    z
      .string()
      .check(
        z.regex(/^(?:neo4j|bolt)(?:\+s|\+ssc)?:\/\/\S+$/, 'must begin with neo4j://, neo4j+s://, bolt:// or bolt+s://'),
      ),
  ),
  NEO4J_USERNAME: optional,
  NEO4J_PASSWORD: optional,
  WORKING_MEMORY: choice(['embedded', 'upstash']),
  RATE_LIMITER: choice(['embedded', 'upstash']),
  ENTITY_CACHE: choice(['embedded', 'upstash']),
  UPSTASH_REDIS_REST_URL: z.optional(z.url('must be an absolute URL')),
  UPSTASH_REDIS_REST_TOKEN: optional,
  EMBEDDER: choice(['local', 'workers-ai', 'openai']),
  EMBEDDINGS_BASE_URL: z.optional(z.url('must be an absolute URL')),
  EMBEDDINGS_MODEL: optional,
  EMBEDDINGS_API_KEY: optional,
  EMBEDDINGS_DIMENSIONS: z.optional(
    z.coerce.number('must be a whole number from 8 to 8192').check(z.int(), z.gte(8), z.lte(8192)),
  ),
  /** The embedder to come, while `brain reembed` gives its vectors to what is remembered. */
  EMBEDDER_NEXT: choice(['none', 'local', 'workers-ai', 'openai']),
  EMBEDDINGS_NEXT_BASE_URL: z.optional(z.url('must be an absolute URL')),
  EMBEDDINGS_NEXT_MODEL: optional,
  EMBEDDINGS_NEXT_API_KEY: optional,
  EMBEDDINGS_NEXT_DIMENSIONS: z.optional(
    z.coerce.number('must be a whole number from 8 to 8192').check(z.int(), z.gte(8), z.lte(8192)),
  ),
  /** How long a store or an embedding service outside is waited for. */
  STORE_TIMEOUT_MS: number(5_000, 100, 60_000),
  LLM: choice(['none', 'openai', 'workers-ai']),
  LLM_BASE_URL: z.optional(z.url({ protocol: /^https?$/, error: 'must be an absolute http or https URL' })),
  LLM_MODEL: optional,
  LLM_API_KEY: optional,
  /** For all that a model does in one request. */
  LLM_TIMEOUT_MS: number(20_000, 100, 120_000),
  DECAY_HALF_LIFE_DAYS: number(7, 0.001, 36500),
  PRUNE_THRESHOLD: number(0.05, 0, 1),
  CONSOLIDATE_MIN_INTERVAL_SECONDS: whole(600),
  /** What an account's clusters may cost a day, in tokens of the language model. */
  COMPRESS_TOKENS_PER_DAY: whole(100_000),
  MONTHLY_OPS_FREE: whole(defaultMonthlyBudgets.free ?? 0),
  MONTHLY_OPS_STARTER: whole(defaultMonthlyBudgets.starter ?? 0),
  MONTHLY_OPS_PRO: whole(defaultMonthlyBudgets.pro ?? 0),
  MONTHLY_OPS_SCALE: whole(defaultMonthlyBudgets.scale ?? 0),
  UPGRADE_URL: z.optional(z.url({ protocol: /^https?$/, error: 'must be an absolute http or https URL' })),
  ADMIN_TOKEN: z.optional(z.string().check(z.minLength(16, 'must have at least 16 characters'))),
  KEY_SECRET: z.optional(z.string().check(z.minLength(16, 'must have at least 16 characters'))),
  CORS_ORIGINS: origins,
  MODEL_LOAD_WAIT_MS: whole(10_000),
  /** For the benchmark alone: what the network would add to each round trip. */
  CROSSING_DELAY_MS: whole(0),
})

/** The names that configure the service: what `npm start` passes on from the environment and `.dev.vars`. */
export const CONFIG_NAMES: readonly string[] = Object.keys(schema.shape)

export type LlmConfig =
  | { readonly provider: 'none' }
  | { readonly provider: 'openai'; readonly baseUrl: string; readonly model: string; readonly apiKey: string | null }
  | { readonly provider: 'workers-ai'; readonly model: string }

export interface Config extends StoresConfig {
  readonly decayHalfLifeDays: number
  readonly pruneThreshold: number
  readonly consolidateMinIntervalSeconds: number
  readonly compressTokensPerDay: number
  readonly monthlyBudgets: MonthlyBudgets
  /** null: the service's own page on plans. */
  readonly upgradeUrl: string | null
  /** null: there are no admin routes. */
  readonly adminToken: string | null
  /** null: no key can be told from a made-up one, so that none is taken. */
  readonly keySecret: string | null
  readonly corsOrigins: readonly string[]
  readonly modelLoadWaitMs: number
  readonly llm: LlmConfig
  readonly llmTimeoutMs: number
  readonly roundTripDelayMs: number
}

/** Reads the environment, or says in one sentence what is wrong with it. An empty text is the same as none. */
export function parseConfig(env: Readonly<Record<string, unknown>>): Config | { readonly problem: string } {
  const given = Object.fromEntries(
    CONFIG_NAMES.filter((name) => env[name] !== undefined && env[name] !== '').map((name) => [name, env[name]]),
  )
  const result = schema.safeParse(given)
  if (!result.success) {
    const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${ruleOf(issue)}`)
    return { problem: `The configuration is wrong: ${[...new Set(problems)].join('; ')}.` }
  }
  const values = result.data
  const llm = llmOf(values)
  if ('problem' in llm) return llm
  const stores = storesOf(values)
  if ('problem' in stores) return stores
  return {
    decayHalfLifeDays: values.DECAY_HALF_LIFE_DAYS,
    pruneThreshold: values.PRUNE_THRESHOLD,
    consolidateMinIntervalSeconds: values.CONSOLIDATE_MIN_INTERVAL_SECONDS,
    compressTokensPerDay: values.COMPRESS_TOKENS_PER_DAY,
    monthlyBudgets: {
      free: values.MONTHLY_OPS_FREE,
      starter: values.MONTHLY_OPS_STARTER,
      pro: values.MONTHLY_OPS_PRO,
      scale: values.MONTHLY_OPS_SCALE,
      enterprise: null,
    },
    upgradeUrl: values.UPGRADE_URL ?? null,
    adminToken: values.ADMIN_TOKEN ?? null,
    keySecret: values.KEY_SECRET ?? null,
    corsOrigins: parts(values.CORS_ORIGINS ?? ''),
    modelLoadWaitMs: values.MODEL_LOAD_WAIT_MS,
    llm,
    llmTimeoutMs: values.LLM_TIMEOUT_MS,
    roundTripDelayMs: values.CROSSING_DELAY_MS,
    ...stores,
  }
}

function llmOf(values: z.output<typeof schema>): LlmConfig | { readonly problem: string } {
  const { LLM: provider, LLM_BASE_URL: baseUrl, LLM_MODEL: model, LLM_API_KEY: apiKey } = values
  if (provider === 'none') return { provider }
  const missing = [...(model ? [] : ['LLM_MODEL']), ...(provider === 'openai' && !baseUrl ? ['LLM_BASE_URL'] : [])]
  if (missing.length > 0 || !model)
    return { problem: `The configuration is wrong: LLM is ${provider}, which needs ${missing.join(' and ')} too.` }
  if (provider === 'workers-ai') return { provider, model }
  return { provider, model, baseUrl: baseUrl!.replace(/\/+$/, ''), apiKey: apiKey ?? null }
}

function ruleOf(issue: z.core.$ZodIssue): string {
  if (issue.message !== 'Invalid input') return issue.message
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}`
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`
  return 'is not valid'
}
