import { rmSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { type BuildFailure, build } from 'esbuild'
import { Problem } from '../problem.ts'
import { PROJECT_ROOT } from '../project-root.ts'
import { keepBundle, takeCachedBundle } from './bundle-cache.ts'

export interface WorkerModule {
  readonly name: string
  readonly kind: 'esModule' | 'wasm' | 'data'
}

const KINDS: Record<string, WorkerModule['kind']> = { js: 'esModule', wasm: 'wasm', bin: 'data' }

/** Makes one module of the Worker and its dependencies, as wrangler would, with binary files beside it. The main module comes first. */
export async function bundleWorker(folder: string): Promise<WorkerModule[]> {
  rmSync(folder, { recursive: true, force: true })
  const cached = takeCachedBundle(folder)
  if (cached) return cached
  try {
    const { metafile } = await build({
      absWorkingDir: PROJECT_ROOT,
      entryPoints: [{ in: join(import.meta.dirname, 'local-worker.ts'), out: 'worker' }],
      outdir: folder,
      bundle: true,
      format: 'esm',
      target: 'es2024',
      platform: 'browser',
      conditions: ['workerd', 'worker', 'browser'],
      external: ['cloudflare:*', 'node:*'],
      loader: { '.wasm': 'copy', '.bin': 'copy', '.html': 'text', '.txt': 'text' },
      assetNames: '[name]-[hash]',
      define: { 'process.env.NODE_ENV': '"production"' },
      metafile: true,
      logLevel: 'silent',
    })
    const names = Object.keys(metafile.outputs).map((path) => basename(path))
    const modules = ['worker.js', ...names.filter((name) => name !== 'worker.js')].map(toModule)
    keepBundle(folder, modules, Object.keys(metafile.inputs))
    return modules
  } catch (error) {
    const reason = firstError(error)
    // Ctrl-C reaches the bundler's own process too.
    if (/service (was stopped|is no longer running)/.test(reason)) throw new Problem('Stopped before it was running.')
    throw new Problem(`The Worker does not build: ${reason}`)
  }
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
