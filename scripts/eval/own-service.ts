import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Problem } from '../problem.ts'
import { PROJECT_ROOT } from '../project-root.ts'

export interface RunningService {
  readonly base: string
  readonly key: string
  readonly adminToken: string
  stop(): Promise<void>
}

const START_MS = 60_000

/** A service of its own, on a free port, with a state folder that goes when it stops. */
export async function startOwnService(): Promise<RunningService> {
  const state = mkdtempSync(join(tmpdir(), 'edge-brain-eval-'))
  const child = spawn(
    process.execPath,
    [join(PROJECT_ROOT, 'scripts/start/start.ts'), '--port', '0', '--state', state],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let said = ''
  let ended = false
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const end = new Promise<void>((resolve) =>
    child.once('close', () => {
      ended = true
      resolve()
    }),
  )
  const stop = async () => {
    child.kill('SIGTERM')
    await end
    rmSync(state, { recursive: true, force: true })
  }
  // The greeting is printed once the models are loaded and the key works.
  for (const began = Date.now(); !said.includes('is running at'); await wait(100)) {
    if (ended) throw new Problem(`The service did not start: ${said.trim().split('\n').at(-1) ?? ''}`)
    if (Date.now() - began > START_MS) {
      await stop()
      throw new Problem('The service did not start within a minute.')
    }
  }
  const read = (name: string) => (existsSync(join(state, name)) ? readFileSync(join(state, name), 'utf8').trim() : '')
  return { base: read('url'), key: read('key'), adminToken: read('admin-token'), stop }
}
