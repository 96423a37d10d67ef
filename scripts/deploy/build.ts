import { join } from 'node:path'
import { build } from 'esbuild'
import { runScript } from '../problem.ts'
import { PROJECT_ROOT } from '../project-root.ts'
import { WORKER_BUILD } from '../worker-build.ts'

/** What wrangler runs before it uploads: makes one module of each Worker, which wrangler minifies. */
await runScript(async () => {
  await build({
    ...WORKER_BUILD,
    sourcemap: true,
    entryPoints: ['src/worker.ts', 'src/worker-cloud.ts'],
    outdir: join(PROJECT_ROOT, 'dist/worker'),
  })
})
