import { execFile } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundledSize } from '../../../../scripts/client/size.ts'

const PACKAGE = resolve(import.meta.dirname, '../..')
const ROOT = resolve(PACKAGE, '../..')

const run = promisify(execFile)
const temporary = () => mkdtempSync(join(tmpdir(), 'edge-brain-client-'))

/** An empty project that has the packed client, and no network to get anything else from. */
let project: string
let tarball: string
let service: Server
let url: string

beforeAll(async () => {
  const folder = temporary()
  const env = { ...process.env, HOME: folder, npm_config_cache: join(folder, 'cache') }
  const packed = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: PACKAGE, env })
  const [{ filename }] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf('[')))
  tarball = join(folder, filename)
  project = temporary()
  writeFileSync(join(project, 'package.json'), '{ "type": "module", "private": true }')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: project, env })
  service = createServer((_, response) => response.end('{"ready":true}')).listen(0)
  url = `http://localhost:${(service.address() as { port: number }).port}`
})
afterAll(() => {
  service?.close()
})

const installed = (...path: string[]) => join(project, 'node_modules/@edge-brain/client', ...path)

/** What the project's own compiler says of a file with these settings. */
async function compile(file: string, options: object): Promise<string> {
  copyFileSync(join(import.meta.dirname, file), join(project, file))
  const config = {
    compilerOptions: { strict: true, noEmit: true, target: 'es2022', types: [], ...options },
    files: [file],
  }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config))
  const compiler = join(ROOT, 'node_modules/.bin/tsc')
  return run(compiler, ['-p', 'tsconfig.json'], { cwd: project }).then(
    ({ stdout }) => stdout,
    ({ stdout }) => stdout,
  )
}

const types = (name: string) => ({ typeRoots: [join(ROOT, 'node_modules/@types')], types: [name] })

describe('the package', () => {
  it('brings nothing along: no dependencies, and only what is built', () => {
    expect(readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@edge-brain'])
    const files = readdirSync(installed(), { recursive: true, encoding: 'utf8' })
    expect(files.filter((file) => /^(?:src|test|node_modules)\b|\.map$|(?<!\.d)\.ts$/.test(file))).toEqual([])
    for (const file of ['LICENSE', 'README.md', 'dist/client.js', 'dist/client.d.ts']) expect(files).toContain(file)
  })

  it('says how it may be published and used', () => {
    const manifest = JSON.parse(readFileSync(installed('package.json'), 'utf8'))
    expect(manifest).toMatchObject({
      ...{ name: '@edge-brain/client', license: 'MIT', type: 'module', sideEffects: false },
      publishConfig: { access: 'public', provenance: true },
    })
    expect(manifest.dependencies).toBeUndefined()
    const peers = Object.keys(manifest.peerDependencies)
    expect(peers.every((name) => manifest.peerDependenciesMeta[name]?.optional)).toBe(true)
    for (const entry of Object.values(manifest.exports as Record<string, string | { types: string; default: string }>))
      for (const file of typeof entry === 'string' ? [entry] : Object.values(entry))
        expect(existsSync(installed(file))).toBe(true)
    // They are released together.
    expect(manifest.version).toBe(JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')).version)
  })

  it('is under 10 KB, minified and gzipped, and so is each of its parts', async () => {
    for (const entry of ['client', 'ai-sdk', 'claude-memory', 'langgraph'] as const)
      expect([entry, (await bundledSize(entry)) < 10_000]).toEqual([entry, true])
  })

  it('works where it is installed', async () => {
    const program = `
      import { createClient, NotFoundError } from '@edge-brain/client'
      import { createClaudeMemory } from '@edge-brain/client/claude-memory'
      const { ready } = await createClient({ url: process.argv[2] }).health()
      console.log(ready, NotFoundError.name, typeof createClaudeMemory)`
    writeFileSync(join(project, 'main.js'), program)
    const { stdout } = await run(process.execPath, ['main.js', url], { cwd: project })
    expect(stdout).toBe('true NotFoundError function\n')
  })
})

describe('its types', () => {
  it('hold in Node, with the strictest settings', async () => {
    const settings = {
      module: 'nodenext',
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
    }
    expect(await compile('consumer.ts', { ...settings, lib: ['es2023'], ...types('node') })).toBe('')
  })

  it('hold in browsers, behind a bundler', async () => {
    const lib = ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable']
    expect(await compile('consumer.ts', { module: 'esnext', moduleResolution: 'bundler', lib })).toBe('')
  })

  it('hold in Workers', async () => {
    const workers = { types: [join(ROOT, 'node_modules/@cloudflare/workers-types')] }
    const module = { module: 'esnext', moduleResolution: 'bundler', lib: ['es2023'], skipLibCheck: true }
    expect(await compile('consumer.ts', { ...module, ...workers })).toBe('')
  })

  it('hold with the frameworks that it is made for', async () => {
    const own = join(PACKAGE, 'node_modules')
    for (const name of readdirSync(own).filter((entry) => !entry.startsWith('.'))) {
      const scoped = name.startsWith('@') ? readdirSync(join(own, name)).map((part) => join(name, part)) : [name]
      for (const one of scoped) {
        mkdirSync(join(project, 'node_modules', one, '..'), { recursive: true })
        symlinkSync(join(own, one), join(project, 'node_modules', one))
      }
    }
    const settings = {
      module: 'nodenext',
      lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
      skipLibCheck: true,
    }
    expect(await compile('frameworks.ts', { ...settings, ...types('node') })).toBe('')
    const program = `
      import { createMemoryMiddleware } from '@edge-brain/client/ai-sdk'
      import { BrainStore } from '@edge-brain/client/langgraph'
      console.log(createMemoryMiddleware({}).specificationVersion, new BrainStore({}) instanceof BrainStore)`
    writeFileSync(join(project, 'frameworks.js'), program)
    const { stdout } = await run(process.execPath, ['frameworks.js'], { cwd: project })
    expect(stdout).toBe('v4 true\n')
  })
})
