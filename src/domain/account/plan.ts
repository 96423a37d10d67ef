/** The tiers, lowest first: a feature that needs one is there for all that follow. */
export const PLANS = ['free', 'starter', 'pro', 'scale', 'enterprise'] as const

export type Plan = (typeof PLANS)[number]

export interface PlanLimits {
  /** null: no limit. */
  readonly requestsPerMinute: number | null
  readonly itemsPerBatch: number
}

export const planLimits: Record<Plan, PlanLimits> = {
  free: { requestsPerMinute: 10, itemsPerBatch: 5 },
  starter: { requestsPerMinute: 60, itemsPerBatch: 20 },
  pro: { requestsPerMinute: 300, itemsPerBatch: 50 },
  scale: { requestsPerMinute: 1000, itemsPerBatch: 100 },
  enterprise: { requestsPerMinute: null, itemsPerBatch: 100 },
}

/** Operations a plan may spend in a UTC calendar month; null: no limit. */
export type MonthlyBudgets = Readonly<Record<Plan, number | null>>

export const defaultMonthlyBudgets: MonthlyBudgets = {
  free: 10_000,
  starter: 100_000,
  pro: 1_000_000,
  scale: 10_000_000,
  enterprise: null,
}

export const planIsAtLeast = (plan: Plan, needed: Plan): boolean => PLANS.indexOf(plan) >= PLANS.indexOf(needed)
