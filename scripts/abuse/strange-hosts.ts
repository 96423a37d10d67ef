import type { AbuseCase } from './abuse-case.ts'
import { HEALTH, statusOf } from './raw-connection.ts'
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
      if ((await statusOf(service.port, HEALTH)) !== 200) problems.push('health does not answer afterwards')
      return problems
    } finally {
      await service.stop()
    }
  },
}
