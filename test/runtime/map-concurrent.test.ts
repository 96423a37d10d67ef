import { expect, it } from 'vitest'
import { mapConcurrent } from '../../src/runtime/map-concurrent.ts'

it('keeps the order of the items and no more of them under way than it may', async () => {
  let underWay = 0
  let most = 0
  const results = await mapConcurrent([5, 1, 4, 2, 3], 2, async (item) => {
    most = Math.max(most, ++underWay)
    for (let turn = 0; turn < item; turn++) await Promise.resolve()
    underWay--
    return item * 10
  })
  expect(results).toEqual([50, 10, 40, 20, 30])
  expect(most).toBe(2)
  expect(await mapConcurrent([], 4, async () => 1)).toEqual([])
})
