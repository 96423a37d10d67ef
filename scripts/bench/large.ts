/**
 * A large namespace in workerd: is it still right, how long does it take, how much memory does it need?
 *
 *   npm run bench:large -- [chunks] [vaults]      100,000 chunks with 200,000 facts in one vault, then some of that in several taking turns
 */
import { readFileSync } from 'node:fs'
import { inWorkerd } from './in-workerd.ts'
import { syntheticQuery, syntheticText, syntheticVector } from './synthetic.ts'

const PORT = 18_960 + (process.pid % 30)
const BATCH = 500
const QUESTIONS = 40

async function call<T>(path: string, asked: Record<string, string | number>): Promise<T> {
  const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]))
  const response = await fetch(`http://127.0.0.1:${PORT}${path}?${query}`, { method: 'POST' })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!

/** What the whole process holds; only Linux tells. */
function residentMb(pid: number): string {
  try {
    return `${Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024)} MB resident`
  } catch {
    return 'resident memory unknown here'
  }
}

async function fill(namespace: string, chunks: number): Promise<void> {
  for (let from = 0; from < chunks; from += BATCH)
    await call('/remember', { namespace, from, count: Math.min(BATCH, chunks - from) })
}

/** The ten nearest by exact float cosine. */
function exactTop(seed: number, chunks: number, vectors: Float32Array): string[] {
  const query = syntheticQuery(seed)
  const best: { i: number; score: number }[] = []
  for (let i = 0; i < chunks; i++) {
    let score = 0
    for (let at = 0; at < query.length; at++) score += query[at]! * vectors[i * query.length + at]!
    if (best.length < 10 || score > best.at(-1)!.score) {
      best.push({ i, score })
      best.sort((a, b) => b.score - a.score)
      best.length = Math.min(best.length, 10)
    }
  }
  return best.map(({ i }) => syntheticText(i))
}

async function run(pid: number, chunks: number, vaults: number): Promise<void> {
  console.log(`empty: ${residentMb(pid)}`)
  const begun = performance.now()
  await fill('Elarge0000', chunks)
  const seconds = (performance.now() - begun) / 1000
  console.log(
    `${chunks} chunks and ${2 * chunks} facts stored in ${seconds.toFixed(0)} s, ${Math.round(chunks / seconds)} a second; ${residentMb(pid)}`,
  )
  console.log('counted:', JSON.stringify(await call('/count', { namespace: 'Elarge0000' })))

  const dimensions = syntheticVector(0).length
  const vectors = new Float32Array(chunks * dimensions)
  for (let i = 0; i < chunks; i++) vectors.set(syntheticVector(i), i * dimensions)
  const times: number[] = []
  let same = 0
  for (let q = 0; q < QUESTIONS; q++) {
    const seed = Math.floor((q / QUESTIONS) * chunks)
    const started = performance.now()
    const { texts } = await call<{ texts: string[] }>('/recall', { namespace: 'Elarge0000', seed, hops: 0 })
    times.push(performance.now() - started)
    const exact = exactTop(seed, chunks, vectors)
    same += exact.filter((text, at) => texts[at] === text).length
  }
  console.log(
    `nearest ten: ${((100 * same) / (10 * QUESTIONS)).toFixed(1)} % of the places as in exact float search; recall ${median(times).toFixed(1)} ms at the median`,
  )
  const worded: number[] = []
  for (let q = 0; q < QUESTIONS; q++) {
    const started = performance.now()
    await call('/recall', { namespace: 'Elarge0000', seed: q * 31, words: `crate depot customer ${q * 31}`, hops: 2 })
    worded.push(performance.now() - started)
  }
  console.log(`with words and two hops: ${median(worded).toFixed(1)} ms at the median; ${residentMb(pid)}`)

  for (let v = 0; v < vaults; v++) await fill(`Evault${String(v).padStart(4, '0')}`, Math.min(chunks, 10_000))
  for (let round = 0; round < 3; round++)
    for (let v = 0; v < vaults; v++)
      await call('/recall', { namespace: `Evault${String(v).padStart(4, '0')}`, seed: 7, hops: 0 })
  if (vaults > 0)
    console.log(`${vaults} more vaults of ${Math.min(chunks, 10_000)} chunks taking turns: ${residentMb(pid)}`)
}

const [chunks = 100_000, vaults = 10] = process.argv.slice(2).map(Number)
await inWorkerd({ worker: 'large-worker.ts', objects: ['Vault', 'Directory'], port: PORT }, (pid) =>
  run(pid, chunks, vaults),
)
