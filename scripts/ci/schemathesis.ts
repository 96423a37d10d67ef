import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { type StartedService, startService } from '../../test/e2e/service.ts'
import { Problem, runScript } from '../problem.ts'
import { createServiceClient } from '../service-client.ts'

const VERSION = '4.32.5'
/** The same requests at every run: a failure is the code's, not the dice's. */
const SEED = '1'

interface Caller {
  readonly who: string
  readonly headers: readonly string[]
  readonly only: readonly string[]
  readonly examples: number
  /** Memories that its requests may name. */
  readonly memories?: readonly string[]
}

/** `--quick`: of each operation so much of the examples. */
const SHARE = process.argv.includes('--quick') ? 0.25 : 1

/** Throws requests made from the reference at a started service, as four kinds of callers: everything it answers must be in the reference. */
await runScript(async () => {
  const binary = install()
  const service = await startService()
  try {
    const callers: readonly Caller[] = [
      {
        who: 'a valid key',
        headers: [`x-api-key: ${service.key()}`],
        only: ['memory', 'service'],
        examples: 40,
        memories: await tell(service),
      },
      { who: 'the operator', headers: [`Authorization: Bearer ${service.token()}`], only: ['admin'], examples: 20 },
      {
        who: 'an invalid key',
        headers: ['x-api-key: brain_made0up0made0up0made0up0made0up0'],
        only: [],
        examples: 12,
      },
      { who: 'nobody', headers: [], only: [], examples: 12 },
    ]
    const failed = callers.filter((caller) => !passes(binary, service.url, caller))
    process.stdout.write(`${callers.length - failed.length} passed, ${failed.length} failed\n`)
    if (failed.length > 0) process.exitCode = 1
  } finally {
    await service.stop('SIGTERM')
  }
})

/** Memories to be looked at, changed and erased. */
async function tell(service: StartedService): Promise<string[]> {
  const client = createServiceClient(service.url, { key: service.key() })
  const items = Array.from({ length: 100 }, (_, n) => ({ text: `Crate ${n} belongs to customer ${n * 7}.` }))
  const reply = await client.get<{ results: { memory_id: string }[] }>('POST', '/brain/ingest/batch', { items })
  return reply.results.map(({ memory_id }) => memory_id)
}

function passes(binary: string, url: string, { who, headers, only, examples, memories = [] }: Caller): boolean {
  const args = [
    ...[
      'run',
      `${url}/openapi.json`,
      '--seed',
      SEED,
      '--max-examples',
      String(Math.ceil(SHARE * examples)),
      '--checks',
      'all',
      '--warnings',
      'off',
    ],
    ...['--continue-on-failure', '--generation-database', 'none', '--request-timeout', '15'],
    // Keys such as __proto__ are refused although a schema cannot well say so.
    ...['--exclude-checks', 'positive_data_acceptance'],
    ...only.flatMap((tag) => ['--include-tag', tag]),
    ...headers.flatMap((header) => ['--header', header]),
  ]
  const env = { ...process.env, SCHEMATHESIS_HOOKS: 'schemathesis_hooks', MEMORY_IDS: memories.join() }
  const run = spawnSync(binary, args, {
    ...{ encoding: 'utf8', maxBuffer: 1 << 28 },
    env: { ...env, PYTHONPATH: import.meta.dirname, PYTHONDONTWRITEBYTECODE: '1' },
  })
  const cases = /Test cases:\s+(.+)/.exec(run.stdout)?.[1] ?? 'no test cases'
  process.stdout.write(`${run.status === 0 ? '✓' : '✗'} ${who}: ${cases}\n`)
  if (run.status !== 0) process.stdout.write(`${run.stdout}${run.stderr}\n`)
  return run.status === 0
}

/** Into a folder of its own in the user's cache, once a version. */
function install(): string {
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'edge-brain', `schemathesis-${VERSION}`)
  const binary = join(folder, 'bin', 'schemathesis')
  if (existsSync(binary)) return binary
  mkdirSync(folder, { recursive: true })
  const steps: [string, string[]][] = [
    ['python3', ['-m', 'venv', folder]],
    [join(folder, 'bin', 'pip'), ['install', '--quiet', '--disable-pip-version-check', `schemathesis==${VERSION}`]],
  ]
  for (const [command, args] of steps) {
    const run = spawnSync(command, args, { encoding: 'utf8' })
    if (run.status === 0) continue
    rmSync(folder, { recursive: true, force: true })
    throw new Problem(`schemathesis cannot be installed (${command} ${args[0]} …): ${run.stderr || run.error?.message}`)
  }
  return binary
}
