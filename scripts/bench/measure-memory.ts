import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { StateFolder } from '../state-folder.ts'
import { HEAP_FLAGS, startBenchWorker } from './bench-worker.ts'
import { type IsolateMemory, openGauge } from './isolate-memory.ts'
import { residentMb } from './machine.ts'
import { announce, progress } from './progress.ts'
import { type BenchService, startService } from './service.ts'
import { createTimedClient } from './timed-client.ts'
import { quantile } from './times.ts'
import { vaultFolder } from './vault-folder.ts'

/** In MB of the runtime's whole process, and of the isolate in it. */
export interface MemoryFigures {
  readonly chunks: number
  readonly facts: number
  /** workerd with a Worker that does nothing. */
  readonly emptyMb: number
  /** The service before its models are loaded. */
  readonly startedMb: number
  /** The service, its models loaded, nothing remembered in memory. */
  readonly loadedMb: number
  readonly largeMb: number
  readonly turns: { readonly vaults: number; readonly mb: number; readonly p50: number }
  readonly isolate: Readonly<Record<'loaded' | 'large' | 'turns', IsolateMemory>>
}

const ROUNDS = 2

interface Large {
  readonly key: string
  readonly account: string
  readonly chunks: number
  readonly facts: number
}

/** One large vault, then copies of it taking turns. Only Linux tells; null elsewhere. */
export async function measureMemory(
  folder: StateFolder,
  large: Large,
  copies: number,
  questions: readonly string[],
): Promise<MemoryFigures | null> {
  if (residentMb(process.pid) === null) return null
  announce(`Memory at ${large.chunks} chunks and ${large.facts} facts`)
  const noop = await startBenchWorker({ worker: 'noop-worker.ts', objects: ['Noop'] })
  await createTimedClient(noop.url).post('/', '')
  const emptyMb = residentMb(noop.pid)!
  await noop.stop()

  const keys = await copyVaults(folder, large.account, copies)
  const service = await startService(folder, {}, HEAP_FLAGS)
  const { startedMb } = service
  const loadedMb = residentMb(service.pid)!
  await askLarge(service, large.key, questions)
  const largeMb = residentMb(service.pid)!
  const times: number[] = []
  let mb = 0
  await takeTurns(service, keys, questions, (ms) => {
    times.push(ms)
    mb = Math.max(mb, residentMb(service.pid)!)
  })
  await service.stop()
  const isolate = await measureIsolate(folder, large.key, keys, questions)
  const { chunks, facts } = large
  return {
    chunks,
    facts,
    emptyMb,
    startedMb: startedMb!,
    loadedMb,
    largeMb,
    turns: { vaults: keys.length, mb, p50: quantile(times, 0.5) },
    isolate,
  }
}

/** The same once more with V8's inspector listening, which takes some memory itself. */
async function measureIsolate(
  folder: StateFolder,
  key: string,
  keys: readonly string[],
  questions: readonly string[],
): Promise<MemoryFigures['isolate']> {
  announce('Memory of the isolate')
  const service = await startService(folder, {}, HEAP_FLAGS, true)
  const gauge = await openGauge(service.inspectorPort!)
  const loaded = await gauge.take()
  await askLarge(service, key, questions, gauge.look)
  const afterLarge = await gauge.take()
  await takeTurns(service, keys, questions, gauge.look)
  const turns = await gauge.take()
  gauge.close()
  await service.stop()
  return { loaded, large: afterLarge, turns }
}

async function askLarge(
  { url }: BenchService,
  key: string,
  questions: readonly string[],
  after: () => unknown = () => undefined,
): Promise<void> {
  const client = createTimedClient(url, key)
  for (const query of questions) {
    await client.ask('/brain/retrieve', { query, k: 10, max_hops: 2 })
    await after()
  }
  client.close()
}

async function takeTurns(
  { url }: BenchService,
  keys: readonly string[],
  questions: readonly string[],
  after: (ms: number) => unknown,
): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, key] of keys.entries()) {
      const turn = createTimedClient(url, key)
      const { ms } = await turn.ask('/brain/retrieve', { query: questions[at % questions.length], k: 10 })
      turn.close()
      await after(ms)
      progress(`taking turns: ${round * keys.length + at + 1} of ${ROUNDS * keys.length}`)
    }
  }
}

/** Accounts whose vaults are copies of one file: filling fifty would take hours. */
async function copyVaults(folder: StateFolder, account: string, copies: number): Promise<string[]> {
  announce(`Copying the vault ${copies} times`)
  const service = await startService(folder)
  const made = []
  for (let i = 0; i < copies; i++) made.push(await service.newKey(`copy ${i}`))
  await service.stop()
  const worker = await startBenchWorker({
    worker: 'fill-worker.ts',
    objects: ['Vault', 'Directory'],
    storage: folder.storage,
  })
  const client = createTimedClient(worker.url)
  const idOf = async (namespace: string) => (await client.post(`/id?namespace=${namespace}`, '')).body
  const from = await idOf(account)
  const to = await Promise.all(made.map((key) => idOf(key.account)))
  client.close()
  await worker.stop()
  const vaults = vaultFolder(folder)
  for (const [at, id] of to.entries()) {
    for (const ending of ['.sqlite', '.sqlite-wal'])
      if (existsSync(join(vaults, from + ending))) copyFileSync(join(vaults, from + ending), join(vaults, id + ending))
    progress(`copied: ${at + 1} of ${copies}`)
  }
  return made.map(({ key }) => key)
}
