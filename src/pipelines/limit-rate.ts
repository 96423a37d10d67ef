import { planLimits } from '../domain/account/plan.ts'
import type { Accounts, Admission } from '../ports/accounts.ts'
import type { RateLimiter } from '../ports/rate-limiter.ts'

/**
 * Admission with windows that are kept elsewhere. The account settles everything but the window, the limiter settles that, and the order of
 * answers stays: whoever is over the rate hears of that first, and gets back what the account has booked.
 */
export function limitRate(accounts: Accounts, limiter: RateLimiter): Accounts {
  return {
    ...accounts,
    async admit(request): Promise<Admission> {
      const admission = await accounts.admit({ ...request, windowless: true })
      if (admission.outcome === 'invalid-key') return admission
      const { standing, outcome } = admission
      const limit = planLimits[standing.plan].requestsPerMinute
      if (limit === null) return admission
      const counts = !request.counted && outcome !== 'over-budget'
      if (request.counted && outcome === 'over-budget') await limiter.giveBack({ key: request.keyHash, limit })
      const { allowed, remaining, resetSeconds } = await limiter.take({ key: request.keyHash, limit, counts })
      const seen = { ...standing, limit, remaining, resetSeconds }
      if (allowed || request.counted) return { ...admission, standing: seen }
      const spent = outcome === 'admitted' ? admission.cost : 0
      const once = outcome === 'admitted' ? admission.once : null
      if (once !== null) await accounts.settle({ ...request, once, outcome: null, refund: spent })
      else if (spent > 0) await accounts.refund({ ...request, ops: spent })
      const opsRemaining = standing.opsRemaining === null ? null : standing.opsRemaining + spent
      return {
        outcome: 'over-rate',
        standing: { ...seen, remaining: 0, opsRemaining },
        retryAfterSeconds: resetSeconds,
      }
    },
  }
}
