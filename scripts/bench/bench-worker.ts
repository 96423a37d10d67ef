import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { buildWorkerModule } from '../worker-build.ts'
import { readWorkerSettings } from '../worker-settings.ts'
import { atEnd } from './at-end.ts'

export interface BenchWorker {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

interface Parts {
  /** The worker's file in this folder. */
  readonly worker: string
  /** Classes of Durable Objects; each is bound under its name in capitals. */
  readonly objects: readonly string[]
  /** Where the objects' storage is, if it is to outlive the worker. */
  readonly storage?: string
  readonly v8Flags?: readonly string[]
  /** Text bindings; with them comes that to the service's assets. */
  readonly variables?: Readonly<Record<string, string>>
}

/** As much heap as an isolate has on Cloudflare, less what the scan keeps beside it: more would hide a leak. */
export const HEAP_FLAGS = ['--max-heap-size=80']

/** A bench's own worker in a workerd of its own, as the service is run. */
export async function startBenchWorker(parts: Parts): Promise<BenchWorker> {
  const { worker, objects, storage, v8Flags = [], variables } = parts
  const folder = mkdtempSync(join(tmpdir(), 'edge-brain-bench-'))
  const removeFolder = atEnd(() => rmSync(folder, { recursive: true, force: true }))
  const disk = storage ?? join(folder, 'storage')
  mkdirSync(disk, { recursive: true })
  const { name: service, compatibilityDate, assets } = readWorkerSettings()
  const metafile = await buildWorkerModule(join(import.meta.dirname, worker), folder)
  const names = Object.keys(metafile.outputs).map((path) => basename(path))
  const modules = names
    .sort((a, b) => Number(b === 'worker.js') - Number(a === 'worker.js'))
    .map((name) => `(name = "${name}", ${name.endsWith('.js') ? 'esModule' : 'wasm'} = embed "${name}")`)
  const bindings = [
    ...objects.map((name) => `(name = "${name.toUpperCase()}", durableObjectNamespace = "${name}")`),
    ...(variables ? [`(name = "${assets.binding}", service = "assets")`] : []),
    ...Object.entries(variables ?? {}).map(([name, value]) => `(name = "${name}", text = ${JSON.stringify(value)})`),
  ]
  writeFileSync(
    join(folder, 'config.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  v8Flags = ${JSON.stringify(v8Flags)},
  services = [
    (name = "main", worker = (
      modules = [${modules}],
      compatibilityDate = "${compatibilityDate}",
      bindings = [${bindings}],
      # The service's own keys: a vault that is filled here is the service's when that is started on the same folder.
      durableObjectNamespaces = [${objects.map((name) => `(className = "${name}", uniqueKey = "${service}-${name}", enableSql = true)`)}],
      durableObjectStorage = (localDisk = "storage"),
    )),
    (name = "storage", disk = (path = "${disk}", writable = true)),
    (name = "assets", disk = (path = "${assets.folder}")),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);`,
  )
  const { default: binary } = createRequire(import.meta.url)('workerd') as { default: string }
  const child = spawn(binary, ['serve', join(folder, 'config.capnp'), '--control-fd=3'], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    // Ctrl-C reaches the bench alone, which ends it in order.
    detached: true,
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const stop = atEnd(async () => {
    child.kill('SIGTERM')
    const impatience = setTimeout(() => child.kill('SIGKILL'), 8_000)
    await ended
    clearTimeout(impatience)
  })
  const port = await new Promise<number>((resolve, reject) => {
    void ended.then(() => reject(new Error(`${worker} ended before it listened`)))
    createInterface(child.stdio[3] as Readable).on('line', (line) => {
      const said = JSON.parse(line) as { event: string; port: number }
      if (said.event === 'listen') resolve(said.port)
    })
  })
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    async stop() {
      await stop()
      await removeFolder()
    },
  }
}
