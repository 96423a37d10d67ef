import { expect, it } from 'vitest'
import { withTimeout } from '../../src/runtime/with-timeout.ts'

const late = () => new Error('late')

it('gives what the work gives, or fails as it fails', async () => {
  expect(await withTimeout(1_000, async () => 42, late)).toBe(42)
  await expect(withTimeout(1_000, () => Promise.reject(new Error('boom')), late)).rejects.toThrow('boom')
})

it('is late after its time, tells the work, and a failure that comes later troubles nobody', async () => {
  let told: AbortSignal | undefined
  const work = (signal: AbortSignal) => {
    told = signal
    return new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
  }
  await expect(withTimeout(1, work, late)).rejects.toThrow('late')
  expect(told?.aborted).toBe(true)
})
