import { describe, expect, it } from 'vitest'
import { BrainError } from '../../src/domain/errors.ts'
import { createGuard, newBreaker, StoreDown } from '../../src/runtime/guard.ts'

function setUp() {
  let now = 0
  const pauses: number[] = []
  const breaker = newBreaker()
  const guard = createGuard({
    store: 'qdrant',
    timeoutMs: 5,
    breaker,
    clock: () => now,
    random: () => 0.5,
    pause: async (ms) => void pauses.push(ms),
  })
  const failing = (calls: { n: number }) => async () => {
    calls.n++
    throw new Error('boom')
  }
  return { guard, breaker, pauses, failing, advance: (ms: number) => (now += ms) }
}

describe('a guard', () => {
  it('passes on what the store answers', async () => {
    expect(await setUp().guard(async () => 42)).toBe(42)
  })

  it('tries an idempotent call once more after a pause, and any other never', async () => {
    const { guard, pauses, failing } = setUp()
    const [once, twice] = [{ n: 0 }, { n: 0 }]
    await expect(guard(failing(once))).rejects.toThrow(StoreDown)
    await expect(guard(failing(twice), { idempotent: true })).rejects.toThrow('qdrant: it cannot be reached')
    expect([once.n, twice.n, pauses]).toEqual([1, 2, [90]])
  })

  it('waits no longer than its limit, and a late failure troubles nobody', async () => {
    const { guard } = setUp()
    let fail: (error: Error) => void = () => {}
    const late = new Promise<never>((_, reject) => {
      fail = reject
    })
    await expect(guard(() => late)).rejects.toThrow('did not answer within 5 ms')
    fail(new Error('too late'))
  })

  it('gives a large call more time', async () => {
    const { guard } = setUp()
    await expect(guard(() => new Promise(() => {}), { moreMs: 3 })).rejects.toThrow('did not answer within 8 ms')
  })

  it('leaves a store alone that failed five times, then lets one call try for all', async () => {
    const { guard, failing, advance } = setUp()
    const calls = { n: 0 }
    for (let i = 0; i < 5; i++) await guard(failing(calls)).catch(() => {})
    await expect(guard(failing(calls))).rejects.toThrow(
      'qdrant: it cannot be reached; it has failed repeatedly and is given a pause',
    )
    expect(calls.n).toBe(5)
    advance(2_001)
    let answer: (value: string) => void = () => {}
    const trying = guard(() => new Promise<string>((resolve) => (answer = resolve)))
    await expect(guard(failing(calls))).rejects.toThrow('given a pause')
    answer('back')
    expect(await trying).toBe('back')
    expect(await guard(async () => 'for all')).toBe('for all')
  })

  it('does not take an answer that we do not like for a store that is down', async () => {
    const { guard, breaker } = setUp()
    const refused = new BrainError('misconfigured', 'the key is wrong')
    for (let i = 0; i < 9; i++) await expect(guard(() => Promise.reject(refused))).rejects.toBe(refused)
    expect(breaker.failures).toBe(0)
  })

  it('leaves a store alone for its pause and no longer, whatever becomes of the clock', async () => {
    const { guard, failing, advance } = setUp()
    const calls = { n: 0 }
    for (let i = 0; i < 5; i++) await guard(failing(calls)).catch(() => {})
    await guard(failing(calls)).catch(() => {})
    expect(calls.n).toBe(5)
    advance(-3_600_000)
    expect(await guard(async () => 42)).toBe(42)
  })
})
