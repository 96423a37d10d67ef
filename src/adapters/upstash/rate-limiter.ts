import { Ratelimit } from '@upstash/ratelimit'
import type { RateDecision, RateLimiter } from '../../ports/rate-limiter.ts'
import type { RedisConnection } from './redis.ts'

const secondsUntil = (time: number): number => Math.min(60, Math.max(1, Math.ceil((time - Date.now()) / 1000)))

/** Sliding windows in Redis: two counters a key, the earlier one weighed by how much of it is still in sight. */
export function createUpstashRateLimiter({ redis, ask }: RedisConnection): RateLimiter {
  const limiters = new Map<number, Ratelimit>()
  const limiterOf = (limit: number) => {
    const known = limiters.get(limit)
    if (known) return known
    const made = new Ratelimit({
      redis,
      limiter: Ratelimit.slidingWindow(limit, '60 s'),
      prefix: 'brain:rate',
      ephemeralCache: false,
      analytics: false,
      timeout: 0,
    })
    limiters.set(limit, made)
    return made
  }
  return {
    async take({ key, limit, counts }): Promise<RateDecision> {
      try {
        const limiter = limiterOf(limit)
        const { success, remaining, reset } = counts
          ? await ask(() => limiter.limit(key), false)
          : await ask(async () => ({ success: null, ...(await limiter.getRemaining(key)) }))
        const resetSeconds = secondsUntil(reset)
        return { allowed: success ?? remaining > 0, remaining: Math.max(0, remaining), resetSeconds }
      } catch {
        return { allowed: true, remaining: limit, resetSeconds: 60 }
      }
    },
    async giveBack({ key, limit }) {
      await ask(() => limiterOf(limit).limit(key, { rate: -1 }), false).catch(() => {})
    },
  }
}
