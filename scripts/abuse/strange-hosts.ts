import type { AbuseCase } from './abuse-case.ts'
import { HEALTH, statusesOf, statusOf } from './raw-connection.ts'
import { startedService } from './started-service.ts'

const HOSTS = [
  '',
  'a b',
  'a\tb',
  '[',
  '[::1',
  '[zz]:80',
  'a:99999',
  'a:b',
  ':80',
  '%',
  '%00',
  'a%zz',
  'a/b',
  'a/brain/health?',
  'a?b',
  'a#b',
  'a\\b',
  'a@b',
  'a, b',
  'a\u0001b',
  'a\u007f',
  '\u00e4',
  '..',
  '<script>',
  '999.999.999.999',
  'x'.repeat(5000),
]
const TARGETS = ['GET /brain/health', 'GET /openapi.json', 'GET /docs', 'POST /brain/retrieve']

const LINES = [
  'CONNECT a:443',
  'CONNECT /brain/health',
  'CONNECT *',
  'OPTIONS *',
  'GET http://[/',
  'GET :99999/',
  'GET @b/',
]

/** However the bytes come. */
const CUT_LINES = [
  ['CON', 'NECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n'],
  ['\r\n\r\nCONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n'],
]

const ASKED = 'GET /brain/health HTTP/1.1\r\nHost: localhost\r\n\r\n'
const BODY = JSON.stringify({ query: 'CONNECT a:443 HTTP/1.1' })
const POST = 'POST /brain/retrieve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json'
/** What may stand before a request in the same bytes, and its status without a key. */
const BEFORE: Readonly<Record<string, readonly number[]>> = {
  [ASKED]: [200],
  [`${ASKED}${ASKED}`]: [200, 200],
  [`${POST}\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`]: [401],
  [`${POST}\r\nTransfer-Encoding: chunked\r\n\r\n${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`]: [401],
}
const BEHIND = [
  'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n',
  '\r\nCONNECT a:443 HTTP/1.1\n\n',
  'GET /brain/health HTTP/1.1\r\nHost: a/b\r\nConnection: close\r\n\r\n',
  'GET /brain/health HTTP/1.1\r\nHost: [\r\nConnection: close\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
]

export const strangeHosts: AbuseCase = {
  name: 'a strange Host, a strange target and CONNECT are answered 400',
  async run() {
    const service = await startedService()
    try {
      const requests = [
        ...HOSTS.flatMap((host) => TARGETS.map((target) => [target, host] as const)),
        ...LINES.map((line) => [line, 'localhost'] as const),
      ]
      const problems: string[] = []
      for (const [line, host] of requests) {
        const status = await statusOf(service.port, `${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
        if (status !== 400) problems.push(`${line} with Host ${JSON.stringify(host.slice(0, 40))} answered ${status}`)
      }
      for (const pieces of CUT_LINES) {
        const status = await statusOf(service.port, pieces)
        if (status !== 400) problems.push(`${JSON.stringify(pieces)} answered ${status}`)
      }
      for (const [before, wanted] of Object.entries(BEFORE))
        for (const behind of BEHIND) {
          const statuses = await statusesOf(service.port, before + behind)
          if (statuses.join() !== [...wanted, 400].join())
            problems.push(`${JSON.stringify(behind)} behind another: ${statuses.join()}`)
        }
      if ((await statusOf(service.port, HEALTH)) !== 200) problems.push('health does not answer afterwards')
      return problems
    } finally {
      await service.stop()
    }
  },
}
