import { describe, expect, it } from 'vitest'
import type { RateLimiter } from '../../src/ports/rate-limiter.ts'

/**
 * What every RateLimiter promises. Its tolerance: a sliding window of two counters may let through up to twice the limit in 60 s that
 * straddle two minutes, never more; a key that begins in a quiet minute gets exactly its limit.
 */
export function describeRateLimiter(name: string, create: () => { limiter: RateLimiter; key: () => string }) {
  describe(`${name} as a RateLimiter`, () => {
    const { limiter, key } = create()
    const take = async (k: string, times: number, limit: number) => {
      const standings = await Promise.all(
        Array.from({ length: times }, () => limiter.take({ key: k, limit, counts: true })),
      )
      return standings.filter(({ allowed }) => allowed).length
    }

    it('lets a new key through up to its limit, whoever races, and at most twice that in a minute', async () => {
      const k = key()
      const allowed = await take(k, 30, 10)
      expect(allowed).toBeGreaterThanOrEqual(10)
      expect(allowed).toBeLessThanOrEqual(20)
    })

    it('says how much is left and when there is room', async () => {
      const k = key()
      const first = await limiter.take({ key: k, limit: 10, counts: true })
      expect(first).toMatchObject({ allowed: true, remaining: 9 })
      expect(first.resetSeconds).toBeGreaterThanOrEqual(1)
      expect(first.resetSeconds).toBeLessThanOrEqual(60)
    })

    it('counts nothing where it is only asked', async () => {
      const k = key()
      for (let i = 0; i < 15; i++) await limiter.take({ key: k, limit: 10, counts: false })
      expect(await limiter.take({ key: k, limit: 10, counts: false })).toMatchObject({ allowed: true, remaining: 10 })
    })

    it('takes back what was given back', async () => {
      const k = key()
      await take(k, 3, 10)
      await limiter.giveBack({ key: k, limit: 10 })
      expect(await limiter.take({ key: k, limit: 10, counts: false })).toMatchObject({ allowed: true, remaining: 8 })
    })

    it('keeps keys apart', async () => {
      const [a, b] = [key(), key()]
      await take(a, 12, 5)
      expect(await take(b, 5, 5)).toBe(5)
    })
  })
}
