import { startBenchWorker } from './bench-worker.ts'
import { announce, progress } from './progress.ts'
import { createTimedClient, parseServerTiming, type TimedClient } from './timed-client.ts'
import { summarise, type Times } from './times.ts'

/** Ways to retrieve, as a caller chooses them. All but one without the reranker, whose milliseconds do not depend on how much is known. */
export const MODES = {
  episodic: { include_semantic: false, rerank: false },
  hybrid: { rerank: false },
  'two hops': { max_hops: 2, rerank: false },
  reranked: {},
} as const

export type Mode = keyof typeof MODES

export interface RetrieveFigures {
  readonly chunks: number
  /** A request to a Durable Object that does nothing, in between. */
  readonly noop: Times
  readonly modes: Readonly<Record<Mode, Times>>
  /** Questions whose every word is in very many chunks. */
  readonly common: Times
  /** Means of what the service says each step of a hybrid retrieve took. */
  readonly steps: Readonly<Record<string, number>>
}

/** Requests of one kind before it is another's turn: what disturbs the machine for a second disturbs them all. */
const TURN = 10

interface Asked {
  readonly questions: readonly string[]
  /** Questions whose every word is in very many chunks. */
  readonly common: readonly string[]
  /** None of the others. */
  readonly warmUp: readonly string[]
}

/** Everything through HTTP with a key, one after the other on one connection, k = 10, a question each. */
export async function measureRetrieve(
  client: TimedClient,
  noop: TimedClient,
  chunks: number,
  { questions, common, warmUp }: Asked,
): Promise<RetrieveFigures> {
  announce(`Retrieve at ${chunks} chunks`)
  const times: Record<string, number[]> = {}
  const steps: Record<string, number[]> = {}
  const ask = async (kind: string, query: string, options: object) => {
    const reply = await client.ask('/brain/retrieve', { query, k: 10, ...options })
    times[kind] = [...(times[kind] ?? []), reply.ms]
    if (kind !== 'hybrid') return
    for (const [name, ms] of Object.entries(parseServerTiming(reply.serverTiming)))
      steps[name] = [...(steps[name] ?? []), ms]
  }
  const nothing = async () => {
    const { ms } = await noop.post('/', '')
    times.noop = [...(times.noop ?? []), ms]
  }
  for (const query of warmUp) {
    for (const options of Object.values(MODES)) await client.ask('/brain/retrieve', { query, k: 10, ...options })
    await noop.post('/', '')
  }
  for (let from = 0; from < questions.length; from += TURN) {
    const turn = questions.slice(from, from + TURN)
    for (const _ of turn) await nothing()
    // Each in turn is the first to ask a question, and finds nothing of it in memory.
    const modes = Object.entries(MODES)
    for (let i = 0; i < modes.length; i++) {
      const [mode, options] = modes[(from / TURN + i) % modes.length]!
      for (const query of turn) await ask(mode, query, options)
    }
    for (const query of turn.slice(0, 2))
      await ask('common', common[(from / TURN) % common.length] ?? query, MODES.hybrid)
    progress(`retrieving: ${from + turn.length} of ${questions.length} questions`)
  }
  return {
    chunks,
    noop: summarise(times.noop!),
    modes: Object.fromEntries(Object.keys(MODES).map((mode) => [mode, summarise(times[mode]!)])) as Record<Mode, Times>,
    common: summarise(times.common!),
    steps: Object.fromEntries(Object.entries(steps).map(([name, list]) => [name, summarise(list).mean])),
  }
}

/** The worker with an object that does nothing. */
export async function startNoop(): Promise<{ client: TimedClient; stop(): Promise<void> }> {
  const worker = await startBenchWorker({ worker: 'noop-worker.ts', objects: ['Noop'] })
  const client = createTimedClient(worker.url)
  return {
    client,
    async stop() {
      client.close()
      await worker.stop()
    },
  }
}
