import { cpuMs } from './machine.ts'
import { announce, progress } from './progress.ts'
import type { BenchService } from './service.ts'
import { statement } from './texts.ts'
import { createTimedClient, parseServerTiming } from './timed-client.ts'
import { summarise, type Times } from './times.ts'

export interface IngestFigures {
  readonly batch: number
  readonly perSecond: number
  /** Of the runtime's processor time: what a core without neighbours would do. null where the system does not tell. */
  readonly perCpuSecond: number | null
  readonly batches: Times
  /** Means of what the service says each step of a batch took. */
  readonly steps: Readonly<Record<string, number>>
  readonly facts: number
  readonly items: number
  /** One text a request. */
  readonly single: Times
}

const BATCH = 100
const WARM_UP = 3
/** Statements that no other part of the run stores. */
const FROM = 1_000_000
const SINGLES = 40

/** Everything included: key, limits, extracting, encoding, sameness, graph, full text, one durable commit a batch. */
export async function measureIngest(service: BenchService, key: string, batches: number): Promise<IngestFigures> {
  announce(`Ingest in batches of ${BATCH}`)
  const client = createTimedClient(service.url, key)
  const times: number[] = []
  const steps: Record<string, number> = {}
  let facts = 0
  let cpuBefore: number | null = null
  for (let i = -WARM_UP; i < batches; i++) {
    if (i === 0) cpuBefore = cpuMs(service.pid)
    const items = Array.from({ length: BATCH }, (_, at) => ({
      text: statement(FROM + (i + WARM_UP) * BATCH + at).text,
    }))
    const reply = await client.ask('/brain/ingest/batch', { items })
    if (i < 0) continue
    times.push(reply.ms)
    facts += (JSON.parse(reply.body) as { facts_ingested: number }).facts_ingested
    for (const [name, ms] of Object.entries(parseServerTiming(reply.serverTiming)))
      steps[name] = (steps[name] ?? 0) + ms / batches
    progress(`ingesting: ${(i + 1) * BATCH} of ${batches * BATCH} texts`)
  }
  const cpuAfter = cpuMs(service.pid)
  const single: number[] = []
  for (let i = 0; i < SINGLES; i++)
    single.push((await client.ask('/brain/ingest', { text: statement(2 * FROM + i).text })).ms)
  client.close()
  const items = batches * BATCH
  return {
    ...{ batch: BATCH, batches: summarise(times), steps, facts, items, single: summarise(single) },
    perSecond: items / (times.reduce((sum, ms) => sum + ms, 0) / 1000),
    perCpuSecond: cpuBefore === null || cpuAfter === null ? null : items / ((cpuAfter - cpuBefore) / 1000),
  }
}
