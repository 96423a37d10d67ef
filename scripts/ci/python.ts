import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { startService } from '../../test/e2e/service.ts'
import { Problem, runScript } from '../problem.ts'
import { PROJECT_ROOT } from '../project-root.ts'

const PACKAGE = join(PROJECT_ROOT, 'packages/python')

/** Installs the Python client as a user would, checks its types and lets its tests speak to a started service. */
await runScript(async () => {
  const bin = install()
  const types = run(join(bin, 'mypy'), [])
  const service = await startService()
  try {
    const tests = run(join(bin, 'python'), ['-m', 'pytest', '-q', '-p', 'no:cacheprovider'], {
      ...{ BRAIN_URL: service.url, BRAIN_ADMIN_TOKEN: service.token(), PYTHONDONTWRITEBYTECODE: '1' },
    })
    const count = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(tests.output)?.[1] ?? 0)
    const failed = count('failed') + count('errors?') + (types.status === 0 ? 0 : 1)
    process.stdout.write(`${count('passed') + (types.status === 0 ? 1 : 0)} passed, ${failed} failed\n`)
    if (failed > 0 || tests.status !== 0) process.exitCode = 1
  } finally {
    await service.stop('SIGTERM')
  }
})

/** The tools into a folder of their own in the user's cache, once for what pyproject.toml asks for; the package itself anew. */
function install(): string {
  const asked = createHash('sha256')
    .update(readFileSync(join(PACKAGE, 'pyproject.toml')))
    .digest('hex')
    .slice(0, 12)
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  const folder = join(cache, 'edge-brain', `python-${asked}`)
  const pip = join(folder, 'bin/pip')
  const isNew = !existsSync(pip)
  mkdirSync(folder, { recursive: true })
  const steps: [string, string[]][] = [
    ...(isNew ? [['python3', ['-m', 'venv', folder]] as [string, string[]]] : []),
    ...(isNew ? [[pip, ['install', '--quiet', `${PACKAGE}[test]`]] as [string, string[]]] : []),
    [pip, ['install', '--quiet', '--force-reinstall', '--no-deps', PACKAGE]],
  ]
  for (const [command, args] of steps) {
    const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
    if (status === 0) continue
    rmSync(folder, { recursive: true, force: true })
    throw new Problem(`The Python client cannot be installed (${command} ${args[0]} …): ${stderr || error?.message}`)
  }
  return join(folder, 'bin')
}

function run(command: string, args: readonly string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    ...{ cwd: PACKAGE, encoding: 'utf8', env: { ...process.env, ...env } },
  })
  process.stdout.write(`${stdout}${stderr}`)
  return { status, output: stdout }
}
