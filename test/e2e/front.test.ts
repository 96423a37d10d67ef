import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { type Front, openFront } from '../../scripts/start/front.ts'

const REQUEST = 'POST /brain/ingest HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}'
const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

const folder = mkdtempSync(join(tmpdir(), 'front-'))
const socketPath = join(folder, 'http.sock')
/** What stands for the runtime: it answers what a test lets it. */
const runtime = createServer({ allowHalfOpen: true }, (socket) => {
  reached.push(socket.on('error', () => undefined))
  onRequest(socket)
})
const reached: Socket[] = []
let onRequest: (socket: Socket) => void
let front: Front

beforeEach(async () => {
  await new Promise<void>((listening) => runtime.listen(socketPath, listening))
  front = await openFront({ host: '127.0.0.1', port: 0, maxConnections: 16, socketPath })
})
afterEach(async () => {
  front.close()
  for (const socket of reached) socket.destroy()
  await new Promise((closed) => runtime.close(closed))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function open(): { socket: Socket; heard: Promise<string> } {
  const socket = connect({ port: front.port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
  let heard = ''
  socket.on('data', (chunk) => {
    heard += chunk
  })
  return { socket, heard: once(socket, 'close').then(() => heard) }
}

it('leaves the runtime when a client has closed its connection in the middle of a request', async () => {
  const written = new Promise<NodeJS.ErrnoException | null | undefined>((resolve) => {
    onRequest = (socket) => socket.on('end', () => setTimeout(() => socket.write('late', resolve), 2_000)).resume()
  })
  const { socket } = open()
  socket.write(REQUEST)
  await pause(100)
  socket.destroy()
  expect((await written)?.code).toBe('EPIPE')
})

it('has an answer for a client that closed its own side alone', async () => {
  onRequest = (socket) => socket.on('end', () => setTimeout(() => socket.end(ANSWER), 100)).resume()
  const { socket, heard } = open()
  socket.end(REQUEST)
  expect(await heard).toBe(ANSWER)
})

it.each(['says no more', 'breaks off'])(
  'has the answer reach a client that still sends when the runtime %s',
  async (how) => {
    onRequest = (socket) =>
      socket.once('data', () => socket.write(ANSWER, () => (how === 'breaks off' ? socket.destroy() : socket.end())))
    const { socket, heard } = open()
    // A reset takes from a client what it has not read yet.
    socket.pause()
    socket.write('POST /brain/ingest HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n')
    const sending = setInterval(() => socket.write(Buffer.alloc(1 << 16)), 5)
    await pause(300)
    socket
      .on('end', () => {
        clearInterval(sending)
        socket.end()
      })
      .resume()
    expect(await heard).toBe(ANSWER)
  },
)

it('gives the whole of a long answer to a client that reads slowly, though the runtime has gone', async () => {
  const long = 'x'.repeat(6_000_000)
  onRequest = (socket) => socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${long}`))
  const { socket, heard } = open()
  socket.on('end', () => socket.end())
  socket.write(REQUEST)
  await pause(100)
  socket.pause()
  await pause(2_500)
  socket.resume()
  expect((await heard).endsWith(long)).toBe(true)
})

it('lets a client go that sends without end', async () => {
  onRequest = (socket) => socket.once('data', () => socket.end(ANSWER))
  const { socket, heard } = open()
  socket.write('POST /brain/ingest HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n')
  const sending = setInterval(() => socket.write(Buffer.alloc(1 << 10)), 5)
  // It finds out by sending.
  await expect(heard).rejects.toMatchObject({ code: expect.stringMatching(/^(EPIPE|ECONNRESET)$/) })
  clearInterval(sending)
})

it.each([[['CON', 'NECT a:443 HTTP/1.1\r\n\r\n']], [['\r\n', '\r\nCONNECT a:443 HTTP/1.1\r\n\r\n']]])(
  'refuses CONNECT in pieces: %j',
  async (pieces) => {
    onRequest = (socket) => socket.on('data', () => undefined)
    const { socket, heard } = open()
    for (const piece of pieces) {
      socket.write(piece)
      await pause(50)
    }
    socket.end()
    expect(await heard).toContain('HTTP/1.1 400 ')
  },
)

it.each([
  ['one request', [`${REQUEST}CONNECT a:443 HTTP/1.1\r\n\r\n`]],
  ['a body that comes later', [REQUEST.slice(0, -2), '{}CONNECT a:443 HTTP/1.1\r\n\r\n']],
  ['one request, in pieces', [REQUEST, 'CONN', 'ECT a:443 HTTP/1.1\r\n\r\n']],
  ['one request, with a body of unknown end', [`${REQUEST}POST / HTTP/1.1\r\nContent-Length: 1, 2\r\n\r\n`]],
])('passes on nothing of a request that is refused behind %s, and answers both in order', async (_, pieces) => {
  let passed = ''
  onRequest = (socket) =>
    socket
      .on('data', (chunk) => {
        passed += chunk
      })
      .on('end', () => setTimeout(() => socket.end(ANSWER), 100))
  const { socket, heard } = open()
  socket.on('end', () => socket.end())
  for (const piece of pieces) {
    socket.write(piece)
    await pause(30)
  }
  expect(await heard).toMatch(/^HTTP\/1\.1 200 [\s\S]*okHTTP\/1\.1 400 [\s\S]*invalid_request/)
  expect(passed).toContain(REQUEST)
  expect(passed).not.toContain('CONNECT')
})
