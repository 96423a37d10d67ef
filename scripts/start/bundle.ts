import { rmSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { type BuildFailure, build } from 'esbuild'
import { parseConfig } from '../../src/bootstrap/config.ts'
import { needsOutside } from '../../src/bootstrap/outside.ts'
import { Problem } from '../problem.ts'
import { PROJECT_ROOT } from '../project-root.ts'
import { WORKER_BUILD } from '../worker-build.ts'
import { keepBundle, takeCachedBundle } from './bundle-cache.ts'

export interface WorkerModule {
  readonly name: string
  readonly kind: 'esModule' | 'wasm' | 'data'
}

const KINDS: Record<string, WorkerModule['kind']> = { js: 'esModule', wasm: 'wasm', bin: 'data' }

/** Of what wrangler.toml deploys, and in its environment `cloud`. */
const ENTRIES = { embedded: 'local-worker.ts', cloud: 'local-worker-cloud.ts' }

/**
 * Makes one module of the Worker and its dependencies, as wrangler would, with binary files beside it: the one that the configuration needs. The
 * main module comes first.
 */
export async function bundleWorker(
  folder: string,
  variables: Readonly<Record<string, string>>,
): Promise<WorkerModule[]> {
  const stores = wantsOutside(variables) ? 'cloud' : 'embedded'
  rmSync(folder, { recursive: true, force: true })
  const cached = takeCachedBundle(stores, folder)
  if (cached) return cached
  try {
    const { metafile } = await build({
      ...WORKER_BUILD,
      entryPoints: [{ in: join(import.meta.dirname, ENTRIES[stores]), out: 'worker' }],
      outdir: folder,
      assetNames: '[name]-[hash]',
    })
    const names = Object.keys(metafile.outputs).map((path) => basename(path))
    const modules = ['worker.js', ...names.filter((name) => name !== 'worker.js')].map(toModule)
    keepBundle(stores, folder, modules, Object.keys(metafile.inputs))
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

function wantsOutside(variables: Readonly<Record<string, string>>): boolean {
  const config = parseConfig(variables)
  return !('problem' in config) && needsOutside(config)
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
