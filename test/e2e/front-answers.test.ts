import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, expect, it } from 'vitest'
import { openFront } from '../../scripts/start/front.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** What stands in for a runtime: its listening side, and the port of a front before it. */
async function frontBefore(hear: (socket: Socket, runtime: Server) => void, maxConnections = 16): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'front-'))
  const socketPath = join(folder, 'http')
  const runtime = createServer((socket) => {
    socket.on('error', () => undefined)
    hear(socket, runtime)
  })
  await new Promise<void>((done) => runtime.listen(socketPath, done))
  const front = await openFront({ host: '127.0.0.1', port: 0, maxConnections, socketPath })
  ends.push(() => {
    front.close()
    runtime.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return front.port
}

/** Says these one after the other, as fast as they are taken, and tells what is heard. */
function ask(port: number, parts: Iterable<string | Buffer>): Promise<string> {
  return new Promise((resolve) => {
    let heard = ''
    const socket = connect(port, '127.0.0.1', () => {
      Readable.from(parts).pipe(socket, { end: false })
    })
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1')
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(heard))
  })
}

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
const HEAD = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 90000000\r\n\r\n'
const MOST = 32 * 1024 * 1024

it('passes on what is said to a body of which no more is read, and the body no further', async () => {
  let read = 0
  const port = await frontBefore((socket) =>
    socket.on('data', ({ length }) => {
      read += length
      if (read - HEAD.length <= MOST) return
      socket.write('HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n')
      socket.destroySoon()
    }),
  )
  const megabyte = Buffer.alloc(1 << 20)
  const heard = await ask(port, [HEAD, ...Array.from({ length: 60 }, () => megabyte)])
  expect(heard).toMatch(/^HTTP\/1\.1 413 [^{]*$/)
  expect(read - HEAD.length).toBe(MOST + 1)
})

it('hears a client out that sends on after its answer and reads nothing before it has said all', async () => {
  const port = await frontBefore((socket) =>
    socket.once('data', () => {
      socket.write('HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n')
      socket.destroySoon()
    }),
  )
  const socket = connect(port, '127.0.0.1').pause()
  const failures: Error[] = []
  socket.on('error', (error) => failures.push(error))
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 90\r\n\r\n')
  for (let second = 0; second < 3; second += 0.2) {
    await new Promise((done) => setTimeout(done, 200))
    socket.write('12345')
  }
  const heard: Buffer[] = []
  socket.on('data', (chunk: Buffer) => heard.push(chunk)).resume()
  await new Promise((done) => socket.once('close', done))
  expect([failures, String(Buffer.concat(heard))]).toEqual([[], expect.stringMatching(/^HTTP\/1\.1 413 /)])
})

it('does not wait for whoever has no place, however long it sends', async () => {
  const port = await frontBefore(() => undefined, 1)
  const busy = connect(port, '127.0.0.1')
  ends.push(() => busy.destroy())
  await new Promise((done) => busy.write(HEAD, done))
  await new Promise((done) => setTimeout(done, 200))
  const refused = connect(port, '127.0.0.1').resume()
  refused.on('error', () => undefined)
  const begun = performance.now()
  const sending = setInterval(() => refused.write('x'), 200)
  await new Promise((done) => refused.once('close', done))
  clearInterval(sending)
  expect(performance.now() - begun).toBeLessThan(10_000)
})

it('says of a runtime that ended, and of no other, that it is started again', async () => {
  const givesUp = await frontBefore((socket) => socket.on('data', () => socket.destroy()))
  expect(await ask(givesUp, [GET])).toMatch(
    /^HTTP\/1\.1 502 [\s\S]*x-request-id: [\s\S]*"detail":"The request was given up/,
  )
  const ended = await frontBefore((socket, runtime) =>
    socket.on('data', () => {
      runtime.close()
      socket.destroy()
    }),
  )
  expect(await ask(ended, [GET])).toMatch(/^HTTP\/1\.1 503 [\s\S]*started again/)
})
