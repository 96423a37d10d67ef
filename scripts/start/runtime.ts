import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { Problem } from '../problem.ts'
import type { StateFolder } from '../state-folder.ts'
import { damagedMetadata } from './damaged-metadata.ts'
import { HTTP_SOCKET, SCHEDULE_SOCKET } from './runtime-config.ts'
import type { ServiceLog } from './service-log.ts'

/** The runtime ends within this after it was asked to; a request that takes longer is cut off. */
const STOP_MS = 8000
const START_MS = 30_000

export interface Runtime {
  /** Meaningless where it listens on a socket in a folder. */
  readonly port: number
  /** null: it was not asked for. */
  readonly inspectorPort: number | null
  /** Settles when the runtime has ended, for whatever reason. */
  readonly ended: Promise<End>
  /** Lets running requests finish, within reason. */
  stop(): Promise<void>
}

interface End {
  readonly code: number | null
  readonly signal: string | null
  /** The last that it said of itself. */
  readonly lastWords: string
}

interface Launch {
  readonly folder: StateFolder
  readonly configPath: string
  readonly variables: Readonly<Record<string, string>>
  readonly log: ServiceLog
  /** Objects that cannot be used: health counts them. */
  readonly damaged?: readonly string[]
  /** Lets V8's inspector listen, on a port of its choice. */
  readonly inspect?: boolean
}

/** Starts workerd on a written configuration and waits until it listens. Nothing stands between it and the network. */
export async function startRuntime(launch: Launch): Promise<Runtime> {
  const { folder, configPath, variables, log, damaged = [], inspect = false } = launch
  const binary = runtimeBinary()
  // An earlier runtime's sockets lie there still, and would count as addresses in use.
  for (const name of [HTTP_SOCKET, SCHEDULE_SOCKET]) rmSync(join(folder.path, name), { force: true })
  const inspector = inspect ? ['--inspector-addr=127.0.0.1:0'] : []
  const child = spawn(binary, ['serve', configPath, '--control-fd=3', ...inspector], {
    cwd: folder.path,
    env: { ...variables, DAMAGED_OBJECTS: damaged.join(' '), PATH: process.env.PATH ?? '', TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    // In a session of its own: Ctrl-C reaches the start process alone, which then ends the runtime in order.
    detached: true,
  })
  let complaint = ''
  let lastWords = ''
  for (const stream of [child.stdout, child.stderr] as Readable[]) {
    stream.on('data', (chunk: Buffer) => {
      log.write(chunk)
      if (stream !== child.stderr) return
      if (complaint.length < 4000) complaint += chunk.toString()
      lastWords = lastWordsIn(chunk.toString()) ?? lastWords
    })
  }
  const ended = new Promise<End>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, lastWords }))
    child.once('error', () => resolve({ code: null, signal: null, lastWords }))
  })
  const failed = new Promise<Problem>((resolve) => {
    child.once('error', (error) =>
      resolve(new Problem(`The workerd binary at ${binary} does not run (${error.message}); run npm install again.`)),
    )
    void ended.then(() => resolve(new Problem(describeFailure(complaint, binary, folder))))
  })
  if (child.pid !== undefined) folder.write('pid', String(child.pid))
  const listening = await Promise.race([portsOf(child), failed, tooLate(binary)])
  if (listening instanceof Problem) {
    child.kill('SIGKILL')
    folder.remove('pid')
    throw listening
  }
  const watchdog = startWatchdog(child.pid!)
  return {
    ...listening,
    ended: ended.then((end) => {
      folder.remove('pid')
      watchdog.dismiss()
      return end
    }),
    async stop() {
      child.kill('SIGTERM')
      const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await ended
      clearTimeout(impatience)
    },
  }
}

/** Lines of JSON are the service's own, and a stack means nothing to the reader. */
const lastWordsIn = (text: string): string | undefined =>
  text
    .split('\n')
    .map((line) => line.trim())
    .findLast((line) => line !== '' && !/^(\{|stack:|\*\*\*)/.test(line))
    ?.slice(0, 200)

/** The variable is the one that wrangler's own tools know. */
export function runtimeBinary(): string {
  const chosen = process.env.MINIFLARE_WORKERD_PATH
  if (chosen) return chosen
  try {
    return (createRequire(import.meta.url)('workerd') as { default: string }).default
  } catch {
    throw new Problem('The workerd runtime is not installed for this platform; run npm install again.')
  }
}

/** workerd tells on its control descriptor where each socket listens. */
function portsOf(child: ChildProcess): Promise<Pick<Runtime, 'port' | 'inspectorPort'>> {
  let inspectorPort: number | null = null
  return new Promise((resolve) => {
    createInterface(child.stdio[3] as Readable).on('line', (line) => {
      const { event, socket, port } = JSON.parse(line) as { event: string; socket: string; port: number }
      if (event === 'listen-inspector') inspectorPort = port
      if (event === 'listen' && socket === 'http') resolve({ port, inspectorPort })
    })
  })
}

async function tooLate(binary: string): Promise<Problem> {
  await new Promise((done) => setTimeout(done, START_MS).unref())
  return new Problem(`The workerd binary at ${binary} did not begin to listen within ${START_MS / 1000} s.`)
}

function describeFailure(complaint: string, binary: string, folder: StateFolder): string {
  if (/Address already in use/i.test(complaint)) return 'The port is taken; choose another with --port.'
  if (/Permission denied/i.test(complaint))
    return 'The port may not be used by this user; choose one above 1023 with --port.'
  const damaged = damagedMetadata(folder)
  if (damaged.length > 0 && /SQLITE_(NOTADB|CORRUPT|IOERR)/.test(complaint))
    return `The runtime did not start: ${damaged.join(' and ')} is damaged. It holds only when objects want to be woken: delete it and start again.`
  if (/SQLITE_FULL|No space left/i.test(complaint))
    return `The runtime did not start: the disk is full, nothing can be written to ${folder.path}; make room and start again.`
  const first = complaint.split('\n').find((line) => line.trim() !== '')
  if (!first) return `The workerd binary at ${binary} ended at once without a word; run npm install again.`
  return `The runtime did not start: ${first.trim().slice(0, 300)} (the log is ${folder.log}).`
}

/**
 * Ends the runtime when the start process is gone without having done it, even by kill -9: a shell that waits for the end of a pipe
 * which the system closes with our process. A line on the pipe says that all went in order.
 */
function startWatchdog(pid: number): { dismiss(): void } {
  const script = 'read -r line && exit 0; kill -TERM "$0" 2>/dev/null; sleep 8; kill -KILL "$0" 2>/dev/null'
  const shell = spawn('/bin/sh', ['-c', script, String(pid)], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  shell.on('error', () => undefined)
  shell.unref()
  const pipe = shell.stdin as Writable
  pipe.on('error', () => undefined)
  return { dismiss: () => void pipe.end('done\n') }
}
