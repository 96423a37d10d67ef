import { expect, inject, it } from 'vitest'
import { createUpstashEntityCache } from '../../src/adapters/upstash/entity-cache.ts'
import { createUpstashRateLimiter } from '../../src/adapters/upstash/rate-limiter.ts'
import { connectRedis } from '../../src/adapters/upstash/redis.ts'
import { createUpstashSessions } from '../../src/adapters/upstash/sessions.ts'
import { randomBase62 } from '../../src/domain/base62.ts'
import { createGuard, newBreaker } from '../../src/runtime/guard.ts'
import { describeEntityCache } from '../contracts/entity-cache.contract.ts'
import { describeRateLimiter } from '../contracts/rate-limiter.contract.ts'
import { describeSessions } from '../contracts/sessions.contract.ts'

const v = inject('stores')
const connection = (given: { url?: string; token?: string } = {}) =>
  connectRedis({
    url: given.url ?? v.UPSTASH_REDIS_REST_URL,
    token: given.token ?? v.UPSTASH_REDIS_REST_TOKEN,
    guard: createGuard({ store: 'redis', timeoutMs: 5000, breaker: newBreaker() }),
  })
const namespace = () => `E${randomBase62(9)}`

describeSessions('Upstash', () => ({ sessions: createUpstashSessions(connection()), namespace }))
describeEntityCache('Upstash', () => ({ cache: createUpstashEntityCache(connection()), namespace }))
describeRateLimiter('Upstash', () => ({ limiter: createUpstashRateLimiter(connection()), key: namespace }))

it('says that the token is wrong, and that nobody answers', async () => {
  await connection().check()
  await expect(connection({ token: 'wrong' }).check()).rejects.toThrow(/UPSTASH_REDIS_REST_TOKEN/)
  await expect(connection({ url: 'http://127.0.0.1:9' }).check()).rejects.toThrow(/redis: it cannot be reached/)
})

it('fails open: without Redis a session is empty and a request goes on', async () => {
  const nobody = connection({ url: 'http://127.0.0.1:9' })
  expect(await createUpstashSessions(nobody).load(namespace(), 's', 0)).toEqual({ topic: null, hot: [], down: 'redis' })
  const standing = await createUpstashRateLimiter(nobody).take({ key: 'k', limit: 5, counts: true })
  expect(standing.allowed).toBe(true)
})
