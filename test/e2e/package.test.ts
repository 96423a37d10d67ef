import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROJECT_ROOT } from '../../scripts/project-root.ts'
import { runtimeBinary } from '../../scripts/start/runtime.ts'
import { VERSION } from '../../src/domain/version.ts'

/** What `npm pack` gives, installed in an empty folder for a user without anything, and run by the Node of the machine. */
let place: string
let project: string
let home: string
let environment: NodeJS.ProcessEnv
const services = new Set<ChildProcess>()

/** Of the tests' environment nothing but what finds programs. */
function bareEnvironment(): NodeJS.ProcessEnv {
  const path = (process.env.PATH ?? '').split(delimiter).filter((part) => !part.includes('node_modules'))
  return { PATH: path.join(delimiter), HOME: home, npm_config_offline: 'true', npm_config_update_notifier: 'false' }
}

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'edge-brain-package-'))
  home = mkdtempSync(join(place, 'home-'))
  project = mkdtempSync(join(place, 'project-'))
  environment = bareEnvironment()
  run('npm', ['pack', '--pack-destination', place], PROJECT_ROOT)
  // The runtime is taken from here, so that nothing is fetched.
  const workerd = `file:${join(PROJECT_ROOT, 'node_modules/workerd')}`
  const dependencies = { 'edge-brain': `file:../edge-brain-${VERSION}.tgz`, workerd }
  writeFileSync(join(project, 'package.json'), JSON.stringify({ dependencies, overrides: { workerd: '$workerd' } }))
  run('npm', ['install', '--no-audit', '--no-fund'], project)
}, 300_000)
afterAll(() => {
  for (const service of services) process.kill(-service.pid!, 'SIGKILL')
  rmSync(place, { recursive: true, force: true })
})

const run = (command: string, args: string[], cwd: string, input = ''): string =>
  execFileSync(command, args, { cwd, env: environment, encoding: 'utf8', input, stdio: ['pipe', 'pipe', 'pipe'] })

const edgeBrain = (...args: string[]) => run('npx', ['edge-brain', ...args], project)

interface Started {
  readonly process: ChildProcess
  readonly output: string
  readonly ended: Promise<void>
}

/** As a terminal starts it, in a process group of its own. */
async function start(...args: string[]): Promise<Started> {
  const child = spawn('npx', ['edge-brain', '--port', '0', ...args], { cwd: project, env: environment, detached: true })
  services.add(child)
  const ended = new Promise<void>((done) =>
    child.once('close', () => {
      services.delete(child)
      done()
    }),
  )
  let output = ''
  await new Promise<void>((ready, failed) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk
        if (output.includes('Ctrl-C stops it')) ready()
      })
    void ended.then(() => failed(new Error(`it ended: ${output}`)))
  })
  return { process: child, output, ended }
}

/** Every process of the terminal's group gets it. */
async function pressCtrlC(started: Started): Promise<void> {
  process.kill(-started.process.pid!, 'SIGINT')
  await started.ended
}

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => lstatSync(join(folder, name)))
    .reduce((sum, stats) => sum + (stats.isFile() ? stats.size : 0), 0)

const stateOf = (name: string) => readFileSync(join(home, '.edge-brain', name), 'utf8').trim()

describe('the package', () => {
  it('needs nothing but the runtime, runs no script of its own and is small', () => {
    const folder = join(project, 'node_modules/edge-brain')
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    expect(Object.keys(manifest.dependencies)).toEqual(['workerd'])
    expect([manifest.scripts, manifest.private]).toEqual([undefined, undefined])
    // One file, which the two packages of the runtime share.
    const runtime = statSync(runtimeBinary()).size
    expect(bytesIn(folder) + bytesIn(join(PROJECT_ROOT, 'node_modules/workerd/lib')) + runtime).toBeLessThan(190e6)
    expect(readFileSync(join(folder, 'dist/package/NOTICES.txt'), 'utf8')).toMatch(/^hono \S+ \(MIT\)$/m)
  })

  it('uses nothing that Node 20 lacks, whatever Node runs this', () => {
    const folder = join(project, 'node_modules/edge-brain/dist/package/js')
    const code = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
    const lacking = /from "node:sqlite"|\b(?:globSync|withResolvers|import\.meta\.main|groupBy|fromAsync)\b/
    expect(code.flatMap((text) => lacking.exec(text)?.[0] ?? [])).toEqual([])
  })

  it('leaves the repository as it was', () => {
    const { scripts, private: isPrivate } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8'))
    expect([isPrivate, Object.keys(scripts)]).toEqual([true, expect.arrayContaining(['start', 'test'])])
    expect(existsSync(join(PROJECT_ROOT, 'dist/own-package.json'))).toBe(false)
  })

  it('starts by one command; the calls that it prints work, and so do its commands; Ctrl-C ends everything', async () => {
    const first = await start()
    const key = stateOf('key')
    expect(first.output).toContain(key)
    const curls = first.output.match(/curl -s .+/g)!
    const [stored, found] = curls.map((line) => JSON.parse(execFileSync('bash', ['-c', line], { encoding: 'utf8' })))
    expect(stored.episodic_chunks).toBe(1)
    expect(found.facts[0].fact).toContain('Lisbon')
    expect(edgeBrain('ingest', 'Emma works at Nordwind.')).toContain('Stored')
    expect(edgeBrain('retrieve', 'Where does Emma work?')).toContain('Nordwind')
    expect(edgeBrain('doctor')).toContain(VERSION)
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    const hello = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
    expect(JSON.parse(run('npx', ['edge-brain', 'mcp'], project, `${hello}\n`)).result.serverInfo).toBeDefined()
    const runtime = Number(stateOf('pid'))
    await pressCtrlC(first)
    expect(() => process.kill(runtime, 0)).toThrow('ESRCH')

    const second = await start()
    expect(second.output).not.toContain(key)
    expect(edgeBrain('retrieve', 'Where does Emma work?')).toContain('Nordwind')
    expect(() => edgeBrain('--port', '0')).toThrow('already running')
    await pressCtrlC(second)
  }, 300_000)

  it('keeps its state where it is told to', async () => {
    const folder = join(place, 'elsewhere')
    const service = await start('--state', folder)
    expect(edgeBrain('stats', '--state', folder)).toContain('episodic_count')
    await pressCtrlC(service)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  it('tells its version, its options and its commands by its own name', () => {
    expect(edgeBrain('--version')).toBe(`${VERSION}\n`)
    const help = edgeBrain('--help')
    for (const part of ['npx edge-brain [options]', '--port', '~/.edge-brain', 'npx edge-brain COMMAND', 'ingest TEXT'])
      expect(help).toContain(part)
    expect(help).not.toMatch(/npm (start|run)/)
    expect(() => edgeBrain('inject')).toThrow(/no command "inject"; npx edge-brain --help/)
  })
})

describe('a clone', () => {
  it('has the same commands', () => {
    expect(run('npx', ['edge-brain', '--version'], PROJECT_ROOT)).toBe(`${VERSION}\n`)
    expect(run('npx', ['brain', 'ingest', '--help'], PROJECT_ROOT)).toContain('ingest TEXT')
  })
})
