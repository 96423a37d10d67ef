import { setTimeout as wait } from 'node:timers/promises'
import { readServiceConfig } from '../start/service-config.ts'
import type { StateFolder } from '../state-folder.ts'
import { readWorkerSettings } from '../worker-settings.ts'
import { startBenchWorker } from './bench-worker.ts'
import { cpuMs } from './machine.ts'
import { costOfMillion, type OperationCost } from './price-list.ts'
import { announce } from './progress.ts'
import { random } from './random.ts'
import { statement } from './texts.ts'
import { createTimedClient, parseServerTiming } from './timed-client.ts'

interface Operation {
  readonly name: string
  readonly items: number
  readonly times: number
  readonly apartMs?: number
  ask(i: number): [string, object]
}

type Told = Record<string, { read: number; written: number; alarms: number }>

export interface RowFigures {
  readonly operation: string
  readonly read: number
  readonly written: number
  /** Of each kind of object, rows read and written. */
  readonly objects: Readonly<Record<string, { readonly read: number; readonly written: number }>>
  readonly cost: OperationCost
  readonly dollarsOfMillion: ReturnType<typeof costOfMillion>
}

const WARM_UP = 10
const TIMES = 60
/** Requests that come close together share rows: these are as far apart as it takes for each to write its own. */
const APART_MS = 120
/** The log of accesses is compacted every 1,600 retrieves or so: with these, one after the other, once. */
const MANY_TIMES = 1_800
const BATCH = 100
/** What happens after the answer gets its time before it is counted. */
const SETTLE_MS = 500
/** Statements that no other part of the run stores. */
const FROM = 4_000_000

/** The service with every statement of its objects counted; what is written after the answers is counted too. */
export async function measureRows(
  folder: StateFolder,
  key: string,
  questions: readonly string[],
  stored: number,
): Promise<RowFigures[]> {
  announce('Rows read and written')
  const settings = readWorkerSettings()
  const worker = await startBenchWorker({
    worker: 'rows-worker.ts',
    objects: settings.objects.map(({ className }) => className),
    storage: folder.storage,
    variables: readServiceConfig(folder, settings, {}),
  })
  const client = createTimedClient(worker.url, key)
  let next = FROM
  const text = () => statement(next++).text
  const query = (i: number) => questions[i % questions.length]
  const { below } = random(FROM)
  const about = (i: number) => statement(i).question
  const operations: readonly Operation[] = [
    {
      ...{ name: 'retrieve', items: 1, times: TIMES, apartMs: APART_MS },
      ask: (i) => ['/brain/retrieve', { query: query(i), k: 10 }],
    },
    {
      ...{ name: 'retrieve, in a row, about any memory', items: 1, times: MANY_TIMES },
      ask: () => ['/brain/retrieve', { query: about(below(stored)), k: 10 }],
    },
    {
      ...{ name: 'retrieve, in a row, about a few memories', items: 1, times: MANY_TIMES },
      // By Zipf's law, nearly: every power of two of ranks is asked about as often.
      ask: () => [
        '/brain/retrieve',
        { query: about(Math.floor(2 ** ((below(1e6) / 1e6) * Math.log2(stored)))), k: 10 },
      ],
    },
    {
      ...{ name: 'retrieve, two hops', items: 1, times: TIMES, apartMs: APART_MS },
      ask: (i) => ['/brain/retrieve', { query: query(i), k: 10, max_hops: 2 }],
    },
    {
      ...{ name: 'ingest in a session', items: 1, times: 40 },
      ask: () => ['/brain/ingest', { text: text(), session_id: 'bench' }],
    },
    {
      ...{ name: 'retrieve in a session', items: 1, times: TIMES, apartMs: APART_MS },
      ask: (i) => ['/brain/retrieve', { query: query(i), k: 10, session_id: 'bench' }],
    },
    { name: 'ingest', items: 1, times: 40, ask: () => ['/brain/ingest', { text: text() }] },
    {
      ...{ name: 'ingest, a text of a batch of 100', items: BATCH, times: 3 },
      ask: () => ['/brain/ingest/batch', { items: Array.from({ length: BATCH }, () => ({ text: text() })) }],
    },
  ]
  const figures: RowFigures[] = []
  for (const { name, items, times, ask, apartMs = 0 } of operations) {
    for (let i = 0; i < (items > 1 ? 1 : WARM_UP); i++) await client.ask(...ask(i))
    await wait(SETTLE_MS)
    await client.post('/rows', '')
    const before = cpuMs(worker.pid) ?? 0
    let roundTrips = 0
    let objectMs = 0
    for (let i = 0; i < times; i++) {
      const steps = parseServerTiming((await client.ask(...ask(i))).serverTiming)
      roundTrips += steps['round-trips'] ?? 0
      objectMs += (steps.recall ?? 0) + (steps.remember ?? 0)
      if (apartMs > 0) await wait(apartMs)
    }
    await wait(SETTLE_MS)
    const cpu = (cpuMs(worker.pid) ?? 0) - before
    const told = JSON.parse((await client.post('/rows', '')).body) as Told
    // A retrieve goes to its vault once more after the answer, and in a session to that too.
    const after = name.startsWith('retrieve') ? (name.endsWith('session') ? 2 : 1) : 0
    figures.push(toFigures(name, told, times * items, cpu, roundTrips + after * times, objectMs))
  }
  client.close()
  await worker.stop()
  return figures
}

function toFigures(operation: string, told: Told, count: number, cpu: number, requests: number, objectMs: number) {
  const objects = Object.fromEntries(
    Object.entries(told).map(([name, { read, written, alarms }]) => [
      name,
      { read: read / count, written: (written + alarms) / count },
    ]),
  )
  const sum = (what: 'read' | 'written') => Object.values(objects).reduce((total, object) => total + object[what], 0)
  const cost: OperationCost = {
    // Worker and objects share a process here, so that what the objects took is counted as the Worker's too.
    workerCpuMs: cpu / count,
    objectRequests: requests / count,
    objectMs: objectMs / count,
    rowsRead: sum('read'),
    rowsWritten: sum('written'),
  }
  const dollarsOfMillion = costOfMillion(cost)
  return { operation, read: cost.rowsRead, written: cost.rowsWritten, objects, cost, dollarsOfMillion }
}
