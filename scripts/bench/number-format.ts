import type { Times } from './times.ts'

/** Three places that matter, not three decimals. */
const three = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)

export const ms = (value: number): string => `${three(value)} ms`
export const times = ({ p50, p95, p99 }: Times): string => `${three(p50)} / ${three(p95)} / ${three(p99)} ms`
export const ratio = (value: number): string => `${three(value)}×`
export const percent = (share: number, decimals: number): string => `${(100 * share).toFixed(decimals)} %`
export const thousand = (value: number): string => value.toLocaleString('en')
export const kilobytes = (bytes: number): string => `${thousand(Math.round(bytes / 1024))} KB`
