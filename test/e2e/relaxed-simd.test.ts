import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { afterEach, describe, expect, it } from 'vitest'
import { WORKER_BUILD } from '../../scripts/worker-build.ts'
import stored from '../adapters/local-model/stored-vectors.json'
import { newFolder } from './service.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** A function with an instruction that no engine knows: to this runtime what relaxed SIMD is to one without it. */
const UNKNOWN_INSTRUCTION = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00], // magic and version
  ...[0x01, 0x04, 0x01, 0x60, 0x00, 0x00], // one type: () → ()
  ...[0x03, 0x02, 0x01, 0x00], // one function of it
  ...[0x0a, 0x07, 0x01, 0x05, 0x00, 0xfd, 0xff, 0x03, 0x0b], // its body: SIMD opcode 511
)

const passage = stored.texts.find(({ kind }) => kind === 'passage')!
let runtime: ChildProcess | null = null
let folder = ''

afterEach(() => {
  runtime?.kill()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts the encoder with that module in the place of the relaxed one. Resolves to its address, or to what it said before it ended. */
async function startWithoutRelaxed(flags: readonly string[]): Promise<{ url: string } | { ended: string }> {
  folder = newFolder()
  await build({
    ...WORKER_BUILD,
    entryPoints: [{ in: join(import.meta.dirname, 'encoder-worker.ts'), out: 'worker' }],
    outdir: folder,
  })
  const binaries = readdirSync(folder).filter((name) => name.endsWith('.wasm'))
  writeFileSync(join(folder, binaries.find((name) => name.startsWith('encoder-relaxed'))!), UNKNOWN_INSTRUCTION)
  const modules = ['(name = "worker.js", esModule = embed "worker.js")'].concat(
    binaries.map((name) => `(name = "${name}", wasm = embed "${name}")`),
  )
  writeFileSync(
    join(folder, 'config.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [${modules}],
      compatibilityDate = "2026-09-15",
      compatibilityFlags = [${flags.map((flag) => `"${flag}"`)}],
      bindings = [(name = "FILES", service = "files")],
    )),
    (name = "files", disk = "${join(ROOT, 'assets/model')}"),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);`,
  )
  const started = spawn(
    join(ROOT, 'node_modules/.bin/workerd'),
    ['serve', '--experimental', '--control-fd=1', join(folder, 'config.capnp')],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  runtime = started
  return new Promise((settle) => {
    let events = ''
    let said = ''
    started.stderr.on('data', (chunk) => (said += chunk))
    started.stdout.on('data', (chunk) => {
      events += chunk
      const port = /"event":"listen".*?"port":(\d+)/.exec(events)?.[1]
      if (port) settle({ url: `http://127.0.0.1:${port}/` })
    })
    started.on('close', () => settle({ ended: said }))
  })
}

describe('a runtime that does not know relaxed SIMD', () => {
  it('embeds with the plain binary where modules are compiled when they are imported', async () => {
    const started = await startWithoutRelaxed(['new_module_registry'])
    if ('ended' in started) throw new Error(started.ended)
    const answer = await fetch(started.url, { method: 'POST', body: passage.text })
    const vector = (await answer.json()) as number[]
    expect(vector.reduce((sum, value, at) => sum + value * passage.vector[at]!, 0)).toBeGreaterThan(0.998)
  })

  // Nothing in the Worker can catch this one; scripts/model/README.md says what to do then. It also shows that the module above is
  // refused at all. Should it ever fail, modules are compiled lazily everywhere and that paragraph can go.
  it('refuses the Worker at its start where all modules are compiled at once', async () => {
    expect(await startWithoutRelaxed([])).toEqual({ ended: expect.stringContaining('invalid simd opcode') })
  })
})
