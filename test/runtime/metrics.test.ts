import { expect, it } from 'vitest'
import { createGuard, newBreaker } from '../../src/runtime/guard.ts'
import { METRICS } from '../../src/runtime/metric-catalogue.ts'
import { addSeries, createMetrics, metrics, seriesKey } from '../../src/runtime/metrics.ts'

it('every metric has a name of its own and says what it means; bounds of histograms rise', () => {
  const all = Object.values(METRICS)
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  for (const { name, type, help, labels, buckets } of all) {
    expect([name, name.startsWith('edge_brain_'), type === 'counter']).toEqual([name, true, name.endsWith('_total')])
    expect(help).toMatch(/^[A-Z][^\n]+\.$/)
    expect(labels).not.toContain('le')
    expect([...buckets]).toEqual([...buckets].sort((a, b) => a - b))
  }
})

it('counts by labels, and puts each value into its bucket', () => {
  const own = createMetrics()
  own.count('errors', 1, 'internal')
  own.count('errors', 2, 'internal')
  own.count('errors', 0, 'loading')
  for (const facts of [0, 1, 3, 99]) own.observe('retrieveFacts', facts)
  const counted = new Map(own.take().map(({ key, values }) => [key, values]))
  expect(counted.get(seriesKey('errors', 'internal'))).toEqual([3])
  expect(counted.has(seriesKey('errors', 'loading'))).toBe(false)
  expect(counted.get(seriesKey('retrieveFacts'))).toEqual([1, 1, 0, 1, 0, 0, 1, 103])
  expect(own.take()).toEqual([])
})

it('keeps what could not be delivered, together with what came since', () => {
  const own = createMetrics()
  own.count('errors', 1, 'internal')
  const taken = own.take()
  own.count('errors', 4, 'internal')
  own.giveBack(taken)
  expect(own.counted()).toEqual([{ key: seriesKey('errors', 'internal'), values: [5] }])
})

it('has at most so many series, and counts what did not fit', () => {
  const own = createMetrics()
  for (let i = 0; i < 5_000; i++) own.count('errors', 1, `made-up-${i}`)
  for (let i = 0; i < 10; i++) own.observe('stepDuration', 1, `made-up-${i}`)
  const counted = own.counted()
  expect(counted.length).toBeLessThanOrEqual(1_001)
  expect(counted.find(({ key }) => key === seriesKey('seriesDropped'))?.values[0]).toBe(4_010)
})

it('a series that has another form now begins anew', () => {
  const totals = new Map([['a', [1, 2, 3]]])
  addSeries(
    totals,
    [
      { key: 'a', values: [1, 1] },
      { key: 'b', values: [1] },
    ],
    1,
  )
  expect([...totals]).toEqual([['a', [1, 1]]])
})

it('tells since when a store is left alone, until it answers again', async () => {
  const store = 'a store of this test'
  const open = () => metrics.levels().find(({ key }) => key === seriesKey('breakerOpen', store))?.values[0]
  let now = 0
  const guard = createGuard({ store, timeoutMs: 1_000, breaker: newBreaker(), clock: () => now })
  expect(open()).toBe(0)
  for (let i = 0; i < 5; i++) await guard(() => Promise.reject(new Error('down'))).catch(() => {})
  expect(open()).toBe(1)
  now += 2_001
  await guard(async () => 'well')
  expect(open()).toBe(0)
})
