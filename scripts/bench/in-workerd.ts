import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { PROJECT_ROOT } from '../project-root.ts'
import { WORKER_BUILD } from '../worker-build.ts'

interface Bench {
  /** The worker's file in this folder. */
  readonly worker: string
  readonly objects: readonly string[]
  readonly port: number
}

/** A fresh workerd with a bench's worker and objects in it, for as long as `work` takes; `work` gets its process id. */
export async function inWorkerd({ worker, objects, port }: Bench, work: (pid: number) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'edge-brain-bench-'))
  mkdirSync(join(folder, 'storage'))
  const { metafile } = await build({
    ...WORKER_BUILD,
    entryPoints: [{ in: join(import.meta.dirname, worker), out: 'worker' }],
    outdir: folder,
  })
  const names = Object.keys(metafile.outputs).map((path) => basename(path))
  const modules = [...names.filter((name) => name.endsWith('.js')), ...names.filter((name) => name.endsWith('.wasm'))]
  const kind = (name: string) => (name.endsWith('.js') ? 'esModule' : 'wasm')
  writeFileSync(
    join(folder, 'config.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  # As much heap as an isolate has on Cloudflare, less what the scan keeps beside it: more would hide a leak.
  v8Flags = ["--max-heap-size=80"],
  services = [
    (name = "main", worker = (
      modules = [${modules.map((name) => `(name = "${name}", ${kind(name)} = embed "${name}")`)}],
      compatibilityDate = "2026-09-15",
      bindings = [${objects.map((name) => `(name = "${name.toUpperCase()}", durableObjectNamespace = "${name}")`)}],
      durableObjectNamespaces = [${objects.map((name) => `(className = "${name}", uniqueKey = "${name}", enableSql = true)`)}],
      durableObjectStorage = (localDisk = "storage"),
    )),
    (name = "storage", disk = (path = "${join(folder, 'storage')}", writable = true)),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);`,
  )
  const runtime = spawn(join(PROJECT_ROOT, 'node_modules/.bin/workerd'), ['serve', join(folder, 'config.capnp')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  try {
    for (let tries = 0; ; tries++) {
      try {
        await fetch(`http://127.0.0.1:${port}/`)
        break
      } catch (error) {
        if (tries > 100) throw error
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    await work(runtime.pid!)
  } finally {
    runtime.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}
