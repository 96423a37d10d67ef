import type { Row } from '../eval/figure-table.ts'
import type { Figures } from './figures.ts'
import { type IsolateMemory, totalOf } from './isolate-memory.ts'
import { ms, percent, ratio, thousand, times } from './number-format.ts'
import type { PeerFigures } from './peers/measure.ts'
import { rowsOf } from './rows-of.ts'
import { besideRows, costRows, loadRows, startupRows } from './service-rows.ts'

const MANY = 100_000
const SOME = 10_000

/** One row a figure; where there is an aim, whether it is met. */
export const toRows = (figures: Figures): Row[] => [
  ...retrieveRows(figures),
  ...filterRows(figures),
  ...roundTripRows(figures),
  ...exactnessRows(figures),
  ...ingestRows(figures),
  ...coldRows(figures),
  ...memoryRows(figures),
  ...loadRows(figures),
  ...besideRows(figures),
  ...costRows(figures),
  ...startupRows(figures),
  ...peerRows(figures),
]

const peerAt = (peers: Figures['peers'], name: PeerFigures['name'], size: number) =>
  peers?.find((peer) => peer.name === name)?.sizes.find((at) => at.size === size) ?? null

function retrieveRows({ retrieve, peers }: Figures): Row[] {
  return (retrieve ?? []).flatMap(({ chunks, noop, modes, common }) => {
    const { rows, add } = rowsOf(`retrieve, ${thousand(chunks)} chunks (p50 / p95 / p99)`)
    const { hybrid } = modes
    add('a Durable Object that does nothing', times(noop))
    add('episodic', times(modes.episodic))
    add('hybrid', times(hybrid))
    add('hybrid, two hops', times(modes['two hops']))
    add('hybrid, reranked', times(modes.reranked))
    add('hybrid, very common words', times(common), '≤ 2× hybrid', common.p50 <= 2 * hybrid.p50)
    const overNoop = hybrid.p50 / noop.p50
    const usual = chunks === SOME
    add('hybrid / nothing', ratio(overNoop), usual ? '≤ 15×, better 12×' : '', usual ? overNoop <= 15 : null)
    const reranked = modes.reranked.p50 / noop.p50
    add('hybrid, reranked / nothing', ratio(reranked), usual ? '≤ 35×' : '', usual ? reranked <= 35 : null)
    const tail = hybrid.p99 / hybrid.p50
    add('hybrid, p99 / p50', ratio(tail), '≤ 4×', tail <= 4)
    const hops = modes['two hops'].p50 / hybrid.p50 - 1
    add('two hops add', percent(hops, 0), '≤ 30 %', hops <= 0.3)
    const sqliteVec = peerAt(peers, 'sqlite-vec', chunks)
    if (sqliteVec) {
      const part = hybrid.p50 / sqliteVec.search.p50
      const aimed = chunks === MANY
      add(
        'hybrid / sqlite-vec in process, vectors alone',
        ratio(part),
        aimed ? '≤ 0.50×, better 0.25×' : '',
        aimed ? part <= 0.5 : null,
      )
    }
    const mem0 = peerAt(peers, 'mem0', chunks)
    if (mem0) {
      const part = mem0.search.p50 / hybrid.p50
      add('mem0 in process / hybrid', ratio(part), usual ? '≥ 100×' : '', usual ? part >= 100 : null)
    }
    return rows
  })
}

function filterRows({ filters }: Figures): Row[] {
  if (!filters) return []
  const { rows, add } = rowsOf(`retrieve with a filter, ${thousand(SOME)} chunks, k = 20 (p50 / p95 / p99)`)
  add('none', times(filters.none))
  for (const [name, taken] of Object.entries(filters.filters))
    add(name, times(taken), '≤ 3× none', taken.p50 <= 3 * filters.none.p50)
  add('fewest of the 12 returned', String(filters.fewestOfTwelve), '12', filters.fewestOfTwelve === 12)
  return rows
}

function roundTripRows({ roundTrips }: Figures): Row[] {
  if (!roundTrips) return []
  const { rows, add } = rowsOf(`${roundTrips.delayMs} ms in every round trip (p50 / p95 / p99)`)
  for (const operation of ['retrieve', 'ingest'] as const)
    add(operation, times(roundTrips[operation]), '≤ 180 ms', roundTrips[operation].p50 <= 180)
  return rows
}

function exactnessRows({ exactness }: Figures): Row[] {
  const { rows, add } = rowsOf('vector search against exact arithmetic in floats')
  for (const { vectors, samePlaces, recall, searchMs } of exactness ?? []) {
    add(
      `${thousand(vectors)} vectors: same in the first ten places`,
      percent(samePlaces, 1),
      '≥ 99 %',
      samePlaces >= 0.99,
    )
    add(`${thousand(vectors)} vectors: of the exact ten found; one search`, `${percent(recall, 1)}; ${ms(searchMs)}`)
  }
  return rows
}

function ingestRows({ ingest, peers }: Figures): Row[] {
  if (!ingest) return []
  const { service, storage } = ingest
  const { rows, add } = rowsOf(`ingest, batches of ${service.batch}`)
  const rate = (value: number) => `${thousand(Math.round(value))} a second`
  add('texts, everything included', rate(service.perSecond), '≥ 120, better 300', service.perSecond >= 120)
  if (service.perCpuSecond !== null) add('texts in a second of processor time', rate(service.perCpuSecond))
  add('facts of a text', (service.facts / service.items).toFixed(2))
  add('one text a request (p50 / p95 / p99)', times(service.single))
  add('storing alone: all that a vault keeps of a text', rate(storage.whole.perSecond))
  add('storing alone: those rows', rate(storage.whole.rowsPerSecond))
  add('storing alone: sameness, chunk, words, vector', rate(storage.chunks))
  const hnswlib = peers?.find(({ name }) => name === 'hnswlib')?.sizes.at(-1)
  if (hnswlib) add(`hnswlib inserts, up to ${thousand(hnswlib.size)}`, rate(hnswlib.insertsPerSecond))
  const against = (value: number, least: number): [aim: string, met: boolean | null] => {
    if (!hnswlib) return ['', null]
    const over = value / hnswlib.insertsPerSecond
    return [`≥ ${least}× hnswlib: ${ratio(over)}`, over >= least]
  }
  add('storing alone: rows of chunk, words, vector', rate(storage.rows), ...against(storage.rows, 10))
  add('storing alone: vectors', rate(storage.vectors), ...against(storage.vectors, 30))
  return rows
}

function coldRows({ cold }: Figures): Row[] {
  if (!cold) return []
  const { rows, add } = rowsOf(`cold, ${thousand(cold.chunks)} chunks`)
  const over = cold.vaultColdMs / cold.warmMs
  add('warm', ms(cold.warmMs))
  add('first retrieve, vault not in memory', ms(cold.vaultColdMs))
  add('first / warm', ratio(over), '≤ 20×', over <= 20)
  add('first retrieve of a new process', ms(cold.allColdMs))
  add('Server-Timing tells that it was', cold.toldBy ?? 'no', 'yes', cold.toldBy !== null)
  return rows
}

function memoryRows({ memory }: Figures): Row[] {
  if (!memory) return []
  const large = `${thousand(memory.chunks)} chunks, ${thousand(memory.facts)} facts`
  const many = `${memory.turns.vaults} such vaults taking turns`
  const isolate = rowsOf('memory of the isolate')
  const parts = (part: IsolateMemory) =>
    `${totalOf(part).toFixed(0)} MB: heap ${part.heapMb.toFixed(0)}, buffers ${part.buffersMb.toFixed(0)}, WebAssembly ${part.wasmMb.toFixed(0)}`
  const aim = (part: IsolateMemory) => ['< 128 MB', totalOf(part) < 128] as const
  isolate.add('models loaded', parts(memory.isolate.loaded))
  isolate.add(large, parts(memory.isolate.large), ...aim(memory.isolate.large))
  isolate.add(many, parts(memory.isolate.turns), ...aim(memory.isolate.turns))
  const { rows, add } = rowsOf('resident memory of the whole runtime')
  const mb = (value: number) => `${value.toFixed(0)} MB, ${(value - memory.emptyMb).toFixed(0)} beyond an empty one`
  add('a Worker that does nothing', `${memory.emptyMb.toFixed(0)} MB`)
  add('started, no model loaded', mb(memory.startedMb))
  add('models loaded', mb(memory.loadedMb))
  const aimBeyond = (value: number) => ['< 128 MB beyond', value - memory.emptyMb < 128] as const
  add(large, mb(memory.largeMb), ...aimBeyond(memory.largeMb))
  add(`${many}, SQLite's caches included`, mb(memory.turns.mb), ...aimBeyond(memory.turns.mb))
  add('retrieve when its turn comes, p50', ms(memory.turns.p50))
  return [...isolate.rows, ...rows]
}

function peerRows({ peers }: Figures): Row[] {
  return (peers ?? []).flatMap(({ version, setting, sizes, problem }) => {
    const { rows, add } = rowsOf(setting === '' ? version : `${version}: ${setting}`)
    for (const { size, search, insertsPerSecond, recall } of sizes) {
      add(`${thousand(size)} texts, search (p50 / p95 / p99)`, times(search))
      add(`${thousand(size)} texts, inserts`, `${thousand(Math.round(insertsPerSecond))} a second`)
      if (recall !== null) add(`${thousand(size)} texts, of the exact ten found`, percent(recall, 1))
    }
    if (problem !== null) add('NOT MEASURED', problem)
    return rows
  })
}
