import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Installation } from '../installation.ts'
import { PROJECT_ROOT } from '../project-root.ts'
import type { WorkerModule } from '../start/bundle.ts'
import { storesOf } from '../start/stores.ts'

/** The published package: the Worker is in it, built, and what is remembered outlives it. */
export const installation: Installation = {
  stateFolder: join(homedir(), '.edge-brain'),
  shownStateFolder: '~/.edge-brain',
  start: 'npx edge-brain',
  startWith: 'npx edge-brain',
  brain: 'npx edge-brain',
  configuredBy: 'the environment',
  async bundleWorker(folder, variables) {
    const built = join(PROJECT_ROOT, 'worker', storesOf(variables))
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const modules = JSON.parse(readFileSync(join(built, 'modules.json'), 'utf8')) as WorkerModule[]
    for (const { name } of modules) copyFileSync(join(built, name), join(folder, name))
    return modules
  },
}
