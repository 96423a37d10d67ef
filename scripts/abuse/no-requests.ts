import type { AbuseCase } from './abuse-case.ts'
import { answersTo, HEALTH, statusOf } from './raw-connection.ts'
import { startedService } from './started-service.ts'

const HOST = 'Host: localhost\r\nConnection: close'
const CHUNKED = `POST /brain/retrieve HTTP/1.1\r\n${HOST}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`

/** Bytes, in pieces, that are no request that is served, and the status of the one answer. */
const SAID: readonly (readonly [number, ...string[]])[] = [
  [405, `FOO /brain/health HTTP/1.1\r\n${HOST}\r\n\r\n`],
  [405, `connect /brain/health HTTP/1.1\r\n${HOST}\r\n\r\n`],
  [405, `get /brain/health HTTP/1.1\r\n${HOST}\r\n\r\n`],
  [405, `PROPFIND /brain/health HTTP/1.1\r\n${HOST}\r\n\r\n`],
  [405, `TRACE /brain/health HTTP/1.1\r\n${HOST}\r\n\r\n`],
  [400, `GET /\u0001 HTTP/1.1\r\n${HOST}\r\n\r\n`],
  [400, `GET /a b HTTP/1.1\r\n${HOST}\r\n\r\n`],
  [400, `GET /\r\n${HOST}\r\n\r\n`],
  [400, 'GET / HTTP/1.0\r\n\r\n'],
  [400, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
  [400, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  [400, CHUNKED, '2\r\n{}\r\n', '0\r\nX-Trailer: 1\r\n\r\n'],
  [400, CHUNKED, '2;a=b\r\n{}\r\n0\r\n\r\n'],
  [400, `${CHUNKED}2\r\n{}\r\n`, 'nonsense\r\n'],
  [400, `${CHUNKED}2\r\n{}\r\nnonsense\r\n`],
]

export const noRequests: AbuseCase = {
  name: 'what is no request is answered once, as JSON with a detail and a request id',
  async run() {
    const service = await startedService()
    try {
      const problems: string[] = []
      for (const [wanted, ...pieces] of SAID) {
        const heard = await answersTo(service.port, pieces)
        const statuses = [...heard.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
        const isOurs = /^x-request-id: \S/im.test(heard) && /"detail":"\w/.test(heard)
        const isAllowed = wanted !== 405 || /^allow: \w/im.test(heard)
        if (statuses.join() !== String(wanted) || !isOurs || !isAllowed || heard.includes('started again'))
          problems.push(`${JSON.stringify(pieces)} was answered with ${JSON.stringify(heard)}`)
      }
      if ((await statusOf(service.port, HEALTH)) !== 200) problems.push('health does not answer afterwards')
      return problems
    } finally {
      await service.stop()
    }
  },
}
