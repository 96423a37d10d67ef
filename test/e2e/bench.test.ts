import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exactNearest } from '../../scripts/bench/exact.ts'
import { toRows } from '../../scripts/bench/figure-rows.ts'
import type { Figures } from '../../scripts/bench/figures.ts'
import { growthPlot } from '../../scripts/bench/growth-plot.ts'
import { joinPieces, memoriesFromBytes, memoriesToBytes, splitPieces } from '../../scripts/bench/memory-wire.ts'
import { ms, ratio } from '../../scripts/bench/number-format.ts'
import { parseOptions, SECTIONS } from '../../scripts/bench/options.ts'
import { warmUpOrder } from '../../scripts/bench/peers/measure.ts'
import { requireMeasured } from '../../scripts/bench/peers/require-measured.ts'
import { replaceBetween } from '../../scripts/bench/performance-page.ts'
import { FULL, QUICK, WARM_UP } from '../../scripts/bench/plan.ts'
import { costOfMillion } from '../../scripts/bench/price-list.ts'
import { readSizes } from '../../scripts/bench/run-bench.ts'
import { questions, statements } from '../../scripts/bench/texts.ts'
import { parseServerTiming } from '../../scripts/bench/timed-client.ts'
import { quantile, summarise } from '../../scripts/bench/times.ts'
import { DIMENSIONS } from '../../scripts/bench/vectors.ts'
import type { NewMemory } from '../../src/ports/new-memory.ts'

const flat = (p50: number, p99 = p50) => ({ count: 100, p50, p95: p99, p99, mean: p50 })

const retrieveAt = (chunks: number, hybrid: number) => ({
  chunks,
  noop: flat(1),
  modes: {
    episodic: flat(hybrid),
    hybrid: flat(hybrid, 3 * hybrid),
    'two hops': flat(1.2 * hybrid),
    reranked: flat(2 * hybrid),
  },
  common: flat(hybrid),
  steps: { encode: 2 },
})

const peer = (name: 'sqlite-vec' | 'mem0', size: number, p50: number) => ({
  ...{ name, version: name, setting: '', problem: null },
  sizes: [{ size, insertsPerSecond: 1, search: flat(p50), recall: 1, residentMb: 1 }],
})

const figures = (given: Partial<Figures>): Figures => ({
  ...{
    at: '2026-01-01',
    quick: false,
    seconds: 1,
    startup: null,
    retrieve: null,
    filters: null,
    rows: null,
    roundTrips: null,
  },
  ...{ ingest: null, cold: null, memory: null, load: null, beside: null, exactness: null, peers: null },
  machine: { cpu: 'c', cores: 2, memoryGb: 4, system: 's', node: 'n', workerd: 'w', load: 0 },
  ...given,
})

describe('times', () => {
  it('are summed up by values that were measured', () => {
    const hundred = Array.from({ length: 100 }, (_, i) => 100 - i)
    expect(summarise(hundred)).toEqual({ count: 100, p50: 50, p95: 95, p99: 99, mean: 50.5 })
    expect(quantile([7], 0.99)).toBe(7)
  })

  it('are read from Server-Timing with the round trips', () => {
    expect(parseServerTiming('encode;dur=2.10, recall;dur=3, round-trips;desc="2"')).toEqual({
      ...{ encode: 2.1, recall: 3, 'round-trips': 2 },
    })
  })

  it('are shown with three places that matter', () => {
    expect([ms(0.1234), ms(12.34), ms(123.4), ratio(1.5)]).toEqual(['0.12 ms', '12.3 ms', '123 ms', '1.50×'])
  })
})

describe('the command line of the benchmark', () => {
  it('measures everything unless it is told what', () => {
    expect(parseOptions([]).only).toEqual(SECTIONS)
    expect(parseOptions(['--quick', '--only', 'retrieve, peers']).only).toEqual(['retrieve', 'peers'])
  })

  it('still knows a part by its former name', () => {
    expect(parseOptions(['--only', 'crossings,cold']).only).toEqual(['round-trips', 'cold'])
  })

  it('refuses what it does not know, and to write a page from half a run', () => {
    expect(() => parseOptions(['--only', 'speed'])).toThrow(/no part speed/)
    expect(() => parseOptions(['--fast'])).toThrow(/--help/)
    expect(() => parseOptions(['--write', '--quick'])).toThrow(/full run/)
  })
})

describe('the smaller benches', () => {
  it.each(['encoder', 'forget', 'large'])('tell how they are used: bench:%s', (name) => {
    const file = join(import.meta.dirname, `../../scripts/bench/${name}.ts`)
    const told = execFileSync(process.execPath, [file, '--help'], { encoding: 'utf8' })
    expect(told).toContain(`npm run bench:${name}`)
  })

  it('take sizes, and nothing else for a size', () => {
    expect(readSizes(['5'], [100, 10])).toEqual([5, 10])
    expect(() => readSizes(['many'], [100])).toThrow(/many is no whole number/)
  })
})

describe('what is remembered and asked', () => {
  it('is the same in every run, no text twice, no question among the texts', () => {
    const texts = statements(3_000)
    expect(texts).toEqual(statements(3_000))
    expect(new Set(texts).size).toBe(3_000)
    const asked = questions(300, 1_000)
    expect(new Set(asked).size).toBe(300)
    expect(asked.filter((question) => texts.includes(question))).toEqual([])
  })

  it('arrives in the runtime as it was prepared', () => {
    const vector = { scale: 0.5, values: Int16Array.from({ length: 8 }, (_, i) => 300 * (i - 4)) }
    const other = { scale: 0.25, values: new Int16Array(8).fill(-7) }
    const memories = [{ chunks: [{ text: 'Grüße', vector }], facts: [{ vector: other }, { vector: null }] }]
    const sent = memoriesToBytes(memories as unknown as NewMemory[])
    expect(memoriesFromBytes(sent.buffer as ArrayBuffer)).toEqual(memories)
    const joined = joinPieces([sent, sent]).buffer as ArrayBuffer
    expect(splitPieces(joined).flatMap(memoriesFromBytes)).toEqual([...memories, ...memories])
  })

  it('is compared with the nearest by exact arithmetic, best first', () => {
    const unit = (angle: number) => [Math.cos(angle), Math.sin(angle), ...new Array(DIMENSIONS - 2).fill(0)]
    const stored = { texts: [], data: Float32Array.from([unit(1), unit(0.2), unit(3), unit(0.1)].flat()) }
    expect(exactNearest(Float32Array.from(unit(0)), stored, 4, 3)).toEqual([3, 1, 0])
    expect(exactNearest(Float32Array.from(unit(0)), stored, 2, 3)).toEqual([1, 0])
  })
})

describe('the table of the benchmark', () => {
  const metOf = (given: Partial<Figures>, what: string) =>
    toRows(figures(given)).find((row) => row.what.startsWith(what))?.met

  it('holds a retrieve among 10,000 chunks against an object that does nothing', () => {
    expect(metOf({ retrieve: [retrieveAt(10_000, 15)] }, 'hybrid / nothing')).toBe(true)
    expect(metOf({ retrieve: [retrieveAt(10_000, 16)] }, 'hybrid / nothing')).toBe(false)
    expect(metOf({ retrieve: [retrieveAt(1_000, 21)] }, 'hybrid / nothing')).toBeNull()
  })

  it('holds one among 100,000 against sqlite-vec, and one among 10,000 against mem0', () => {
    const against = (p50: number) => ({
      retrieve: [retrieveAt(100_000, 10)],
      peers: [peer('sqlite-vec', 100_000, p50)],
    })
    expect(metOf(against(20), 'hybrid / sqlite-vec')).toBe(true)
    expect(metOf(against(19), 'hybrid / sqlite-vec')).toBe(false)
    const mem0 = (p50: number) => ({ retrieve: [retrieveAt(10_000, 10)], peers: [peer('mem0', 10_000, p50)] })
    expect(metOf(mem0(1_000), 'mem0')).toBe(true)
    expect(metOf(mem0(999), 'mem0')).toBe(false)
  })

  it('tells of a peer that could not be measured', () => {
    const missing = { ...peer('mem0', 1, 1), sizes: [], problem: 'it could not be installed' }
    expect(toRows(figures({ peers: [missing] }))).toMatchObject([{ figure: 'it could not be installed', met: null }])
  })

  it('fails where a peer was not measured, after naming every such peer', () => {
    const measured = peer('sqlite-vec', 10_000, 1)
    const missing = { ...peer('mem0', 1, 1), sizes: [], problem: 'it could not be installed' }
    expect(() => requireMeasured([measured, missing])).toThrow('Not measured: mem0 (it could not be installed).')
    const half = { ...measured, problem: 'its process ended (SIGKILL)' }
    expect(() => requireMeasured([half])).toThrow('Not measured: sqlite-vec (its process ended (SIGKILL)).')
    expect(() => requireMeasured([{ ...measured, sizes: [] }])).toThrow(/sqlite-vec/)
    expect(() => requireMeasured([measured])).not.toThrow()
    expect(() => requireMeasured(null)).not.toThrow()
  })

  it('goes between the markers of its page and leaves the rest alone', () => {
    const page = 'before\n<!-- bench:start -->\nold\n<!-- bench:end -->\nafter\n'
    expect(replaceBetween(page, 'new')).toBe('before\n<!-- bench:start -->\nnew\n<!-- bench:end -->\nafter\n')
  })

  it('has a plot with a line for each way to retrieve', () => {
    const plot = growthPlot([retrieveAt(1_000, 5), retrieveAt(10_000, 9), retrieveAt(100_000, 40)])
    expect(plot.match(/<polyline/g)).toHaveLength(5)
    expect(plot).not.toMatch(/NaN|Infinity/)
  })
})

describe('the warm-up of a peer', () => {
  it.each([
    ['a quick run', QUICK.questions],
    ['a full run', FULL.questions],
    ['a single question', 1],
  ])('asks only questions that there are, the last first: %s', (_run, questions) => {
    const order = warmUpOrder(questions)
    expect(order).toHaveLength(WARM_UP)
    expect(order[0]).toBe(questions - 1)
    expect(order.filter((at) => at < 0 || at >= questions)).toEqual([])
  })
})

describe('the bill', () => {
  it('adds what Cloudflare charges for each part of a million operations', () => {
    const cost = costOfMillion({ workerCpuMs: 10, objectRequests: 2, objectMs: 10, rowsRead: 1_000, rowsWritten: 3 })
    expect(cost).toMatchObject({ requests: 0.3, objects: 0.3, rowsRead: 1, rowsWritten: 3 })
    expect(cost.cpu).toBeCloseTo(0.2)
    expect(cost.duration).toBeCloseTo(0.016)
    expect(cost.total).toBeCloseTo(4.816)
  })
})
