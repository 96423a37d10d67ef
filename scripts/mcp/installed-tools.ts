import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Problem } from '../problem.ts'

const LISTED = join(import.meta.dirname, 'tools')

/** Clients of others and their suites, which nobody needs who runs or changes the service. */
export interface Tools {
  load<T>(specifier: string): Promise<T>
  /** The file that a package runs as a command. */
  command(name: string): string
}

/** Into a folder of its own in the user's cache, once for each lock file; after that nothing is fetched. */
export function installedTools(): Tools {
  const lock = readFileSync(join(LISTED, 'package-lock.json'))
  const version = createHash('sha256').update(lock).digest('hex').slice(0, 12)
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'edge-brain')
  const folder = join(cache, `mcp-tools-${version}`)
  if (!existsSync(folder)) install(folder)
  const require = createRequire(join(folder, 'package.json'))
  return {
    load: (specifier) => import(pathToFileURL(require.resolve(specifier)).href),
    command: (name) => join(folder, 'node_modules/.bin', name),
  }
}

function install(folder: string): void {
  const unfinished = `${folder}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(LISTED, file), join(unfinished, file))
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error']
  const { status, stderr } = spawnSync('npm', args, { cwd: unfinished, encoding: 'utf8' })
  if (status !== 0) throw new Problem(`The tools of the suite cannot be installed: ${stderr}`)
  renameSync(unfinished, folder)
}
