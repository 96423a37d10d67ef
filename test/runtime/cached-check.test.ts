import { afterEach, expect, it, vi } from 'vitest'
import { cachedCheck } from '../../src/runtime/cached-check.ts'

afterEach(() => vi.restoreAllMocks())

it('a check is made again after its time, and when the clock was set back', async () => {
  let made = 0
  const check = cachedCheck(async () => void made++, 1000, 3000, { last: null })
  const at = (now: number) => {
    vi.spyOn(Date, 'now').mockReturnValue(now)
    return check()
  }
  for (const now of [100_000, 102_000, 104_000, 50_000]) await at(now)
  expect(made).toBe(3)
})
