import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface KeyProxy {
  readonly url: string
  stop(): void
}

/** Stands before a service and adds the key, for a suite that knows of none. Everything else, the host too, is passed on as it came. */
export async function startKeyProxy(service: string, key: string): Promise<KeyProxy> {
  const { hostname, port } = new URL(service)
  const server = createServer((asked, answered) => {
    const headers = { ...asked.headers, authorization: `Bearer ${key}` }
    const passed = request({ hostname, port, method: asked.method, path: asked.url, headers }, (response) => {
      answered.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answered)
    })
    passed.on('error', () => answered.destroy())
    asked.pipe(passed)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
