import { resolve } from 'node:path'
import { PROJECT_ROOT } from './project-root.ts'
import type { WorkerModule } from './start/bundle.ts'

/** What differs between a clone and the published package. Both are imported as `#installation`: package.json says when which. */
export interface Installation {
  /** Where a service keeps everything unless `--state` says otherwise, and how the help writes it. */
  readonly stateFolder: string
  readonly shownStateFolder: string
  /** What is typed to start the service, to start it with options, and before a command. */
  readonly start: string
  readonly startWith: string
  readonly brain: string
  /** Where the configuration is looked for, first to last. */
  readonly configuredBy: string
  /** Puts the Worker that the configuration needs into a folder; the main module comes first. */
  bundleWorker(folder: string, variables: Readonly<Record<string, string>>): Promise<WorkerModule[]>
}

export const installation: Installation = {
  stateFolder: resolve(PROJECT_ROOT, '.brain'),
  shownStateFolder: '.brain',
  start: 'npm start',
  startWith: 'npm start --',
  brain: 'npm run -s brain --',
  configuredBy: 'the environment, then .dev.vars, then wrangler.toml',
  // A command that starts nothing needs no bundler.
  async bundleWorker(folder, variables) {
    const [{ bundleWorker }, { ensureConsole }] = await Promise.all([
      import('./start/bundle.ts'),
      import('./console/build-console.ts'),
    ])
    const [modules] = await Promise.all([bundleWorker(folder, variables), ensureConsole()])
    return modules
  },
}
