import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newKey, withKey } from './calls.ts'
import { type StartedService, startService } from './service.ts'

let service: StartedService
beforeAll(async () => {
  service = await startService({ env: { MONTHLY_OPS_SCALE: '100' } })
})
afterAll(() => service?.stop())

const tally = (statuses: readonly number[]) => Object.groupBy(statuses, (status) => String(status))

describe('limits under concurrency', () => {
  it('admit exactly 60 of 500 simultaneous requests on a key of plan starter', async () => {
    const brain = withKey(service, await newKey(service, 'starter'))
    const statuses = await Promise.all(
      Array.from({ length: 500 }, async () => (await brain('stats', { user_id: 'x' })).status),
    )
    const { 200: admitted, 429: refused, ...others } = tally(statuses)
    expect([admitted?.length, refused?.length, others]).toEqual([60, 440, {}])
  })

  it('never overdraw a budget with simultaneous batches', async () => {
    const brain = withKey(service, await newKey(service, 'scale'))
    const batch = (i: number) => ({
      items: Array.from({ length: 3 }, (_, n) => ({ text: `Box ${i} stands on shelf ${n}.` })),
    })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => brain('ingest/batch', batch(i))))
    const { 200: done, 429: refused, ...others } = tally(answers.map(({ status }) => status))
    expect([done?.length, refused?.length, others]).toEqual([6, 14, {}])
    expect((await brain('stats', { user_id: 'x' })).headers.get('x-ops-remaining')).toBe('10')
  })
})
