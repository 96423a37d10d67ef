import { exactNearest } from './exact.ts'
import { residentMb } from './machine.ts'
import { readSizes, runBench } from './run-bench.ts'
import { type Call, startVaultWorker } from './start-vault-worker.ts'
import { syntheticQuery, syntheticText, syntheticVector } from './synthetic.ts'
import { quantile } from './times.ts'
import { DIMENSIONS } from './vectors.ts'

const HELP = `A large namespace in workerd: is it still right, how long does it take, how much memory does it need?

  npm run bench:large -- [chunks] [vaults]

It stores 100,000 chunks with 200,000 facts in one vault, then up to 10,000 chunks in each of 10 more that take turns.

  --help           this text
`

const BATCH = 500
const QUESTIONS = 40

/** What the whole process holds; only Linux tells. */
function resident(pid: number): string {
  const mb = residentMb(pid)
  return mb === null ? 'resident memory unknown here' : `${Math.round(mb)} MB resident`
}

async function fill(call: Call, namespace: string, chunks: number): Promise<void> {
  for (let from = 0; from < chunks; from += BATCH)
    await call('/remember', { namespace, from, count: Math.min(BATCH, chunks - from) })
}

async function run(call: Call, pid: number, chunks: number, vaults: number): Promise<void> {
  console.log(`empty: ${resident(pid)}`)
  const begun = performance.now()
  await fill(call, 'Elarge0000', chunks)
  const seconds = (performance.now() - begun) / 1000
  console.log(
    `${chunks} chunks and ${2 * chunks} facts stored in ${seconds.toFixed(0)} s, ${Math.round(chunks / seconds)} a second; ${resident(pid)}`,
  )
  console.log('counted:', JSON.stringify(await call('/count', { namespace: 'Elarge0000' })))

  const data = new Float32Array(chunks * DIMENSIONS)
  for (let i = 0; i < chunks; i++) data.set(syntheticVector(i), i * DIMENSIONS)
  const times: number[] = []
  let same = 0
  for (let q = 0; q < QUESTIONS; q++) {
    const seed = Math.floor((q / QUESTIONS) * chunks)
    const started = performance.now()
    const { texts } = await call<{ texts: string[] }>('/recall', { namespace: 'Elarge0000', seed, hops: 0 })
    times.push(performance.now() - started)
    const exact = exactNearest(syntheticQuery(seed), { texts: [], data }, chunks, 10).map(syntheticText)
    same += exact.filter((text, at) => texts[at] === text).length
  }
  console.log(
    `nearest ten: ${((100 * same) / (10 * QUESTIONS)).toFixed(1)} % of the places as in exact float search; recall ${quantile(times, 0.5).toFixed(1)} ms at the median`,
  )
  const worded: number[] = []
  for (let q = 0; q < QUESTIONS; q++) {
    const started = performance.now()
    await call('/recall', { namespace: 'Elarge0000', seed: q * 31, words: `crate depot customer ${q * 31}`, hops: 2 })
    worded.push(performance.now() - started)
  }
  console.log(`with words and two hops: ${quantile(worded, 0.5).toFixed(1)} ms at the median; ${resident(pid)}`)

  for (let v = 0; v < vaults; v++) await fill(call, `Evault${String(v).padStart(4, '0')}`, Math.min(chunks, 10_000))
  for (let round = 0; round < 3; round++)
    for (let v = 0; v < vaults; v++)
      await call('/recall', { namespace: `Evault${String(v).padStart(4, '0')}`, seed: 7, hops: 0 })
  if (vaults > 0)
    console.log(`${vaults} more vaults of ${Math.min(chunks, 10_000)} chunks taking turns: ${resident(pid)}`)
}

await runBench(HELP, async (given) => {
  const [chunks, vaults] = readSizes(given, [100_000, 10]) as [number, number]
  const worker = await startVaultWorker('large-worker.ts')
  await run(worker.call, worker.pid, chunks, vaults)
  await worker.stop()
})
