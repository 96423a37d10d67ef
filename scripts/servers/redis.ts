import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { connectRedis } from './redis-connection.ts'
import { freePorts, needProgram, newFolder, runServer, type Server } from './server.ts'
import { startUpstashFront } from './upstash-front.ts'

export interface UpstashServer extends Server {
  readonly url: string
  readonly token: string
}

/** Debian's Redis behind a front that speaks Upstash's protocol. */
export async function startUpstash(): Promise<UpstashServer> {
  needProgram('redis-server', 'redis-server')
  const folder = newFolder('redis')
  const [port, redisPort] = await freePorts(2)
  const token = 'a token for the tests alone'
  const server = await runServer({
    name: 'Redis',
    timeoutMs: 20_000,
    spawn: () =>
      spawn('redis-server', ['--port', String(redisPort), '--bind', '127.0.0.1', '--dir', folder, '--save', '']),
    ready: async () => {
      const probe = connectRedis(redisPort!)
      try {
        return (await probe.command(['PING'])) === 'PONG'
      } catch {
        return false
      } finally {
        probe.close()
      }
    },
    empty: () => rmSync(join(folder, 'dump.rdb'), { force: true }),
  })
  const front = await startUpstashFront({ port: port!, redisPort: redisPort!, token })
  const stop = server.stop
  return Object.assign(server, {
    url: `http://127.0.0.1:${port}`,
    token,
    async stop() {
      await front.stop()
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  })
}
