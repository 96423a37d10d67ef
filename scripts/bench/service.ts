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
  stop(): Promise<void>
}

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
  const log = { write() {}, close() {} }
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
    stop,
  }
}

function setFlags(configPath: string, v8Flags: readonly string[]): void {
  const begin = 'const config :Workerd.Config = ('
  const config = readFileSync(configPath, 'utf8')
  writeFileSync(configPath, config.replace(begin, `${begin}\n  v8Flags = ${JSON.stringify(v8Flags)},`))
}
