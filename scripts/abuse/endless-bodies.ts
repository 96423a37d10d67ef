import type { AbuseCase } from './abuse-case.ts'
import { startedService } from './started-service.ts'

const ROUNDS = 1
const CLIENTS = 3
const MEGABYTES = 40
const megabyte = new Uint8Array(1 << 20).fill(32)

/** Sends more than anybody reads, and then nothing. */
function endless(): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream({
    pull: (stream) => (sent++ < MEGABYTES ? stream.enqueue(megabyte) : new Promise(() => {})),
  })
}

const MADE_UP = `brain_${'A'.repeat(32)}`

export const endlessBodies: AbuseCase = {
  name: 'a body that is longer than anybody reads is answered 413, while it is still sent',
  async run() {
    const service = await startedService()
    try {
      const send = async (path: string, key: string, body: ReadableStream | Uint8Array) => {
        const headers = { 'x-api-key': key, 'content-type': 'application/json' }
        const call = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
        const answer = await fetch(`${service.url}${path}`, call)
        const said = await answer.text()
        return answer.status === 413 ? [] : [`${path}: ${answer.status} ${said.slice(0, 200)}`]
      }
      const whole = new Uint8Array(MEGABYTES << 20).fill(32)
      const problems: string[] = []
      for (let round = 0; round < ROUNDS; round++)
        for (const [path, key, isWhole] of [
          ['/brain/ingest', service.key, false],
          ['/brain/ingest', MADE_UP, false],
          ['/mcp', service.key, false],
          ['/brain/ingest', service.key, true],
        ] as const) {
          const calls = Array.from({ length: CLIENTS }, () => send(path, key, isWhole ? whole : endless()))
          for (const call of await Promise.allSettled(calls))
            problems.push(
              ...(call.status === 'fulfilled' ? call.value : [`${path}: ${call.reason} (${call.reason.cause})`]),
            )
        }
      return problems
    } finally {
      await service.stop()
    }
  },
}
