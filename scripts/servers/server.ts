import { type ChildProcess, type spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Problem } from '../problem.ts'
import { PROJECT_ROOT } from '../project-root.ts'

/** A real server on this machine, for tests: it can be hurt and brought back on the same address. */
export interface Server {
  readonly pid: number
  /** Ends it as a crash would, kill -9. */
  crash(): Promise<void>
  /** Starts it again on the same address. `empty`: as if its disk were lost. */
  restart(options?: { empty?: boolean }): Promise<void>
  /** SIGSTOP: connections stay open and nothing answers. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

/** Where downloaded servers are kept between runs. */
export function cacheFolder(name: string): string {
  const folder = join(process.env.BRAIN_SERVERS_CACHE ?? join(PROJECT_ROOT, 'node_modules/.cache/servers'), name)
  mkdirSync(folder, { recursive: true })
  return folder
}

export const newFolder = (name: string): string => mkdtempSync(join(tmpdir(), `brain-${name}-`))

/** All are held at once, then let go: distinct, and free a moment ago. */
export async function freePorts(count: number): Promise<number[]> {
  const held = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve, reject) => {
          const server = createServer().once('error', reject)
          server.listen(0, '127.0.0.1', () => resolve(server))
        }),
    ),
  )
  const ports = held.map((server) => (server.address() as { port: number }).port)
  await Promise.all(held.map((server) => new Promise((done) => server.close(done))))
  return ports
}

/** Makes sure that a program is there, from Debian where this user may install it. */
export function needProgram(program: string, debianPackage: string): void {
  if (spawnSync('which', [program]).status === 0) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const install = () => spawnSync('apt-get', ['install', '-y', '--no-install-recommends', debianPackage])
    if (install().status !== 0) {
      spawnSync('apt-get', ['update'])
      install()
    }
  }
  if (spawnSync('which', [program]).status !== 0)
    throw new Problem(`${program} is needed and not there; install the Debian package ${debianPackage}.`)
}

/** One process that is started, waited for and started again. */
export async function runServer(launch: {
  readonly name: string
  spawn(): ReturnType<typeof spawn>
  ready(output: () => string): Promise<boolean>
  empty(): void
  timeoutMs: number
}): Promise<Server> {
  let child: ChildProcess
  let ended: Promise<void>
  async function start(): Promise<void> {
    let output = ''
    let over = false
    child = launch.spawn()
    const see = (data: Buffer) => {
      output = (output + data).slice(-20_000)
    }
    child.stdout?.on('data', see)
    child.stderr?.on('data', see)
    ended = new Promise((resolve) => {
      const end = () => {
        over = true
        resolve()
      }
      child.once('exit', end)
      child.once('error', end)
    })
    const until = Date.now() + launch.timeoutMs
    while (!(await launch.ready(() => output))) {
      if (over || Date.now() > until) {
        child.kill('SIGKILL')
        throw new Problem(`${launch.name} did not start: ${output.slice(-2000) || 'it said nothing'}`)
      }
      await new Promise((done) => setTimeout(done, 50))
    }
  }
  await start()
  const end = async (signal: NodeJS.Signals) => {
    child.kill('SIGCONT')
    child.kill(signal)
    const impatience = setTimeout(() => child.kill('SIGKILL'), 30_000)
    await ended
    clearTimeout(impatience)
  }
  // A test run that is cut short leaves nothing behind.
  process.once('exit', () => child.kill('SIGKILL'))
  for (const signal of ['SIGTERM', 'SIGHUP'] as const)
    if (process.listenerCount(signal) === 0) process.once(signal, () => process.exit(1))
  return {
    get pid() {
      return child.pid!
    },
    crash: () => end('SIGKILL'),
    async restart(options = {}) {
      if (options.empty) launch.empty()
      await start()
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    stop: () => end('SIGTERM'),
  }
}

export const answers = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(1000) })).ok
  } catch {
    return false
  }
}
