import type { RoundCounts } from '../../ports/schedule.ts'

export const NO_COUNTS: RoundCounts = {
  visited: 0,
  reinforced: 0,
  decayed: 0,
  pruned: 0,
  compressed: 0,
  abstractions: 0,
}

export function addCounts(a: RoundCounts, b: RoundCounts): RoundCounts {
  const names = Object.keys(NO_COUNTS) as (keyof RoundCounts)[]
  return Object.fromEntries(names.map((name) => [name, a[name] + b[name]])) as Record<keyof RoundCounts, number>
}
