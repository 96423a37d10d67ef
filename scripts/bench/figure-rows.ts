import type { Row } from '../eval/figure-table.ts'
import type { Figures } from './figures.ts'
import type { PeerFigures } from './peers/measure.ts'
import type { Times } from './times.ts'

const MANY = 100_000
const SOME = 10_000

/** One row a figure; where there is an aim, whether it is met. */
export function toRows(figures: Figures): Row[] {
  return [...retrieveRows(figures), ...peerRows(figures)]
}

/** Three places that matter, not three decimals. */
export const ms = (value: number): string =>
  `${value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)} ms`
export const times = ({ p50, p95, p99 }: Times): string => `${ms(p50)} / ${ms(p95)} / ${ms(p99)}`
const ratio = (value: number): string => `${value >= 10 ? value.toFixed(0) : value.toFixed(2)}×`
const thousand = (value: number): string => value.toLocaleString('en')

const peerMedian = (peers: Figures['peers'], name: PeerFigures['name'], size: number): number | null =>
  peers?.find((peer) => peer.name === name)?.sizes.find((at) => at.size === size)?.search.p50 ?? null

function retrieveRows({ retrieve, peers }: Figures): Row[] {
  const rows: Row[] = []
  for (const { chunks, noop, modes, common } of retrieve ?? []) {
    const section = `retrieve, ${thousand(chunks)} chunks (p50 / p95 / p99)`
    const add = (what: string, figure: string, aim = '', met: boolean | null = null) =>
      rows.push({ section, what, figure, aim, met })
    add('a Durable Object that does nothing', times(noop))
    add('episodic', times(modes.episodic))
    add('hybrid', times(modes.hybrid))
    add('hybrid, two hops', times(modes['two hops']))
    add('hybrid, very common words', times(common))
    const { hybrid } = modes
    const overNoop = hybrid.p50 / noop.p50
    if (chunks === SOME) add('hybrid / nothing', ratio(overNoop), '≤ 20×, better 12×', overNoop <= 20)
    else add('hybrid / nothing', ratio(overNoop))
    const tail = hybrid.p99 / hybrid.p50
    add('hybrid p99 / p50', ratio(tail), '≤ 4×', tail <= 4)
    const hops = modes['two hops'].p50 / hybrid.p50 - 1
    add('two hops add', `${(100 * hops).toFixed(0)} %`, '≤ 30 %', hops <= 0.3)
    const sqliteVec = peerMedian(peers, 'sqlite-vec', chunks)
    if (sqliteVec !== null) {
      const part = hybrid.p50 / sqliteVec
      const aimed = chunks === MANY
      add(
        'hybrid / sqlite-vec in process, vectors alone',
        ratio(part),
        aimed ? '≤ 0.50×, better 0.25×' : '',
        aimed ? part <= 0.5 : null,
      )
    }
    const mem0 = peerMedian(peers, 'mem0', chunks)
    if (mem0 !== null) {
      const part = mem0 / hybrid.p50
      const aimed = chunks === SOME
      add('mem0 in process / hybrid', ratio(part), aimed ? '≥ 100×' : '', aimed ? part >= 100 : null)
    }
  }
  return rows
}

function peerRows({ peers }: Figures): Row[] {
  return (peers ?? []).flatMap(({ version, setting, sizes, problem }) => [
    ...sizes.map(({ size, search, insertsPerSecond, recall }) => ({
      section: `${version}: ${setting}`,
      what: `${thousand(size)} texts: search p50 / p95 / p99`,
      figure: `${times(search)}; ${thousand(Math.round(insertsPerSecond))} inserts a second; ${(100 * recall).toFixed(1)} % of the exact ten`,
      aim: '',
      met: null,
    })),
    ...(problem === null ? [] : [{ section: version, what: 'NOT MEASURED', figure: problem, aim: '', met: null }]),
  ])
}
