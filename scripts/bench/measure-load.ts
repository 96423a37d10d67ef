import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { createLoadClient, type LoadClient } from './load-client.ts'
import { announce, progress } from './progress.ts'
import type { BenchService } from './service.ts'
import { statement } from './texts.ts'
import { quantile, summarise, type Times } from './times.ts'

export interface LoadFigures {
  readonly namespaces: number
  readonly clients: number
  readonly seconds: number
  readonly perSecond: number
  readonly retrieve: Times
  readonly ingest: Times
  /** Answered with 503. */
  readonly refused: number
  /** Anything else that is no success. */
  readonly errors: number
  /** Texts whose ingest was answered with success, to be looked for afterwards. */
  readonly acknowledged: readonly string[]
}

export interface CeilingFigures {
  readonly steps: readonly CeilingStep[]
  /** The highest rate that was kept up with. */
  readonly perSecond: number
}

export interface CeilingStep {
  readonly offered: number
  readonly answered: number
  readonly refused: number
  readonly errors: number
  readonly p95: number
  readonly longestMs: number
}

const CLIENTS = 64
const INGEST_SHARE = 0.2
/** A rate is kept up with while 95 of 100 answers come within this. */
const KEPT_UP_MS = 1_000

/** 64 clients that each wait for their answer before they ask again, four retrieves to an ingest. */
export async function measureLoad(
  service: BenchService,
  keys: readonly string[],
  questions: readonly string[],
  seconds: number,
  firstStatement: number,
): Promise<LoadFigures> {
  announce(`${CLIENTS} clients for ${seconds} s on ${keys.length} namespaces`)
  const load = createLoadClient(service.url)
  const retrieve: number[] = []
  const ingest: number[] = []
  const acknowledged: string[] = []
  let next = 0
  let refused = 0
  let errors = 0
  const began = performance.now()
  const end = began + seconds * 1000
  const client = async () => {
    while (performance.now() < end) {
      const at = next++
      const key = keys[at % keys.length]!
      // Every fifth in order, not by chance: runs are alike.
      const isIngest = at % (1 / INGEST_SHARE) === 0
      const { text } = statement(firstStatement + at)
      const outcome = await (isIngest
        ? load.post(key, '/brain/ingest', { text })
        : load.post(key, '/brain/retrieve', { query: questions[at % questions.length], k: 10 }))
      if (outcome.status === 200) (isIngest ? ingest : retrieve).push(outcome.ms)
      if (outcome.status === 200 && isIngest) acknowledged.push(text)
      if (outcome.status === 503) refused++
      else if (outcome.status !== 200) errors++
      if (at % 100 === 0) progress(`load: ${at} requests`)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  load.close()
  const took = (performance.now() - began) / 1000
  return {
    ...{ namespaces: keys.length, clients: CLIENTS, seconds: took, refused, errors, acknowledged },
    perSecond: (retrieve.length + ingest.length) / took,
    retrieve: summarise(retrieve),
    ingest: summarise(ingest),
  }
}

/** Retrieves at a rate that does not wait for answers, on one namespace, raised until it cannot be kept up with and twice beyond. */
export async function measureCeiling(
  service: BenchService,
  key: string,
  questions: readonly string[],
  seconds: number,
): Promise<CeilingFigures> {
  const load = createLoadClient(service.url)
  const steps: CeilingStep[] = []
  let beyond = 0
  for (let offered = 15; beyond < 2; offered = Math.round(offered * (beyond > 0 ? 2 : 1.6))) {
    announce(`${offered} retrieves a second on one namespace`)
    const step = await offer(load, key, questions, offered, seconds)
    steps.push(step)
    if (step.p95 > KEPT_UP_MS || step.refused > 0 || step.errors > 0) beyond++
  }
  load.close()
  const kept = steps.filter(({ p95, refused, errors }) => p95 <= KEPT_UP_MS && refused === 0 && errors === 0)
  return { steps, perSecond: Math.max(0, ...kept.map(({ answered }) => answered / seconds)) }
}

async function offer(load: LoadClient, key: string, questions: readonly string[], perSecond: number, seconds: number) {
  const answers: Promise<{ status: number; ms: number }>[] = []
  const began = performance.now()
  while (answers.length < perSecond * seconds) {
    const due = ((performance.now() - began) / 1000) * perSecond
    while (answers.length < Math.min(due, perSecond * seconds)) {
      const query = questions[answers.length % questions.length]
      answers.push(load.post(key, '/brain/retrieve', { query, k: 10 }))
    }
    await wait(2)
  }
  const outcomes = await Promise.all(answers)
  const answered = outcomes.filter(({ status }) => status === 200)
  return {
    offered: perSecond,
    answered: answered.length,
    refused: outcomes.filter(({ status }) => status === 503).length,
    errors: outcomes.filter(({ status }) => status !== 200 && status !== 503).length,
    p95: quantile(
      answered.map(({ ms }) => ms),
      0.95,
    ),
    longestMs: Math.max(...outcomes.map(({ ms }) => ms)),
  }
}

/** How many of the texts are in none of the vaults' files. The service must have stopped. */
export function countLost(texts: readonly string[], files: readonly string[]): number {
  const left = new Set(texts)
  for (const file of files) {
    const database = new DatabaseSync(file, { readOnly: true })
    for (const { text } of database.prepare('SELECT text FROM chunks').iterate() as Iterable<{ text: string }>)
      left.delete(text)
    database.close()
  }
  return left.size
}
