import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFirstKey, type NewKey } from '../first-account.ts'
import { createServiceClient } from '../service-client.ts'
import { bundleWorker } from '../start/bundle.ts'
import { startRuntime } from '../start/runtime.ts'
import { writeRuntimeConfig } from '../start/runtime-config.ts'
import { readServiceConfig } from '../start/service-config.ts'
import { openStateFolder, type StateFolder } from '../state-folder.ts'
import { readWorkerSettings } from '../worker-settings.ts'
import { atEnd } from './at-end.ts'
import { residentMb } from './machine.ts'

/** The service itself in its own workerd, with a state folder that goes when the run ends. */
export interface BenchService {
  readonly url: string
  /** The runtime's process. */
  readonly pid: number
  /** Where V8's inspector listens; null where it was not asked for. */
  readonly inspectorPort: number | null
  /** What the runtime held before the models were loaded; null where the system does not tell. */
  readonly startedMb: number | null
  readonly folder: StateFolder
  /** A key of an account of its own, on the plan without limits. */
  newKey(name: string): Promise<NewKey>
  /** The request log's lines of one route since the last time. */
  takeLog(route: string): LogLine[]
  stop(): Promise<void>
}

export interface LogLine {
  readonly route: string
  readonly status: number
  readonly ms: number
  readonly steps: Readonly<Record<string, number>>
  readonly rows_read?: number
  readonly rows_written?: number
}

/** What was written before these is forgotten: nobody asks for the lines of a long load. */
const KEPT_WRITES = 5_000

export const newStateFolder = (): StateFolder => {
  const path = mkdtempSync(join(tmpdir(), 'edge-brain-bench-'))
  atEnd(() => rmSync(path, { recursive: true, force: true }))
  return openStateFolder(path)
}

/** Starts workerd on the folder, as `npm start` does; `variables` go over the configuration. Waits until the models are loaded. */
export async function startService(
  folder: StateFolder,
  variables: Readonly<Record<string, string>> = {},
  v8Flags: readonly string[] = [],
  inspect = false,
): Promise<BenchService> {
  const settings = readWorkerSettings()
  const config = readServiceConfig(folder, { ...settings, vars: { ...settings.vars, ...variables } }, {})
  const modules = await bundleWorker(folder.worker, config)
  const parts = { folder, settings, modules, variables: Object.keys(config), address: '127.0.0.1:0', schedule: false }
  const configPath = writeRuntimeConfig(parts)
  if (v8Flags.length > 0) setFlags(configPath, v8Flags)
  const log = collectLog()
  const runtime = await startRuntime({ folder, configPath, variables: config, log, inspect })
  const stop = atEnd(() => runtime.stop())
  const url = `http://127.0.0.1:${runtime.port}`
  const pid = Number(folder.read('pid'))
  const operator = createServiceClient(url, { token: config.ADMIN_TOKEN! })
  const startedMb = residentMb(pid)
  await createServiceClient(url, {}).ask('GET', '/brain/health')
  const { inspectorPort } = runtime
  return {
    url,
    pid,
    inspectorPort,
    startedMb,
    folder,
    newKey: (name) => createFirstKey(operator, name),
    takeLog: log.take,
    stop,
  }
}

function setFlags(configPath: string, v8Flags: readonly string[]): void {
  const begin = 'const config :Workerd.Config = ('
  const config = readFileSync(configPath, 'utf8')
  writeFileSync(configPath, config.replace(begin, `${begin}\n  v8Flags = ${JSON.stringify(v8Flags)},`))
}

/** What was written is read only when it is asked for: whoever waits for an answer must not wait for that. */
function collectLog() {
  let written: string[] = []
  return {
    write(chunk: Uint8Array | string): void {
      written.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString())
      if (written.length > 2 * KEPT_WRITES) written = written.slice(-KEPT_WRITES)
    },
    take(route: string): LogLine[] {
      const lines = written.join('').split('\n')
      written = [lines.pop()!]
      return lines
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as LogLine)
        .filter((line) => line.route === route)
    },
    close(): void {},
  }
}
