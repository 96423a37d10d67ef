import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { PROJECT_ROOT } from '../project-root.ts'
import { WORKER_BUILD } from '../worker-build.ts'
import { readWorkerSettings } from '../worker-settings.ts'
import { startBenchWorker } from './bench-worker.ts'
import { announce } from './progress.ts'
import { createTimedClient } from './timed-client.ts'
import { quantile } from './times.ts'

/** Processor times are those beyond a Worker that does nothing; null where the system does not tell. */
export interface StartupFigures {
  /** Until it listens: parsing, compiling and running the top level. */
  readonly topLevelCpuMs: number | null
  /** The first answer after that, to a path that there is not. */
  readonly firstAnswerCpuMs: number | null
  /** The first one of MCP after that, to nobody: what answers it is loaded then. */
  readonly firstMcpCpuMs: number | null
  readonly parts: readonly { readonly name: string; readonly bytes: number }[]
  readonly modules: readonly { readonly name: string; readonly bytes: number; readonly gzipBytes: number }[]
}

export async function measureStartup(starts: number): Promise<StartupFigures> {
  announce('Starting the Worker')
  const settings = readWorkerSettings()
  const service = {
    worker: '../../src/worker.ts',
    objects: settings.objects.map(({ className }) => className),
    variables: { KEY_SECRET: 'a secret for the benchmark alone' },
  }
  const ours: Start[] = []
  const nothing: Start[] = []
  for (let i = 0; i < starts; i++) {
    nothing.push(await start({ worker: 'noop-worker.ts', objects: ['Noop'] }))
    ours.push(await start(service))
  }
  const beyond = (what: keyof Start) => {
    const median = (list: readonly Start[]) =>
      quantile(
        list.map((each) => each[what]),
        0.5,
      )
    const ms = median(ours) - median(nothing)
    return Number.isNaN(ms) ? null : ms
  }
  const [topLevelCpuMs, firstAnswerCpuMs, firstMcpCpuMs] = [beyond('listening'), beyond('answering'), beyond('mcp')]
  return { topLevelCpuMs, firstAnswerCpuMs, firstMcpCpuMs, ...(await listBundle()) }
}

interface Start {
  readonly listening: number
  readonly answering: number
  readonly mcp: number
}

async function start(parts: Parameters<typeof startBenchWorker>[0]): Promise<Start> {
  const worker = await startBenchWorker(parts)
  const listening = preciseCpuMs(worker.pid)
  const client = createTimedClient(worker.url)
  await client.post('/nowhere', '')
  const answering = preciseCpuMs(worker.pid) - listening
  await client.post('/mcp', '{}')
  const mcp = preciseCpuMs(worker.pid) - listening - answering
  client.close()
  await worker.stop()
  return { listening, answering, mcp }
}

/** Of all threads, to the nanosecond; Linux alone tells. */
function preciseCpuMs(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6)
      .reduce((sum, ms) => sum + ms, 0)
  } catch {
    return Number.NaN
  }
}

/** What wrangler uploads, by where it comes from. */
async function listBundle(): Promise<Pick<StartupFigures, 'parts' | 'modules'>> {
  const { metafile, outputFiles } = await build({
    ...WORKER_BUILD,
    entryPoints: ['src/worker.ts'],
    outdir: 'dist',
    write: false,
  })
  const bytesOf = new Map<string, number>()
  for (const { inputs } of Object.values(metafile.outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const part = partOf(path)
      bytesOf.set(part, (bytesOf.get(part) ?? 0) + bytesInOutput)
    }
  }
  const parts = [...bytesOf].map(([name, bytes]) => ({ name, bytes })).sort((a, b) => b.bytes - a.bytes)
  const modules = outputFiles.map(({ path, contents }) => ({
    name: path.slice(join(PROJECT_ROOT, 'dist').length + 1),
    bytes: contents.length,
    gzipBytes: gzipSync(contents).length,
  }))
  return { parts, modules }
}

/** A package, or a folder of our own. */
function partOf(path: string): string {
  const inPackage = path.split('node_modules/').at(-1)!
  if (inPackage !== path)
    return inPackage
      .split('/')
      .slice(0, inPackage.startsWith('@') ? 2 : 1)
      .join('/')
  return path
    .split('/')
    .slice(0, path.startsWith('src/adapters') ? 3 : 2)
    .join('/')
}
