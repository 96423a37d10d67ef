import { Agent, request } from 'node:http'

export interface TimedReply {
  readonly status: number
  readonly body: string
  readonly ms: number
  readonly serverTiming: string
  readonly retryAfter: string | undefined
}

/** One connection that is kept, as an SDK's would be; a reply counts when its last byte is here. */
export function createTimedClient(base: string, key?: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const { hostname, port } = new URL(base)

  function post(path: string, body: string | Uint8Array): Promise<TimedReply> {
    return new Promise((resolve, reject) => {
      const began = performance.now()
      const call = request(
        {
          ...{ hostname, port, path, agent, method: 'POST' },
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            ...(key ? { 'x-api-key': key } : {}),
          },
        },
        (response) => {
          const parts: Buffer[] = []
          response.on('data', (part: Buffer) => parts.push(part))
          response.on('error', reject)
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              ms: performance.now() - began,
              body: Buffer.concat(parts).toString(),
              serverTiming: String(response.headers['server-timing'] ?? ''),
              retryAfter: response.headers['retry-after'],
            }),
          )
        },
      )
      call.on('error', reject)
      call.end(body)
    })
  }

  return {
    post,
    /** Fails on anything but success: a refused request would be a fast one. */
    async ask(path: string, body: object): Promise<TimedReply> {
      const reply = await post(path, JSON.stringify(body))
      if (reply.status >= 300) throw new Error(`${path}: ${reply.status} ${reply.body.slice(0, 200)}`)
      return reply
    },
    close: () => agent.destroy(),
  }
}

export type TimedClient = ReturnType<typeof createTimedClient>

/** `encode;dur=2.10, round-trips;desc="3"` → what each step took, in ms. */
export function parseServerTiming(header: string): Record<string, number> {
  const steps: Record<string, number> = {}
  for (const [, name, value] of header.matchAll(/([\w-]+);(?:dur|desc)="?([\d.]+)/g)) steps[name!] = Number(value)
  return steps
}
