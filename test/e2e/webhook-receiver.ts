import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A receiver on this machine, over real HTTP. `status` is what it answers with: 0 never answers. */
export async function startReceiver() {
  const received: Received[] = []
  const state = { status: 200 }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      if (state.status !== 0) response.writeHead(state.status).end('x'.repeat(1_000_000))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    state,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Looks again until it holds. */
export async function until(holds: () => boolean | Promise<boolean>, seconds = 60): Promise<void> {
  const end = Date.now() + seconds * 1000
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`it did not hold within ${seconds} s`)
    await new Promise((done) => setTimeout(done, 50))
  }
}
