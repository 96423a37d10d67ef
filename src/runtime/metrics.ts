import { METRICS, type Metric, type MetricId } from './metric-catalogue.ts'

/** A series by its key, with its value; of a histogram a count for each bucket, those above all of them, and the sum. */
export interface Series {
  readonly key: string
  readonly values: readonly number[]
}

/** More than all labels together can make; a mistake in a label must not fill the memory. */
const MAX_SERIES = 1_000

/** A label by itself is its own key: to join texts, and to hash what came of it, takes longer than all the rest. */
function labelsKey(a = '', b?: string, c?: string): string {
  if (b === undefined) return a
  return c === undefined ? `${a}\n${b}` : `${a}\n${b}\n${c}`
}

/** Labels are in the order of the catalogue. None has a line break: they are words of our own code. */
export const seriesKey = (id: MetricId, a?: string, b?: string, c?: string): string => `${id}\n${labelsKey(a, b, c)}`

/**
 * Counts what happens in this isolate since it last reported. Nothing here waits or is written: counting takes a microsecond, and may be
 * done wherever something happens.
 */
export function createMetrics() {
  let counted = new Map<MetricId, Map<string, number[]>>()
  let series = 0
  const levels = new Map<string, number>()

  /** null: there are too many. */
  function valuesOf(id: MetricId, size: number, a?: string, b?: string, c?: string): number[] | null {
    const ofMetric = counted.get(id) ?? new Map<string, number[]>()
    if (ofMetric.size === 0) counted.set(id, ofMetric)
    const key = labelsKey(a, b, c)
    const known = ofMetric.get(key)
    if (known) return known
    if (series >= MAX_SERIES && id !== 'seriesDropped') {
      metrics.count('seriesDropped')
      return null
    }
    const values = new Array<number>(size).fill(0)
    ofMetric.set(key, values)
    series++
    return values
  }

  const metrics = {
    /** Adds to a counter. */
    count(id: MetricId, by = 1, a?: string, b?: string, c?: string): void {
      const values = by > 0 ? valuesOf(id, 1, a, b, c) : null
      if (values) values[0]! += by
    },
    /** One more value of a histogram. */
    observe(id: MetricId, value: number, a?: string, b?: string): void {
      const { buckets }: Metric = METRICS[id]
      const values = valuesOf(id, buckets.length + 2, a, b)
      if (!values) return
      let at = 0
      while (at < buckets.length && value > buckets[at]!) at++
      values[at]! += 1
      values[buckets.length + 1]! += value
    },
    /** What a gauge stands at. */
    set: (id: MetricId, value: number, a?: string): void => void levels.set(seriesKey(id, a), value),
    levels: (): Series[] => Array.from(levels, ([key, value]) => ({ key, values: [value] })),
    /** What was counted since it was last taken away. */
    counted: (): Series[] =>
      [...counted].flatMap(([id, ofMetric]) =>
        Array.from(ofMetric, ([key, values]) => ({ key: `${id}\n${key}`, values })),
      ),
    /** The same, and counts from nothing again. */
    take(): Series[] {
      const taken = metrics.counted()
      counted = new Map()
      series = 0
      return taken
    },
    /** Puts back what could not be delivered. */
    giveBack(taken: readonly Series[]): void {
      for (const { key, values } of taken) {
        const [id, ...labels] = key.split('\n') as [MetricId, ...string[]]
        const known = valuesOf(id, values.length, ...(labels as [string?, string?, string?]))
        for (const [at, value] of values.entries()) if (known) known[at]! += value
      }
    },
  }
  return metrics
}

/** Adds up series of the same key, up to so many of them. One that has another form now begins anew. */
export function addSeries(totals: Map<string, number[]>, added: readonly Series[], maxSeries: number): void {
  for (const { key, values } of added) {
    const known = totals.get(key)
    if (known?.length === values.length) for (const [at, value] of values.entries()) known[at]! += value
    else if (known || totals.size < maxSeries) totals.set(key, [...values])
  }
}

export const toSeries = (totals: ReadonlyMap<string, number[]>): Series[] =>
  Array.from(totals, ([key, values]) => ({ key, values }))

/** Of this isolate. */
export const metrics = createMetrics()
