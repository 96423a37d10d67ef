import { confidenceOf, fadedBefore } from '../domain/lifecycle/strength.ts'
import type { MemoryRecords, Strengths } from '../ports/memory-records.ts'
import { DAY_MS } from '../runtime/duration.ts'
import { boundTime, LEVELS } from './faded.ts'

type Request = Parameters<MemoryRecords['strengths']>[1]

/** Memories of one level that were last accessed in this time, `from` included, are in the bin. Every memory is in one bin at most. */
interface StrengthRange {
  readonly bin: number
  readonly level: number
  readonly from: number
  readonly before: number
}

export interface StrengthRanges {
  readonly personas: Request['personas']
  readonly tenths: readonly StrengthRange[]
  readonly due: readonly StrengthRange[]
}

type Bins = readonly { readonly bin: number; readonly n: number }[]

/** What a store has counted, each by its bins. */
export interface CountedStrengths {
  readonly chunks: { readonly tenths: Bins; readonly due: Bins }
  readonly facts: { readonly tenths: Bins; readonly due: Bins }
  readonly consolidatedAt: number | null
}

const TENTHS = 10

/** Ranges that lie one after the other, up to each of the times. */
const between = (level: number, times: readonly number[]): StrengthRange[] =>
  times.map((before, bin) => ({ bin, level, from: times[bin - 1] ?? boundTime(Number.NEGATIVE_INFINITY), before }))

/** Strength is a range of the last access per level of confidence, and so are its tenths and what is due by a day. */
export const strengthRanges = ({ now, personas, threshold, halfLifeMs, days }: Request): StrengthRanges => ({
  personas,
  tenths: LEVELS.flatMap((level) => {
    const below = (bin: number) =>
      // The strongest are in the last one, whatever their clock says.
      bin === TENTHS ? Number.POSITIVE_INFINITY : fadedBefore(confidenceOf(level), bin / TENTHS, now, halfLifeMs)
    return between(
      level,
      Array.from({ length: TENTHS }, (_, bin) => boundTime(below(bin + 1))),
    )
  }),
  due: LEVELS.flatMap((level) =>
    between(
      level,
      days.map((day) => boundTime(fadedBefore(confidenceOf(level), threshold, now + day * DAY_MS, halfLifeMs))),
    ),
  ),
})

export function toStrengths({ chunks, facts, consolidatedAt }: CountedStrengths, { days }: Pick<Request, 'days'>) {
  const inBin = (bins: Bins, bin: number) => bins.reduce((sum, one) => sum + (one.bin === bin ? one.n : 0), 0)
  const histogram = (bins: Bins) => Array.from({ length: TENTHS }, (_, bin) => inBin(bins, bin))
  let count = 0
  return {
    chunks: histogram(chunks.tenths),
    facts: histogram(facts.tenths),
    due: days.map((day, bin) => {
      count += inBin(chunks.due, bin) + inBin(facts.due, bin)
      return { days: day, count }
    }),
    consolidatedAt,
  } satisfies Strengths
}

const NOTHING = { tenths: [], due: [] }

export const noStrengths = (request: Pick<Request, 'days'>): Strengths =>
  toStrengths({ chunks: NOTHING, facts: NOTHING, consolidatedAt: null }, request)
