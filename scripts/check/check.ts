import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { runScript } from '../problem.ts'
import { PROJECT_ROOT } from '../project-root.ts'

interface Part {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  /** A line of the output that is worth seeing even when all is well. */
  readonly tell?: RegExp
}

const parts: readonly Part[] = [
  { name: 'types', command: 'tsc', args: ['-b'] },
  { name: 'lint and format', command: 'biome', args: ['ci', '--colors=off', '.'] },
  { name: 'dead exports', command: 'knip', args: ['--no-progress'] },
  { name: 'lock file', command: 'node', args: ['scripts/check/lock-file.ts'] },
  { name: 'licences', command: 'node', args: ['scripts/dependencies/licences.ts', '--check'] },
  { name: 'advisories', command: 'node', args: ['scripts/dependencies/audit.ts', '--offline'], tell: /^No known .+$/m },
  { name: 'deployable', command: 'node', args: ['scripts/check/deployable.ts'], tell: /^Bundle: .+$/m },
  { name: 'architecture', command: 'vitest', args: ['run', '--project', 'worker', 'test/architecture.test.ts'] },
]

interface Outcome {
  readonly ok: boolean
  readonly output: string
  readonly seconds: number
}

/** One part, by a tool of the project's own. */
function run({ command, args }: Part): Promise<Outcome> {
  const begun = performance.now()
  const binary = command === 'node' ? process.execPath : join(PROJECT_ROOT, 'node_modules/.bin', command)
  const child = spawn(binary, args, {
    cwd: PROJECT_ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => {
    const end = (ok: boolean) => resolve({ ok, output, seconds: (performance.now() - begun) / 1000 })
    child.once('error', (error) => {
      output += error.message
      end(false)
    })
    child.once('close', (code) => end(code === 0))
  })
}

/** Everything that can be said of the code without running its tests, side by side. */
await runScript(async () => {
  const width = Math.max(...parts.map(({ name }) => name.length))
  const outcomes = await Promise.all(
    parts.map(async (part) => {
      const outcome = await run(part)
      const told = part.tell?.exec(outcome.output)?.[0] ?? ''
      process.stdout.write(
        `${outcome.ok ? '✓' : '✗'} ${part.name.padEnd(width)}  ${outcome.seconds.toFixed(1).padStart(5)} s  ${told}\n`,
      )
      return { part, outcome }
    }),
  )
  const failed = outcomes.filter(({ outcome }) => !outcome.ok)
  for (const { part, outcome } of failed) process.stdout.write(`\n── ${part.name} ──\n${outcome.output.trimEnd()}\n`)
  process.stdout.write(`\n${outcomes.length - failed.length} passed, ${failed.length} failed\n`)
  if (failed.length > 0) process.exitCode = 1
})
