import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { StateFolder } from '../state-folder.ts'
import { startBenchWorker } from './bench-worker.ts'
import { residentMb } from './machine.ts'
import { announce, progress } from './progress.ts'
import { startService } from './service.ts'
import { createTimedClient } from './timed-client.ts'
import { quantile } from './times.ts'
import { vaultFolder } from './vault-folder.ts'

/** In MB of the runtime's whole process. */
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
}

/** As much heap as an isolate has, less what the scan keeps beside it: more would hide a leak. */
const HEAP_FLAGS = ['--max-heap-size=80']
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
  const client = createTimedClient(service.url, large.key)
  for (const query of questions) await client.ask('/brain/retrieve', { query, k: 10, max_hops: 2 })
  client.close()
  const largeMb = residentMb(service.pid)!
  const times: number[] = []
  let mb = 0
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, key] of keys.entries()) {
      const turn = createTimedClient(service.url, key)
      times.push((await turn.ask('/brain/retrieve', { query: questions[at % questions.length], k: 10 })).ms)
      turn.close()
      mb = Math.max(mb, residentMb(service.pid)!)
      progress(`taking turns: ${round * keys.length + at + 1} of ${ROUNDS * keys.length}`)
    }
  }
  await service.stop()
  const { chunks, facts } = large
  return {
    chunks,
    facts,
    emptyMb,
    startedMb: startedMb!,
    loadedMb,
    largeMb,
    turns: { vaults: keys.length, mb, p50: quantile(times, 0.5) },
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
