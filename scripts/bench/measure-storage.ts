import { startBenchWorker } from './bench-worker.ts'
import { BATCH, type Corpus } from './corpus.ts'
import { announce, progress } from './progress.ts'
import { createTimedClient, type TimedClient } from './timed-client.ts'
import { quantile } from './times.ts'
import { DIMENSIONS, vectorOf } from './vectors.ts'

export interface StorageFigures {
  /** Texts a second, each with everything that the vault keeps of it; and how many rows that is. */
  readonly whole: { readonly perSecond: number; readonly rowsPerSecond: number }
  /** Without facts: sameness, chunk, words, vector. */
  readonly chunks: number
  /** Rows of chunks, words and vectors, with nothing looked up. */
  readonly rows: number
  /** Vectors alone. */
  readonly vectors: number
}

export interface ExactnessFigures {
  readonly vectors: number
  /** Share of the ten places that are the same as in an exact search by floats. */
  readonly samePlaces: number
  /** Share of the exact ten among the ten found. */
  readonly recall: number
  readonly searchMs: number
}

const TEXTS = 5_000
const TRANSACTION = 500
const VECTORS_AT_ONCE = 4_000
const K = 10

const open = async () => {
  const worker = await startBenchWorker({ worker: 'storage-worker.ts', objects: ['Rows'] })
  return { worker, client: createTimedClient(worker.url) }
}

/** What storing costs when everything is ready to be stored, in the runtime, durably, transactions of 500. */
export async function measureStorage(corpus: Corpus): Promise<StorageFigures> {
  announce('Storing, without encoding and extracting')
  const { worker, client } = await open()
  for (let at = 0; at < TEXTS / BATCH; at++) await post(client, '/keep-memories', corpus.batches[at]!)
  const rate = async (path: string, object: string) => {
    let ms = 0
    let rows = 0
    for (let from = 0; from < TEXTS; from += TRANSACTION) {
      const reply = await post(client, `${path}&object=${object}&from=${from}&count=${TRANSACTION}`, '')
      // The first one meets code that was never run.
      if (from > 0) ms += reply.ms
      if (from > 0) rows += Number(reply.body) || 0
    }
    const seconds = ms / 1000
    return { perSecond: (TEXTS - TRANSACTION) / seconds, rowsPerSecond: rows / seconds }
  }
  const whole = await rate('/remember?facts=1', 'whole')
  const chunks = await rate('/remember?facts=0', 'chunks')
  const rows = await rate('/insert?', 'rows')
  const vectors = await addVectors(client, 'vectors', corpus, 0, 5 * VECTORS_AT_ONCE)
  client.close()
  await worker.stop()
  return { whole, chunks: chunks.perSecond, rows: rows.perSecond, vectors }
}

/** Whether the coarse scan and the second look find what float arithmetic over everything finds. */
export async function measureExactness(
  corpus: Corpus,
  sizes: readonly number[],
  exact: (question: number, size: number) => readonly number[],
): Promise<ExactnessFigures[]> {
  announce('Holding the vector search against exact arithmetic')
  const { worker, client } = await open()
  const figures: ExactnessFigures[] = []
  let stored = 0
  for (const size of sizes) {
    await addVectors(client, 'exact', corpus, stored, size)
    stored = size
    let places = 0
    let found = 0
    const times: number[] = []
    for (let at = 0; at < corpus.asked.texts.length; at++) {
      const query = new Uint8Array(vectorOf(corpus.asked, at).slice().buffer)
      const reply = await post(client, `/nearest?object=exact&k=${K}`, query)
      const ids = JSON.parse(reply.body) as number[]
      const wanted = exact(at, size)
      times.push(reply.ms)
      places += wanted.filter((id, place) => ids[place] === id).length
      found += wanted.filter((id) => ids.includes(id)).length
      progress(`exactness at ${size}: ${at + 1} of ${corpus.asked.texts.length} questions`)
    }
    const all = K * corpus.asked.texts.length
    figures.push({ vectors: size, samePlaces: places / all, recall: found / all, searchMs: quantile(times, 0.5) })
  }
  client.close()
  await worker.stop()
  return figures
}

/** Vectors a second, the way of the floats into the runtime not counted. */
async function addVectors(client: TimedClient, object: string, corpus: Corpus, from: number, to: number) {
  let ms = 0
  const end = Math.min(to, corpus.stored.texts.length)
  for (let at = from; at < end; at += VECTORS_AT_ONCE) {
    const count = Math.min(VECTORS_AT_ONCE, end - at)
    const floats = corpus.stored.data.slice(at * DIMENSIONS, (at + count) * DIMENSIONS)
    await post(client, '/keep-vectors', new Uint8Array(floats.buffer))
    ms += (await post(client, `/add?object=${object}&count=${count}&dimensions=${DIMENSIONS}`, '')).ms
  }
  return (end - from) / (ms / 1000)
}

async function post(client: TimedClient, path: string, body: string | Uint8Array) {
  const reply = await client.post(path, body)
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.body.slice(0, 200)}`)
  return reply
}
