import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { everyHour } from '../../scripts/start/hourly.ts'

const HOUR = 3_600_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('fires at each full hour, and believes no clock that leaps', () => {
  let now = 10 * HOUR + 30 * 60_000
  const fired: number[] = []
  const stop = everyHour(
    (at) => void fired.push(at / HOUR),
    () => now,
  )
  const look = (at: number) => {
    now = at
    vi.advanceTimersByTime(30_000)
  }
  look(11 * HOUR + 1)
  look(11 * HOUR + 30_000)
  // A year ahead for a moment, and back: nothing may be forgotten by it, and the rounds go on.
  look(9000 * HOUR)
  look(11 * HOUR + 90_000)
  look(12 * HOUR)
  stop()
  expect(fired).toEqual([11, 12])
})
