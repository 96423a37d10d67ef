import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { Problem } from '../problem.ts'
import { PROJECT_ROOT } from '../project-root.ts'

export const PYTHON_PACKAGE = join(PROJECT_ROOT, 'packages/python')

/** Python with what the client needs, in a folder of its own in the user's cache: installed once for what pyproject.toml asks for. */
export function pythonTools(): string {
  const asked = createHash('sha256')
    .update(readFileSync(join(PYTHON_PACKAGE, 'pyproject.toml')))
    .digest('hex')
    .slice(0, 12)
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  const folder = join(cache, 'edge-brain', `python-${asked}`)
  const pip = join(folder, 'bin/pip')
  if (existsSync(pip)) return join(folder, 'bin')
  mkdirSync(folder, { recursive: true })
  const steps: [string, string[]][] = [
    ['python3', ['-m', 'venv', folder]],
    [pip, ['install', '--quiet', `${PYTHON_PACKAGE}[test]`]],
  ]
  for (const [command, args] of steps) {
    const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
    if (status === 0) continue
    rmSync(folder, { recursive: true, force: true })
    throw new Problem(`The Python client cannot be installed (${command} ${args[0]} …): ${stderr || error?.message}`)
  }
  return join(folder, 'bin')
}
