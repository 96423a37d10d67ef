import type { BuildOptions } from 'esbuild'
import { PROJECT_ROOT } from './project-root.ts'

/** How wrangler makes one module of a Worker and its dependencies where wrangler.toml says `minify` and no `keep_names`. */
export const WORKER_BUILD = {
  absWorkingDir: PROJECT_ROOT,
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2024',
  platform: 'browser',
  conditions: ['workerd', 'worker', 'browser'],
  external: ['cloudflare:*', 'node:*'],
  loader: { '.wasm': 'copy', '.bin': 'copy', '.html': 'text', '.txt': 'text' },
  define: { 'process.env.NODE_ENV': '"production"' },
  metafile: true,
  logLevel: 'silent',
} satisfies BuildOptions
