import { Agent, request } from 'node:http'

export interface Outcome {
  readonly status: number
  readonly ms: number
}

/** Many connections to one service, kept open; answers are read to their end and thrown away. A broken connection has status 0. */
export function createLoadClient(base: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  const { hostname, port } = new URL(base)
  return {
    post(key: string, path: string, body: object): Promise<Outcome> {
      const bytes = JSON.stringify(body)
      return new Promise((resolve) => {
        const began = performance.now()
        const end = (status: number) => resolve({ status, ms: performance.now() - began })
        const headers = {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(bytes),
          'x-api-key': key,
        }
        const call = request({ hostname, port, path, agent, method: 'POST', headers }, (response) => {
          response.resume()
          response.on('error', () => end(0))
          response.on('end', () => end(response.statusCode ?? 0))
        })
        call.on('error', () => end(0))
        call.end(bytes)
      })
    },
    close: () => agent.destroy(),
  }
}

export type LoadClient = ReturnType<typeof createLoadClient>
