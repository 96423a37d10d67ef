import { rmSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { type BuildFailure, build } from 'esbuild'
import { Problem } from '../problem.ts'
import { PROJECT_ROOT } from '../project-root.ts'
import { WORKER_BUILD } from '../worker-build.ts'
import { keepBundle, takeCachedBundle } from './bundle-cache.ts'
import { type Stores, storesOf } from './stores.ts'

export interface WorkerModule {
  readonly name: string
  readonly kind: 'esModule' | 'wasm' | 'data'
}

const KINDS: Record<string, WorkerModule['kind']> = { js: 'esModule', wasm: 'wasm', bin: 'data' }

const ENTRIES: Record<Stores, string> = { embedded: 'local-worker.ts', cloud: 'local-worker-cloud.ts' }

/**
 * Makes one module of the Worker and its dependencies, as wrangler would, with binary files beside it: the one that the configuration needs. The
 * main module comes first.
 */
export async function bundleWorker(
  folder: string,
  variables: Readonly<Record<string, string>>,
): Promise<WorkerModule[]> {
  const stores = storesOf(variables)
  rmSync(folder, { recursive: true, force: true })
  const cached = takeCachedBundle(stores, folder)
  if (cached) return cached
  try {
    const { modules, inputs } = await buildWorker(stores, folder)
    keepBundle(stores, folder, modules, inputs)
    return modules
  } catch (error) {
    const reason = firstError(error)
    // Ctrl-C reaches the bundler's own process too.
    if (/service (was stopped|is no longer running)/.test(reason)) throw new Problem('Stopped before it was running.')
    if (/no space left|ENOSPC/i.test(reason))
      throw new Problem(`The disk is full: the Worker cannot be written to ${folder}; make room and start again.`)
    throw new Problem(`The Worker does not build: ${reason}`)
  }
}

/** Builds into the folder; tells the modules, the main one first, and the files that went into them. */
export async function buildWorker(
  stores: Stores,
  folder: string,
): Promise<{ readonly modules: WorkerModule[]; readonly inputs: readonly string[] }> {
  const { metafile } = await build({
    ...WORKER_BUILD,
    entryPoints: [{ in: join(import.meta.dirname, ENTRIES[stores]), out: 'worker' }],
    outdir: folder,
    assetNames: '[name]-[hash]',
  })
  const names = Object.keys(metafile.outputs).map((path) => basename(path))
  const modules = ['worker.js', ...names.filter((name) => name !== 'worker.js')].map(toModule)
  return { modules, inputs: Object.keys(metafile.inputs) }
}

function toModule(name: string): WorkerModule {
  const kind = KINDS[name.slice(name.lastIndexOf('.') + 1)]
  if (!kind) throw new Error(`nothing is known of modules like ${name}`)
  return { name, kind }
}

function firstError(error: unknown): string {
  const [first] = (error as BuildFailure).errors ?? []
  if (!first) return error instanceof Error ? error.message : String(error)
  const place = first.location
    ? `${relative('.', join(PROJECT_ROOT, first.location.file))}:${first.location.line}: `
    : ''
  return `${place}${first.text}`
}
