import { env, evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import type { MetricsReport } from '../../../src/ports/metrics-store.ts'
import { seriesKey } from '../../../src/runtime/metrics.ts'

const report = (isolate: string, errors: number, open = 0): MetricsReport => ({
  isolate,
  counted: errors > 0 ? [{ key: seriesKey('errors', 'internal'), values: [errors] }] : [],
  levels: [{ key: seriesKey('breakerOpen', 'qdrant'), values: [open] }],
})

describe('the sum of what isolates count', () => {
  it('adds up counters, and gauges over the isolates that are there', async () => {
    const sum = env.METRICS.getByName('adds-up')
    await sum.report(report('a', 2, 1))
    await sum.report(report('a', 3, 1))
    const totals = await sum.exchange(report('b', 1, 1))
    expect(totals.counted).toEqual([{ key: seriesKey('errors', 'internal'), values: [6] }])
    expect(totals.levels).toEqual([{ key: seriesKey('breakerOpen', 'qdrant'), values: [2] }])
    expect(totals.isolates).toBe(2)
  })

  it('never falls behind what was shown, also not after the object was put to sleep', async () => {
    const sum = env.METRICS.getByName('sleeps')
    await sum.report(report('a', 5))
    expect((await sum.exchange(report('a', 2))).counted[0]!.values).toEqual([7])
    await evictDurableObject(sum)
    expect((await sum.exchange(report('a', 0))).counted[0]!.values).toEqual([7])
  })

  it('writes one row, and none for what brings nothing new', async () => {
    const sum = env.METRICS.getByName('writes')
    for (let i = 0; i < 5; i++) await sum.exchange(report('a', i === 0 ? 1 : 0))
    const rows = await runInDurableObject(sum, (_, { storage }) => [...storage.kv.list()].length)
    expect(rows).toBe(1)
  })

  it('is bounded, whatever is reported', async () => {
    const sum = env.METRICS.getByName('bounded')
    const counted = Array.from({ length: 10_000 }, (_, i) => ({
      key: seriesKey('errors', `made-up-${i}`),
      values: [1],
    }))
    const totals = await sum.exchange({ isolate: 'a', counted, levels: counted })
    expect([totals.counted.length, totals.levels.length]).toEqual([2_000, 2_000])
    for (let i = 0; i < 2_100; i++) await sum.report({ isolate: `i-${i}`, counted: [], levels: [] })
    expect((await sum.exchange(report('last', 0))).isolates).toBe(2_000)
  })

  it('keeps the last inventory', async () => {
    const sum = env.METRICS.getByName('inventory')
    expect((await sum.exchange(report('a', 0))).inventory).toBeNull()
    await sum.keepInventory({ at: 1, accounts: 3, namespaces: 2 })
    await sum.exchange(report('a', 0))
    await evictDurableObject(sum)
    expect((await sum.exchange(report('a', 0))).inventory).toEqual({ at: 1, accounts: 3, namespaces: 2 })
  })
})
