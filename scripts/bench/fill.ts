import type { StateFolder } from '../state-folder.ts'
import { startBenchWorker } from './bench-worker.ts'
import { BATCH, type Corpus } from './corpus.ts'
import { joinPieces } from './memory-wire.ts'
import { progress } from './progress.ts'
import { createTimedClient } from './timed-client.ts'

/** Batches in one transaction: a busy disk takes its time for each. */
const TOGETHER = 5

export interface Filled {
  readonly items: number
  readonly facts: number
  readonly seconds: number
}

/** Fills namespaces of a state folder, whose service is not running, with the texts from `from` to `to`. */
export async function fill(
  folder: StateFolder,
  corpus: Corpus,
  wanted: readonly { readonly namespace: string; readonly from: number; readonly to: number }[],
): Promise<Filled> {
  const worker = await startBenchWorker({
    worker: 'fill-worker.ts',
    objects: ['Vault', 'Directory'],
    storage: folder.storage,
  })
  const client = createTimedClient(worker.url)
  let items = 0
  let facts = 0
  const began = performance.now()
  for (const { namespace, from, to } of wanted) {
    for (let at = from; at < to; at += TOGETHER * BATCH) {
      const pieces = corpus.batches.slice(at / BATCH, Math.min(to / BATCH, at / BATCH + TOGETHER))
      const reply = await client.post(`/?namespace=${namespace}`, joinPieces(pieces))
      if (reply.status !== 200) throw new Error(`filling: ${reply.status} ${reply.body.slice(0, 200)}`)
      const stored = JSON.parse(reply.body) as { chunks: number; facts: number }
      items += stored.chunks
      facts += stored.facts
      progress(`filling: ${Math.min(to, at + TOGETHER * BATCH)} of ${to} texts`)
    }
  }
  const seconds = (performance.now() - began) / 1000
  client.close()
  await worker.stop()
  return { items, facts, seconds }
}
