/** What a series of times comes to, in ms. */
export interface Times {
  readonly count: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly mean: number
}

/** The smallest value that at least the share `q` of all values do not exceed. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(q * sorted.length) - 1))] ?? Number.NaN
}

export const summarise = (values: readonly number[]): Times => ({
  count: values.length,
  p50: quantile(values, 0.5),
  p95: quantile(values, 0.95),
  p99: quantile(values, 0.99),
  mean: values.reduce((sum, value) => sum + value, 0) / values.length,
})
