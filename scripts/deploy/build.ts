import { join } from 'node:path'
import { build } from 'esbuild'
import { buildConsole } from '../console/build-console.ts'
import { runScript } from '../problem.ts'
import { PROJECT_ROOT } from '../project-root.ts'
import { WORKER_BUILD } from '../worker-build.ts'

/** What wrangler runs before it uploads: makes one module of each Worker, which wrangler minifies, and the pages of the console. */
await runScript(async () => {
  await Promise.all([
    build({
      ...WORKER_BUILD,
      sourcemap: true,
      entryPoints: ['src/worker.ts', 'src/worker-cloud.ts'],
      outdir: join(PROJECT_ROOT, 'dist/worker'),
    }),
    buildConsole(),
  ])
})
