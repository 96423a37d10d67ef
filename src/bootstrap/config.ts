import * as z from 'zod/mini'
import { defaultMonthlyBudgets } from '../domain/account/plan.ts'
import { fadedBefore } from '../domain/lifecycle/strength.ts'
import { sourceConfidence } from '../domain/statement/source.ts'
import type { Settings } from '../ports/settings.ts'
import { DAY_MS, MINUTE_MS } from '../runtime/duration.ts'
import { type OtlpConfig, otlpOf, otlpVariables } from './otlp-config.ts'
import { type StoresConfig, storesOf, storeVariables } from './store-config.ts'
import { choice, number, secret, text, webUrl, whole } from './variable.ts'

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

/** Above it what is fresh and not said by the user would be forgotten with the next round. */
const MAX_PRUNE_THRESHOLD = 0.5
/** A chunk of the least trusted source lives at least so long. */
const MIN_LIFETIME_MS = MINUTE_MS
/** The delays of Standard Webhooks; with the last one an event was tried for 32 hours. */
const retrySeconds = z._default(
  z
    .string()
    .check(z.regex(/^\d{1,6}(,\d{1,6}){0,19}$/, 'must be up to 20 whole numbers of seconds, separated by commas')),
  '5,300,1800,7200,18000,36000,50400',
)

const schema = z.object({
  ...storeVariables,
  ...otlpVariables,
  LLM: choice(['none', 'openai', 'workers-ai']),
  LLM_BASE_URL: webUrl,
  LLM_MODEL: text,
  LLM_API_KEY: text,
  LLM_TIMEOUT_MS: number(20_000, 100, 120_000),
  DECAY_HALF_LIFE_DAYS: number(7, 0.001, 36500),
  PRUNE_THRESHOLD: number(0.05, 0, MAX_PRUNE_THRESHOLD),
  CONSOLIDATE_MIN_INTERVAL_SECONDS: whole(600),
  COMPRESS_TOKENS_PER_DAY: whole(100_000),
  MONTHLY_OPS_FREE: whole(defaultMonthlyBudgets.free ?? 0),
  MONTHLY_OPS_STARTER: whole(defaultMonthlyBudgets.starter ?? 0),
  MONTHLY_OPS_PRO: whole(defaultMonthlyBudgets.pro ?? 0),
  MONTHLY_OPS_SCALE: whole(defaultMonthlyBudgets.scale ?? 0),
  UPGRADE_URL: webUrl,
  ADMIN_TOKEN: secret,
  KEY_SECRET: secret,
  CORS_ORIGINS: origins,
  CONSOLE: choice(['on', 'off']),
  MODEL_LOAD_WAIT_MS: whole(10_000),
  /** 25: what is done after an answer may take half a minute. */
  METRICS_REPORT_SECONDS: number(15, 0, 25),
  WEBHOOK_ALLOW_PRIVATE: choice(['false', 'true']),
  WEBHOOK_RETRY_SECONDS: retrySeconds,
  /** What a local start found: `Vault/ID`, separated by blanks. */
  DAMAGED_OBJECTS: text,
  /** For the benchmark alone: what the network would add to each round trip. */
  ROUND_TRIP_DELAY_MS: whole(0),
})

/** What a variable was called in 0.1; the old name still works. */
const FORMER_NAMES: Readonly<Record<string, string>> = { ROUND_TRIP_DELAY_MS: 'CROSSING_DELAY_MS' }

/** The names that configure the service: what `npm start` passes on from the environment and `.dev.vars`. */
export const CONFIG_NAMES: readonly string[] = [
  ...Object.keys(schema.shape).filter((name) => name !== 'DAMAGED_OBJECTS'),
  ...Object.values(FORMER_NAMES),
]

export type LlmConfig =
  | { readonly provider: 'none' }
  | { readonly provider: 'openai'; readonly baseUrl: string; readonly model: string; readonly apiKey: string | null }
  | { readonly provider: 'workers-ai'; readonly model: string }

/** Everything that the environment configures: what requests go by, and what start-up wires. */
export interface Config extends Settings, StoresConfig {
  /** null: no key can be told from a made-up one, so that none is taken. */
  readonly keySecret: string | null
  readonly llm: LlmConfig
  /** null: nobody wants spans. */
  readonly otlp: OtlpConfig | null
  /** Objects that were found damaged before the runtime was started. */
  readonly damagedObjects: readonly string[]
  readonly roundTripDelayMs: number
}

/** Reads the environment, or says in one sentence what is wrong with it. An empty text is the same as none. */
export function parseConfig(env: Readonly<Record<string, unknown>>): Config | { readonly problem: string } {
  const given = Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => {
      const value = [env[name], env[FORMER_NAMES[name] ?? '']].find((one) => one !== undefined && one !== '')
      return value === undefined ? [] : [[name, value]]
    }),
  )
  const result = schema.safeParse(given)
  if (!result.success) {
    const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${ruleOf(issue)}`)
    return { problem: `The configuration is wrong: ${[...new Set(problems)].join('; ')}.` }
  }
  const values = result.data
  const llm = llmOf(values)
  if ('problem' in llm) return llm
  const forgets = forgetsAtOnce(values)
  if (forgets) return forgets
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
    hasConsole: values.CONSOLE === 'on',
    modelLoadWaitMs: values.MODEL_LOAD_WAIT_MS,
    metricsReportSeconds: values.METRICS_REPORT_SECONDS,
    otlp: otlpOf(values),
    damagedObjects: values.DAMAGED_OBJECTS?.split(' ') ?? [],
    webhooks: {
      allowPrivate: values.WEBHOOK_ALLOW_PRIVATE === 'true',
      retryDelaysMs: values.WEBHOOK_RETRY_SECONDS.split(',').map((seconds) => Number(seconds) * 1000),
    },
    llm,
    llmTimeoutMs: values.LLM_TIMEOUT_MS,
    roundTripDelayMs: values.ROUND_TRIP_DELAY_MS,
    ...stores,
  }
}

/** Two values that are harmless each may together erase what was just stored. */
function forgetsAtOnce({ PRUNE_THRESHOLD: threshold, DECAY_HALF_LIFE_DAYS: days }: z.output<typeof schema>) {
  const confidence = Math.min(...Object.values(sourceConfidence))
  if (fadedBefore(confidence, threshold, 0, days * DAY_MS) <= -MIN_LIFETIME_MS) return null
  const problem = `PRUNE_THRESHOLD ${threshold} with DECAY_HALF_LIFE_DAYS ${days} would forget memories within a minute`
  return { problem: `The configuration is wrong: ${problem}; lower the one or raise the other.` }
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
