import { expect, it } from 'vitest'
import { METRICS } from '../../src/runtime/metric-catalogue.ts'
import { addSeries, createMetrics, seriesKey } from '../../src/runtime/metrics.ts'

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
  const metrics = createMetrics()
  metrics.count('errors', 1, 'internal')
  metrics.count('errors', 2, 'internal')
  metrics.count('errors', 0, 'loading')
  for (const facts of [0, 1, 3, 99]) metrics.observe('retrieveFacts', facts)
  const counted = new Map(metrics.take().map(({ key, values }) => [key, values]))
  expect(counted.get(seriesKey('errors', 'internal'))).toEqual([3])
  expect(counted.has(seriesKey('errors', 'loading'))).toBe(false)
  expect(counted.get(seriesKey('retrieveFacts'))).toEqual([1, 1, 0, 1, 0, 0, 1, 103])
  expect(metrics.take()).toEqual([])
})

it('keeps what could not be delivered, together with what came since', () => {
  const metrics = createMetrics()
  metrics.count('errors', 1, 'internal')
  const taken = metrics.take()
  metrics.count('errors', 4, 'internal')
  metrics.giveBack(taken)
  expect(metrics.counted()).toEqual([{ key: seriesKey('errors', 'internal'), values: [5] }])
})

it('has at most so many series, and counts what did not fit', () => {
  const metrics = createMetrics()
  for (let i = 0; i < 5_000; i++) metrics.count('errors', 1, `made-up-${i}`)
  for (let i = 0; i < 10; i++) metrics.observe('stepDuration', 1, `made-up-${i}`)
  const counted = metrics.counted()
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
