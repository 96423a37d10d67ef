import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BuildOptions, build, type Metafile, transform } from 'esbuild'
import { PROJECT_ROOT } from './project-root.ts'

const TARGET = 'es2024'

/**
 * How a Worker and its dependencies become one module. Its names are minified afterwards, by wrangler or by `buildWorkerModule`: esbuild wraps
 * what is imported on demand in a method where it keeps names, and in an arrow function where it does not. The engine reads a method's body when
 * it is first called, and that of an arrow function in a module at every start.
 */
export const WORKER_BUILD = {
  absWorkingDir: PROJECT_ROOT,
  bundle: true,
  format: 'esm',
  target: TARGET,
  platform: 'browser',
  conditions: ['workerd', 'worker', 'browser'],
  external: ['cloudflare:*', 'node:*'],
  loader: { '.wasm': 'copy', '.bin': 'copy', '.html': 'text', '.txt': 'text' },
  define: { 'process.env.NODE_ENV': '"production"' },
  metafile: true,
  logLevel: 'silent',
} satisfies BuildOptions

/** Builds `worker.js` of an entry into the folder, minified as it is deployed, with binary files beside it. */
export async function buildWorkerModule(entry: string, folder: string): Promise<Metafile> {
  const { metafile } = await build({ ...WORKER_BUILD, entryPoints: [{ in: entry, out: 'worker' }], outdir: folder })
  const path = join(folder, 'worker.js')
  const { code } = await transform(readFileSync(path, 'utf8'), { minify: true, format: 'esm', target: TARGET })
  writeFileSync(path, code)
  return metafile
}
