/** What a call costs, in monthly operations. A batch costs its ingest price for every item. */
export const operationCost = {
  ingest: 5,
  retrieve: 2,
  'graph-qa': 10,
  consolidate: 3,
  prune: 1,
  stats: 0,
} as const

/** The month that operations are booked in: UTC, "2026-11". */
export const monthOf = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, 7)
