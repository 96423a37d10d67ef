import { expect, it } from 'vitest'
import { createLoader } from '../../src/runtime/loader.ts'

it('loads once for all who ask, and once more after a failure', async () => {
  let starts = 0
  const loader = createLoader(async () => {
    if (++starts === 1) throw new Error('boom')
    return starts
  })
  await expect(loader.load()).rejects.toThrow('boom')
  expect(loader.loaded).toBeNull()
  expect(await Promise.all([loader.load(), loader.load()])).toEqual([2, 2])
  expect([loader.loaded, starts]).toEqual([2, 2])
})
