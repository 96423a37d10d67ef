/** Texts become memories as the service would make them, on every core, so that filling a large memory does not take the whole run. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { EMBEDDER_ID } from '../../src/adapters/local-model/embedder-id.ts'
import { PROJECT_ROOT } from '../project-root.ts'
import { atEnd } from './at-end.ts'
import { progress } from './progress.ts'

/** Git ignores it with everything that is installed. */
export const CACHE = join(PROJECT_ROOT, 'node_modules/.cache/edge-brain-bench')

/** With its tokens as a store keeps them. */
export interface Embedded {
  readonly vector: Float32Array
  readonly tokens: Uint8Array
}

export interface PrepareTask {
  readonly texts: readonly string[]
  /** Vectors of an earlier run, by text. */
  readonly known: ReadonlyMap<string, Embedded>
  readonly batch: number
}

export interface Prepared {
  /** Memories as bytes, `batch` of them each. */
  readonly batches: readonly Uint8Array[]
  /** What had to be embedded. */
  readonly fresh: ReadonlyMap<string, Embedded>
  readonly facts: number
}

export interface Block extends Prepared {
  readonly from: number
  /** Of every text that was embedded: the texts themselves and sentences in them. */
  readonly vectors: ReadonlyMap<string, Embedded>
}

/** What one worker prepares at a time, and one file of the cache. */
const BLOCK = 1_000

/** Blocks in the order of the texts, prepared ahead on as many threads as there are cores. */
export async function* prepare(texts: readonly string[], batch = 100): AsyncGenerator<Block> {
  mkdirSync(CACHE, { recursive: true })
  const starts = Array.from({ length: Math.ceil(texts.length / BLOCK) }, (_, at) => at * BLOCK)
  const threads = Math.min(availableParallelism(), starts.length)
  const workers = Array.from({ length: threads }, startWorker)
  try {
    const pending: Promise<Block>[] = []
    for (const [at, from] of starts.entries()) {
      const worker = workers[at % threads]!
      pending.push(worker(texts.slice(from, from + BLOCK), from, batch))
      if (pending.length > 2 * threads) yield await pending.shift()!
      progress(`preparing: ${from} of ${texts.length} texts`)
    }
    for (const block of pending) yield await block
  } finally {
    await Promise.all(workers.map(({ end }) => end()))
  }
}

/** One thread; tasks wait for each other. */
function startWorker() {
  const worker = new Worker(join(import.meta.dirname, 'prepare-worker.ts'), {
    execArgv: ['--import', join(PROJECT_ROOT, 'scripts/eval/wasm-modules.ts')],
  })
  const end = atEnd(async () => void (await worker.terminate()))
  let last: Promise<unknown> = Promise.resolve()
  const run = (texts: readonly string[], from: number, batch: number): Promise<Block> => {
    const work = last.then(async () => {
      const file = fileOf(texts)
      const known = readVectors(file)
      worker.postMessage({ texts, known, batch } satisfies PrepareTask)
      const [prepared] = (await once(worker, 'message')) as [Prepared]
      const vectors = new Map([...known, ...prepared.fresh])
      if (prepared.fresh.size > 0) keep(file, vectors)
      return { ...prepared, from, vectors }
    })
    last = work.catch(() => undefined)
    return work
  }
  return Object.assign(run, { end })
}

function fileOf(texts: readonly string[]): string {
  const name = createHash('sha256')
    .update(JSON.stringify([EMBEDDER_ID, texts]))
    .digest('hex')
    .slice(0, 24)
  return join(CACHE, `embedded-${name}.bin`)
}

const readVectors = (file: string): Map<string, Embedded> =>
  existsSync(file) ? (deserialize(readFileSync(file)) as Map<string, Embedded>) : new Map()

/** Never half a file: a run may be stopped at any moment. */
function keep(file: string, vectors: ReadonlyMap<string, Embedded>): void {
  writeFileSync(`${file}.new`, serialize(vectors))
  renameSync(`${file}.new`, file)
}
