import type { Socket } from 'node:net'
import type { AbuseCase } from './abuse-case.ts'
import { HEALTH, openConnection, statusOf } from './raw-connection.ts'
import { startedService } from './started-service.ts'

const FILES = 256
/** Fewer than may be connected, then more. */
const FEW = 40
const MANY = 300

export const slowBodies: AbuseCase = {
  name: 'bodies that come a byte at a time, or never, leave others served',
  async run() {
    const problems: string[] = []
    const service = await startedService({ files: FILES })
    const open: Socket[] = []
    const beginning = `POST /brain/retrieve HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${service.key}\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{`
    const drip = setInterval(() => {
      for (const socket of open) if (!socket.destroyed) socket.write(' ')
    }, 200)
    try {
      for (let i = 0; i < FEW; i++) open.push(await openConnection(service.port, beginning))
      for (let i = 0; i < 5; i++) {
        const status = await statusOf(service.port, HEALTH)
        if (status !== 200) problems.push(`beside ${FEW} of its own a client got ${status}`)
      }
      for (let i = FEW; i < MANY; i++) open.push(await openConnection(service.port, beginning))
      for (let i = 0; i < 5; i++) {
        const status = await statusOf(service.port, HEALTH, { from: '127.0.0.2' })
        if (status !== 200) problems.push(`beside ${MANY} from one address another got ${status}`)
      }
      // The offender itself is told to come back, if anything.
      const own = await statusOf(service.port, HEALTH)
      if (own !== 200 && own !== 503) problems.push(`the offending address got ${own}`)
      if (service.output().includes('ended by itself')) problems.push('the runtime had to be started again')
    } finally {
      clearInterval(drip)
      for (const socket of open) socket.destroy()
      await service.stop()
    }
    return problems
  },
}
