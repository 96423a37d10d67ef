import { randomUUID } from 'node:crypto'
import { connect, createServer, type Socket } from 'node:net'
import { Problem } from '../problem.ts'
import { type Connection, createConnections } from './connections.ts'
import { followRequests } from './follow-requests.ts'
import { METHODS, type Refusal } from './request-line.ts'

/** Who opens a connection has to begin within this. From the first byte on workerd keeps the time itself. */
const SILENT_MS = 15_000
/** While the runtime is started again, requests wait for it this long. */
const PATIENCE_MS = 5_000

/**
 * Who says no more has mostly gone, as a client does that waited for long enough; nothing else tells of it until an answer is written. One that
 * closed only its own side gets what comes within this, and one that still sends may read its answer within it.
 */
const FAREWELL_MS = 1_000

/** Who still sends after his answer is heard, and thrown away, for so long: many a client reads nothing before it has said all. */
const LINGER_MS = 30_000

/** Who has not taken the end of an answer after so long does not want it. */
const UNREAD_MS = 60_000

export interface Front {
  readonly port: number
  /** Ends every connection, and takes no more. */
  close(): void
}

interface Door {
  readonly host: string
  readonly port: number
  readonly maxConnections: number
  /** Where the runtime listens. A relative path, since a socket's may have some 100 characters only. */
  readonly socketPath: string
}

/**
 * What stands between the network and the runtime, which ends when it cannot accept a connection for want of files: it takes no more connections
 * than the runtime can hold, and has requests wait while the runtime is started again. Bytes go through as they come, up to a request that is refused.
 */
export function openFront({ host, port, maxConnections, socketPath }: Door): Promise<Front> {
  const connections = createConnections(maxConnections)
  const clients = new Set<Socket>()
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (client) => {
    clients.add(client)
    client.once('close', () => clients.delete(client))
    serve(client, connections, socketPath)
  })
  const close = () => {
    server.close()
    for (const client of clients) client.destroy()
  }
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new Problem(sentenceOf(error, host, port))))
    server.listen({ host, port, exclusive: true }, () => {
      // Too many open files, for one: whoever it was tries again.
      server.on('error', () => undefined)
      resolve({ port: (server.address() as { port: number }).port, close })
    })
  })
}

function serve(client: Socket, connections: ReturnType<typeof createConnections>, socketPath: string): void {
  let runtime: Socket | null = null
  /** Requests that were passed on since the runtime last said something. */
  let asked = 0
  /** What is said to a request that is not passed on, after the answers to those before it. */
  let refusal: Refusal | null = null
  const requests = followRequests()
  const connection: Connection = {
    address: client.remoteAddress ?? '',
    close: () => client.destroy(),
  }
  client.on('error', () => client.destroy())
  client.on('close', () => {
    connections.remove(connection)
    runtime?.destroy()
  })
  if (!connections.add(connection)) {
    answer(client, 503, 'Every connection is in use; retry shortly.', FAREWELL_MS)
    return
  }
  client.setTimeout(SILENT_MS, () => client.destroy())
  client.on('end', () => client.setTimeout(FAREWELL_MS))

  const reach = async (first: Buffer) => {
    client.setTimeout(0)
    client.pause()
    const reached = await connectWithin(socketPath, PATIENCE_MS, () => client.destroyed)
    if (!reached) answer(client, 503, STARTED_AGAIN)
    else if (client.destroyed) reached.destroy()
    else join(reached, first)
  }

  const join = (reached: Socket, first: Buffer) => {
    runtime = reached
    reached.on('data', (chunk: Buffer) => {
      // After "100 Continue" the rest of the same request comes.
      if (chunk.toString('latin1', 0, GO_ON.length) !== GO_ON) {
        asked = 0
        connections.moved(connection, 'resting')
      }
      if (!client.write(chunk)) reached.pause()
    })
    reached.on('drain', () => client.resume())
    const leave = () => {
      if (asked > 0) void excuse(client, socketPath)
      else if (refusal) answer(client, refusal.status, refusal.because)
      else partFrom(client)
    }
    reached.on('end', leave)
    reached.on('error', () => undefined)
    reached.on('close', leave)
    client.on('drain', () => reached.resume())
    client.on('end', () => reached.end())
    reached.write(first)
    // It may have said all before the runtime was reached.
    if (client.readableEnded || refusal) reached.end()
    client.resume()
  }

  const hearNoMore = () => {
    client.removeAllListeners('data')
    client.resume()
  }

  client.on('data', (chunk: Buffer) => {
    const { heads, refused, full } = requests.read(chunk)
    asked += heads
    if (refused && (asked === 0 || (refused.isBegun && asked === 1))) {
      // Of a body that is refused midway the runtime would say something else.
      runtime?.removeAllListeners('data').removeAllListeners('end').removeAllListeners('close').destroy()
      return answer(client, refused.status, refused.because)
    }
    connections.moved(connection, asked > 0 ? 'busy' : 'resting')
    const passed = chunk.subarray(0, refused?.after ?? full ?? chunk.length)
    if (refused) refusal = refused
    if (refused || full !== null) hearNoMore()
    if (!runtime) void reach(passed)
    else if (!runtime.write(passed) && !refused && full === null) client.pause()
    if (refused) runtime?.end()
  })
}

/** A runtime that ended under a request leaves it without a word, and so does one that would not read on. */
async function excuse(client: Socket, socketPath: string): Promise<void> {
  const probe = await tryToConnect(socketPath)
  probe?.destroy()
  if (probe) answer(client, 502, 'The request was given up without an answer.')
  else answer(client, 503, STARTED_AGAIN)
}

/** Tries until the time is over or nobody waits: the runtime may be starting, or have more newcomers than its queue takes. */
async function connectWithin(path: string, patienceMs: number, isGone: () => boolean): Promise<Socket | null> {
  const deadline = Date.now() + patienceMs
  for (let waitMs = 5; ; waitMs = Math.min(waitMs * 2, 250)) {
    const socket = await tryToConnect(path)
    if (socket || isGone() || Date.now() + waitMs > deadline) return socket
    await new Promise((done) => setTimeout(done, waitMs))
  }
}

const tryToConnect = (path: string) =>
  new Promise<Socket | null>((resolve) => {
    const socket = connect({ path, allowHalfOpen: true })
    socket.once('connect', () => resolve(socket))
    socket.once('error', () => resolve(null))
  })

const GO_ON = 'HTTP/1.1 100 '
const STARTED_AGAIN = 'The service is being started again; retry shortly.'
const REASONS = { 400: 'Bad Request', 405: 'Method Not Allowed', 502: 'Bad Gateway', 503: 'Service Unavailable' }
const CODES = { 400: 'invalid_request', 405: 'method_not_allowed', 502: 'internal', 503: 'overloaded' }

function answer(client: Socket, status: keyof typeof REASONS, detail: string, lingerMs = LINGER_MS): void {
  if (client.writableEnded || client.destroyed) return
  const body = JSON.stringify({ detail, code: CODES[status] })
  const head = [
    `HTTP/1.1 ${status} ${REASONS[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${randomUUID()}`,
    ...(status === 405 ? [`Allow: ${METHODS.join(', ')}`] : []),
    ...(status === 503 ? ['Retry-After: 1'] : []),
    'Connection: close',
  ]
  client.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  partFrom(client, lingerMs)
}

/**
 * What the client still sends is thrown away for a while: a connection that is closed over unread bytes loses the answer. One that takes no
 * place among the counted ones is heard shortly, or any number of them could stay.
 */
function partFrom(client: Socket, lingerMs = LINGER_MS): void {
  if (client.writableEnded) return
  client.removeAllListeners('data')
  client.resume()
  // From when all of the answer has gone out, which takes long where somebody reads slowly.
  client.end(() => {
    const silence = setTimeout(() => client.destroy(), FAREWELL_MS).unref()
    client.on('data', () => silence.refresh())
    setTimeout(() => client.destroy(), lingerMs).unref()
  })
  setTimeout(() => client.destroy(), UNREAD_MS).unref()
}

function sentenceOf(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} on ${host} is taken; choose another with --port.`
  if (error.code === 'EACCES') return `Port ${port} may not be used by this user; choose one above 1023 with --port.`
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return `${host} is not an address of this machine; choose another with --host.`
  return `${host}:${port} cannot be listened on (${error.code ?? error.message}).`
}
