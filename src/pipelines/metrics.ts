import { VERSION } from '../domain/version.ts'
import type { Inventory, MetricsReport, MetricsTotals } from '../ports/metrics-store.ts'
import type { Ports } from '../ports/ports.ts'
import type { RoundSummary } from '../ports/schedule.ts'
import { HOUR_MS } from '../runtime/duration.ts'
import { isolateId } from '../runtime/isolate-id.ts'
import type { Later } from '../runtime/later.ts'
import type { MetricId } from '../runtime/metric-catalogue.ts'
import { metrics, type Series, seriesKey } from '../runtime/metrics.ts'

type Wanted = Pick<Ports, 'metrics' | 'models'>

/** Tells the sum what this isolate has counted. What cannot be told is told with the next. */
export const reportMetrics = (ports: Wanted): Promise<void> =>
  deliver(ports, (report) => ports.metrics.report(report)).catch(() => {})

/** Everything that is counted and measured, over all isolates. Nobody waits for the inventory: the next to ask has the new one. */
export async function gatherMetrics(ports: Ports, now: number, later: Later): Promise<readonly Series[]> {
  const alone = ports.config.metricsReportSeconds === 0
  const totals = alone ? ownTotals(ports) : await deliver(ports, (report) => ports.metrics.exchange(report))
  const { inventory } = totals
  const isRecent = inventory && Math.abs(now - inventory.at) < HOUR_MS
  if (!alone && !isRecent) later(() => ports.metrics.takeInventory(now).catch(() => {}))
  const [rounds, stores] = await Promise.all([ports.schedule.rounds(1).catch(() => []), storesOf(ports)])
  return [
    gauge('buildInfo', 1, VERSION, ports.stores.neo4j.backend, ports.embedder.id),
    gauge('isolates', totals.isolates),
    ...totals.counted,
    ...totals.levels,
    ...stores,
    ...(inventory ? countsOf(inventory) : []),
    ...rounds.flatMap(roundOf),
  ]
}

const gauge = (id: MetricId, value: number, a?: string, b?: string, c?: string): Series => ({
  key: seriesKey(id, a, b, c),
  values: [value],
})

function countsOf({ accounts, namespaces, byMagnitude }: Inventory): Series[] {
  const totals = [gauge('accounts', accounts), gauge('namespaces', namespaces)]
  if (!byMagnitude) return totals
  const sized = byMagnitude.reduce((total, count) => total + count, 0)
  const byMemories = (count: number, memories: string) => gauge('accountsByMemories', Math.max(0, count), memories)
  return [
    ...totals,
    byMemories(accounts - Math.max(namespaces, sized), '0'),
    ...byMagnitude.map((count, at) => byMemories(count, rangeOf(at + 1, byMagnitude.length))),
    byMemories(namespaces - sized, 'unknown'),
  ]
}

/** `10-99` for two digits; of the most there are, `1000000+`. */
const rangeOf = (digits: number, most: number): string =>
  digits === most ? `${10 ** (digits - 1)}+` : `${10 ** (digits - 1)}-${10 ** digits - 1}`

function levelsOf({ models }: Wanted): Series[] {
  metrics.set('modelsLoaded', models.every((model) => model.loaded) ? 1 : 0)
  return metrics.levels()
}

async function deliver<T>(ports: Wanted, send: (report: MetricsReport) => Promise<T>): Promise<T> {
  const counted = metrics.take()
  try {
    return await send({ isolate: isolateId(), counted, levels: levelsOf(ports) })
  } catch (error) {
    metrics.giveBack(counted)
    throw error
  }
}

const ownTotals = (ports: Wanted): MetricsTotals => ({
  counted: metrics.counted(),
  levels: levelsOf(ports),
  isolates: 1,
  inventory: null,
})

const storesOf = (ports: Ports): Promise<Series[]> =>
  Promise.all(
    Object.entries(ports.stores).map(async ([name, store]) => {
      const up = await store.check().then(
        () => 1,
        () => 0,
      )
      return gauge('storeUp', up, name, store.backend)
    }),
  )

function roundOf({ at, finishedAt, failures: _, ...counts }: RoundSummary): Series[] {
  return [
    gauge('roundTime', at / 1000),
    ...(finishedAt === null ? [] : [gauge('roundDuration', Math.max(0, finishedAt - at) / 1000)]),
    ...Object.entries(counts).map(([count, value]) => gauge('round', value, count)),
  ]
}
