import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../problem.ts'
import { PROJECT_ROOT } from '../project-root.ts'
import { newFolder } from '../servers/server.ts'

/** A service as `npm start` starts it, with everything that stands before the runtime. */
export interface StartedService {
  readonly url: string
  readonly port: number
  readonly folder: string
  readonly key: string
  readonly token: string
  /** Everything it printed so far. */
  output(): string
  /** The runtime's process. */
  runtime(): number
  stop(): Promise<void>
}

/** `files` lowers how many files it may have open. */
export async function startedService({
  files,
  env = {},
}: {
  files?: number
  env?: Readonly<Record<string, string>>
} = {}): Promise<StartedService> {
  const folder = newFolder('abuse')
  const lowered = files === undefined ? '' : `ulimit -n ${files}; `
  const script = join(PROJECT_ROOT, 'scripts/start/start.ts')
  const child = spawn(
    '/bin/sh',
    ['-c', `${lowered}exec "$0" "$@"`, process.execPath, script, '--port', '0', '--state', folder],
    { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  const url = await new Promise<string>((found, failed) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk
        const line = /running at (http:\S+)[\s\S]*Ctrl-C stops it/.exec(output)
        if (line) found(line[1]!)
      })
    void ended.then(() => failed(new Problem(`The service ended: ${output}`)))
  })
  const read = (name: string) => readFileSync(join(folder, name), 'utf8').trim()
  return {
    url,
    port: Number(new URL(url).port),
    folder,
    key: read('key'),
    token: read('admin-token'),
    output: () => output,
    runtime: () => Number(read('pid')),
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
