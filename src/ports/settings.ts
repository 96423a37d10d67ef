import type { MonthlyBudgets } from '../domain/account/plan.ts'

/** What the operator of a deployment has set and requests go by. */
export interface Settings {
  readonly decayHalfLifeDays: number
  readonly pruneThreshold: number
  readonly consolidateMinIntervalSeconds: number
  /** What an account's clusters may cost a day, in tokens of the language model. */
  readonly compressTokensPerDay: number
  readonly monthlyBudgets: MonthlyBudgets
  /** null: the service's own page on plans. */
  readonly upgradeUrl: string | null
  /** null: there are no admin routes. */
  readonly adminToken: string | null
  readonly corsOrigins: readonly string[]
  /** Whether the pages of the console are served. */
  readonly hasConsole: boolean
  readonly modelLoadWaitMs: number
  /** How often an isolate reports what it has counted; 0: each answers for itself. */
  readonly metricsReportSeconds: number
  readonly webhooks: {
    /** Receivers on private addresses and without TLS, for tests on one machine. */
    readonly allowPrivate: boolean
    /** After each attempt that failed, how long until the next; after the last, none. */
    readonly retryDelaysMs: readonly number[]
  }
  /** For all that a language model does in one request. */
  readonly llmTimeoutMs: number
}
