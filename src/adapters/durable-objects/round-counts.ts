import type { RoundCounts } from '../../ports/schedule.ts'

type Count = keyof RoundCounts

const COUNTS: readonly Count[] = ['visited', 'reinforced', 'decayed', 'pruned', 'compressed', 'abstractions']

const countsOf = (count: (name: Count) => number): RoundCounts =>
  Object.fromEntries(COUNTS.map((name) => [name, count(name)])) as Record<Count, number>

export const NO_COUNTS = countsOf(() => 0)

export const addCounts = (a: RoundCounts, b: RoundCounts) => countsOf((name) => a[name] + b[name])
