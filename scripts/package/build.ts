import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { buildConsole } from '../console/build-console.ts'
import { runScript } from '../problem.ts'
import { PROJECT_ROOT } from '../project-root.ts'
import { buildWorker } from '../start/bundle.ts'
import { noticesOf } from './notices.ts'

const FOLDER = join(PROJECT_ROOT, 'dist/package')

/** Builds what the published package has: both Workers, the start and the commands as JavaScript for Node 20, and the assets. */
await runScript(async () => {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const inputs: string[] = []
  for (const stores of ['embedded', 'cloud'] as const) {
    const folder = join(FOLDER, 'worker', stores)
    const built = await buildWorker(stores, folder)
    writeFileSync(join(folder, 'modules.json'), JSON.stringify(built.modules))
    inputs.push(...built.inputs)
  }
  const { metafile } = await build({
    ...{ absWorkingDir: PROJECT_ROOT, bundle: true, splitting: true, metafile: true, logLevel: 'warning' },
    ...{ format: 'esm', platform: 'node', target: 'node20' },
    // Of `#installation` in package.json.
    conditions: ['package'],
    external: ['workerd'],
    entryPoints: [join(PROJECT_ROOT, 'scripts/package/edge-brain.ts')],
    outdir: join(FOLDER, 'js'),
  })
  inputs.push(...Object.keys(metafile.inputs))
  inputs.push(...(await buildConsole()))
  for (const name of ['assets', 'wrangler.toml'])
    cpSync(join(PROJECT_ROOT, name), join(FOLDER, name), { recursive: true })
  writeFileSync(
    join(FOLDER, 'NOTICES.txt'),
    noticesOf(inputs, (path) => readFileSync(join(PROJECT_ROOT, path), 'utf8')),
  )
})
