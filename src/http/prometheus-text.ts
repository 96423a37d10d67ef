import { METRICS, type Metric } from '../runtime/metric-catalogue.ts'
import type { Series } from '../runtime/metrics.ts'

/** The text format of Prometheus, version 0.0.4. */
export const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Every metric of the catalogue that has a value, with what it means. What another version counted and this one does not know is left out. */
export function toPrometheusText(series: readonly Series[]): string {
  const byMetric = Map.groupBy(series, ({ key }) => key.slice(0, key.indexOf('\n')))
  return Object.entries(METRICS)
    .map(([id, metric]) => describe(metric, byMetric.get(id) ?? []))
    .join('')
}

function describe(metric: Metric, series: readonly Series[]): string {
  const size = metric.type === 'histogram' ? metric.buckets.length + 2 : 1
  const lines = series
    .filter(({ values }) => values.length === size)
    .flatMap(({ key, values }) => samplesOf(metric, labelsOf(metric, key), values))
  if (lines.length === 0) return ''
  return [
    `# HELP ${metric.name} ${escapeHelp(metric.help)}`,
    `# TYPE ${metric.name} ${metric.type}`,
    ...lines,
    '',
  ].join('\n')
}

function samplesOf({ name, type, buckets }: Metric, labels: readonly string[], values: readonly number[]): string[] {
  if (type !== 'histogram') return [sample(name, labels, values[0]!)]
  let count = 0
  const cumulative = [...buckets, '+Inf'].map((bound, at) => {
    count += values[at]!
    return sample(`${name}_bucket`, [...labels, `le="${bound}"`], count)
  })
  return [...cumulative, sample(`${name}_sum`, labels, values.at(-1)!), sample(`${name}_count`, labels, count)]
}

const sample = (name: string, labels: readonly string[], value: number): string =>
  `${name}${labels.length > 0 ? `{${labels.join(',')}}` : ''} ${value}`

const labelsOf = ({ labels }: Metric, key: string): string[] => {
  const values = key.split('\n')
  return labels.map((label, at) => `${label}="${escapeLabel(values[at + 1] ?? '')}"`)
}

const escapeHelp = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
const escapeLabel = (text: string): string => escapeHelp(text).replaceAll('"', '\\"')
