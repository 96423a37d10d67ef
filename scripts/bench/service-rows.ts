import type { Row } from '../eval/figure-table.ts'
import type { Figures } from './figures.ts'
import { kilobytes, ms, ratio, thousand, times } from './number-format.ts'
import { rowsOf } from './rows-of.ts'

const LISTED_PARTS = 12
/** Beyond the ceiling a request is refused after it has waited this long; nothing may wait much longer than that. */
const NO_PILE_UP_MS = 10_000
const MOST_ROWS_OF_A_RETRIEVE = 3

export function loadRows({ load }: Figures): Row[] {
  if (!load) return []
  const runs = [
    { figures: load.one, where: `one namespace of ${thousand(load.chunks)} chunks` },
    { figures: load.many, where: `${load.many.namespaces} namespaces` },
  ]
  const { rows: ceiling, add } = rowsOf(`ceiling of one namespace of ${thousand(load.chunks)} chunks, retrieves`)
  add('kept up with', `${load.ceiling.perSecond.toFixed(0)} a second`)
  for (const { offered, answered, refused, errors, p95, longestMs } of load.ceiling.steps)
    add(
      `${offered} a second offered`,
      `${answered} answered, ${refused} refused (503), ${errors} errors; p95 ${ms(p95)}, longest ${ms(longestMs)}`,
      `no error, none over ${NO_PILE_UP_MS / 1000} s`,
      errors === 0 && longestMs <= NO_PILE_UP_MS,
    )
  return [
    ...runs.flatMap(({ figures, where }) => {
      const { rows, add } = rowsOf(`${figures.clients} clients, ${figures.seconds.toFixed(0)} s, 80/20, ${where}`)
      add('answers', `${figures.perSecond.toFixed(0)} a second`)
      add('retrieve (p50 / p95 / p99)', times(figures.retrieve))
      add('ingest (p50 / p95 / p99)', times(figures.ingest))
      add('refused (503)', String(figures.refused))
      add('errors', String(figures.errors), '0', figures.errors === 0)
      add(
        `lost of ${thousand(figures.acknowledged)} acknowledged writes`,
        String(figures.lost),
        '0',
        figures.lost === 0,
      )
      return rows
    }),
    ...ceiling,
  ]
}

export function besideRows({ beside: figures }: Figures): Row[] {
  if (!figures) return []
  const { rows, add } = rowsOf('retrieve of one tenant beside the largest batches of another (p50 / p95 / p99)')
  add('nobody beside', times(figures.idle))
  for (const { batches, retrieve, longestMs } of figures.beside) {
    const name = batches === 1 ? 'beside one batch' : `beside ${batches} batches at a time`
    add(name, `${times(retrieve)}; longest ${ms(longestMs)}, ${retrieve.count} asked`)
    const over = retrieve.p99 / figures.idle.p50
    add('  p99 / p50 with nobody beside', ratio(over), '< 10×', over < 10)
  }
  return rows
}

export function costRows({ rows: operations }: Figures): Row[] {
  const { rows, add } = rowsOf('rows read / written, and a million of it on Cloudflare')
  const dollars = (value: number) => `$${value.toFixed(2)}`
  for (const { operation, read, written, dollarsOfMillion: cost } of operations ?? []) {
    const isRetrieve = operation.startsWith('retrieve')
    add(
      operation,
      `${thousand(Math.round(read))} / ${written.toFixed(isRetrieve ? 2 : 1)}; ${dollars(cost.total)}`,
      isRetrieve ? '≤ 3 rows written' : '',
      isRetrieve ? written <= MOST_ROWS_OF_A_RETRIEVE : null,
    )
    add(
      '  of that',
      `rows written ${dollars(cost.rowsWritten)}, read ${dollars(cost.rowsRead)}, objects ${dollars(cost.objects + cost.duration)}, Worker ${dollars(cost.requests + cost.cpu)}`,
    )
  }
  return rows
}

export function startupRows({ startup }: Figures): Row[] {
  if (!startup) return []
  const { rows, add } = rowsOf('start-up')
  const { topLevelCpuMs, firstAnswerCpuMs, firstMcpCpuMs } = startup
  if (topLevelCpuMs !== null)
    add('processor time until it listens, beyond an empty Worker', ms(topLevelCpuMs), '≤ 50 ms', topLevelCpuMs <= 50)
  if (firstAnswerCpuMs !== null) add('processor time of a first answer (404), beyond', ms(firstAnswerCpuMs))
  if (firstMcpCpuMs !== null) add('processor time of a first answer by MCP after it (401), beyond', ms(firstMcpCpuMs))
  for (const { name, bytes, gzipBytes } of startup.modules)
    add(`module ${name}`, `${kilobytes(bytes)}, ${kilobytes(gzipBytes)} gzipped`)
  for (const { name, bytes } of startup.parts.slice(0, LISTED_PARTS)) add(`  ${name}`, kilobytes(bytes))
  const rest = startup.parts.slice(LISTED_PARTS).reduce((sum, { bytes }) => sum + bytes, 0)
  add(`  ${Math.max(0, startup.parts.length - LISTED_PARTS)} smaller ones`, kilobytes(rest))
  return rows
}
