import { expect, it } from 'vitest'
import { batchAfter } from '../../src/runtime/batch-after.ts'

it('does the first at once, and one more for all that come while it waits', async () => {
  const plan = batchAfter()
  let done = 0
  const work = async () => void done++
  await plan(50, work)
  const planned = Array.from({ length: 10 }, () => plan(50, work))
  expect(planned.filter((promise) => promise !== null)).toHaveLength(1)
  expect(done).toBe(1)
  await Promise.all(planned)
  expect(done).toBe(2)
})

it('is planned anew where whoever planned it is gone, and after a clock was set back', async () => {
  let now = 1_000_000
  const plan = batchAfter(() => now)
  let done = 0
  const work = async () => void done++
  // Never waited for, as of a request that the platform has ended.
  void plan(10, () => new Promise(() => {}))
  expect(plan(10, work)).toBeNull()
  now += 60
  await plan(10, work)
  expect(done).toBe(1)
  now -= 500_000
  await plan(10, work)
  expect(done).toBe(2)
})
