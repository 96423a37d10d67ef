import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { startService } from '../../test/e2e/service.ts'
import { Problem, runScript } from '../problem.ts'
import { PYTHON_PACKAGE, pythonTools } from './python-tools.ts'

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

/** The package itself anew: it may have changed since the tools were installed. */
function install(): string {
  const bin = pythonTools()
  const { status, stderr, error } = spawnSync(
    join(bin, 'pip'),
    ['install', '--quiet', '--force-reinstall', '--no-deps', PYTHON_PACKAGE],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Problem(`The Python client cannot be installed: ${stderr || error?.message}`)
  return bin
}

function run(command: string, args: readonly string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    ...{ cwd: PYTHON_PACKAGE, encoding: 'utf8', env: { ...process.env, ...env } },
  })
  process.stdout.write(`${stdout}${stderr}`)
  return { status, output: stdout }
}
