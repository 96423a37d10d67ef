import { describe, expect, it } from 'vitest'
import { createWaitLimit, MAX_WAIT_MS, ON_TIME } from '../../../src/adapters/durable-objects/wait-limit.ts'

const HOUR = 3_600_000

describe('the limit of a wait', () => {
  it('refuses what waited too long, and only that', () => {
    const isLate = createWaitLimit(() => HOUR)
    expect([isLate(HOUR), isLate(HOUR - MAX_WAIT_MS), isLate(HOUR - MAX_WAIT_MS - 1)]).toEqual([false, false, true])
  })

  it('learns from one request that the clocks differ, and measures waits by it', () => {
    // The object's clock stands still an hour ahead, while its callers' goes on.
    const isLate = createWaitLimit(() => 2 * HOUR)
    expect(isLate(HOUR)).toBe(true)
    expect(isLate(ON_TIME)).toBe(false)
    expect(isLate(HOUR + 10)).toBe(false)
    expect(isLate(HOUR + 20_000)).toBe(false)
    expect(isLate(HOUR + 20_000 - MAX_WAIT_MS - 1)).toBe(true)
  })

  it('forgets the difference with the first request that does not show it', () => {
    const isLate = createWaitLimit(() => 2 * HOUR)
    isLate(HOUR)
    isLate(ON_TIME)
    expect(isLate(2 * HOUR)).toBe(false)
    expect(isLate(HOUR)).toBe(true)
  })
})
