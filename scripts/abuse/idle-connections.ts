import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { createServiceClient } from '../service-client.ts'
import type { AbuseCase } from './abuse-case.ts'
import { HEALTH, openConnection, statusOf } from './raw-connection.ts'
import { startedService } from './started-service.ts'

const FILES = 256
const MANY = 400

/** What each of the many says before it falls silent. */
const KINDS = {
  nothing: '',
  'half a head': 'POST /brain/retrieve HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
  'one request': 'GET /brain/health HTTP/1.1\r\nHost: localhost\r\n\r\n',
}

/** Whoever waits for an answer is not silent yet: it has its place until then. */
async function untilAnswered(open: readonly Socket[]): Promise<void> {
  const isWaiting = (socket: Socket) => !socket.destroyed && socket.bytesRead === 0
  for (let tries = 0; tries < 100 && open.some(isWaiting); tries++) await pause(50)
}

export const idleConnections: AbuseCase = {
  name: `connections that fall silent, ${MANY} at a time where ${FILES} files may be open, neither end the service nor keep others out`,
  async run() {
    const problems: string[] = []
    const service = await startedService({ files: FILES })
    const runtime = service.runtime()
    const open: Socket[] = []
    try {
      const client = createServiceClient(service.url, { key: service.key })
      for (const [kind, said] of Object.entries(KINDS)) {
        for (let i = 0; i < MANY; i++) open.push(await openConnection(service.port, said))
        if (said.endsWith('\r\n\r\n')) await untilAnswered(open.slice(-MANY))
        const health = await statusOf(service.port, HEALTH)
        if (health !== 200) problems.push(`after ${kind}: health answered ${health}`)
        const { status } = await client.ask('POST', '/brain/ingest', { text: `After ${kind} I had tea.` })
        if (status !== 200) problems.push(`after ${kind}: an ingest answered ${status}`)
      }
      if (service.runtime() !== runtime || service.output().includes('ended by itself'))
        problems.push('the runtime had to be started again')
    } finally {
      for (const socket of open) socket.destroy()
      await service.stop()
    }
    return problems
  },
}
