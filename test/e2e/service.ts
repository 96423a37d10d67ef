import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { CONFIG_NAMES } from '../../src/bootstrap/config.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** A service that was started as a user starts it: `scripts/start/start.ts`, on a free port and a folder of its own. */
export interface StartedService {
  readonly url: string
  readonly folder: string
  readonly process: ChildProcess
  /** Everything it printed so far. */
  output(): string
  /** The key and the operator's token that it keeps in its folder. */
  key(): string
  token(): string
  /** Ctrl-C; resolves to the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'edge-brain-e2e-'))

/** What the environment of the tests says of the service must not decide them. */
function cleanEnvironment(extra: Record<string, string>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !CONFIG_NAMES.includes(name) && !name.startsWith('BRAIN_'),
  )
  // The suite runs on other stores too, which are named here.
  const stores = JSON.parse(process.env.E2E_SERVICE_ENV ?? '{}') as Record<string, string>
  return { ...Object.fromEntries(kept), ...stores, ...extra }
}

export async function startService(
  options: { folder?: string; args?: string[]; env?: Record<string, string> } = {},
): Promise<StartedService> {
  const folder = options.folder ?? newFolder()
  const child = launch(
    'scripts/start/start.ts',
    ['--port', '0', '--state', folder, ...(options.args ?? [])],
    options.env,
  )
  let output = ''
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)))
  const url = await new Promise<string>((found, failed) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk
        // The last line: everything before it has been printed and written by then.
        const line = /running at (http:\S+)[\s\S]*Ctrl-C stops it/.exec(output)
        if (line) found(line[1]!)
      })
    }
    void ended.then((code) => failed(new Error(`it ended with ${code}: ${output}`)))
  })
  return {
    url,
    folder,
    process: child,
    output: () => output,
    key: () => readFileSync(join(folder, 'key'), 'utf8').trim(),
    token: () => readFileSync(join(folder, 'admin-token'), 'utf8').trim(),
    stop(signal = 'SIGINT') {
      child.kill(signal)
      return ended
    },
  }
}

const launch = (script: string, args: readonly string[], env: Record<string, string> = {}) =>
  spawn(process.execPath, [join(ROOT, script), ...args], {
    cwd: ROOT,
    env: cleanEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** Runs a script that is expected to end by itself. */
export async function runToEnd(
  script: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Ended> {
  const child = launch(script, args, env)
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => (stdout += chunk))
  child.stderr.on('data', (chunk) => (stderr += chunk))
  const code = await new Promise<number | null>((done) => child.once('close', done))
  return { code, stdout, stderr }
}
