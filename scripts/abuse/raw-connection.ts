import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A connection that says just these bytes and goes on listening. Closed by the other side it is `destroyed`. */
export function openConnection(port: number, said = '', from?: string): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', ...(from ? { localAddress: from } : {}) }, () => {
      socket.write(said, 'latin1')
      resolve(socket)
    })
    socket.on('data', () => undefined)
    socket.on('error', () => {
      socket.destroy()
      resolve(socket)
    })
  })
}

/** The status of what is answered to these bytes, which may come in pieces; null where nothing is. */
export function statusOf(
  port: number,
  said: string | readonly string[],
  { from = '127.0.0.1', withinMs = 5_000 } = {},
) {
  return new Promise<number | null>((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true }, async () => {
      for (const [at, piece] of [said].flat().entries()) {
        if (at > 0) await pause(50)
        socket.write(piece, 'latin1')
      }
    })
    const end = (status: number | null) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(status)
    }
    const timer = setTimeout(() => end(null), withinMs)
    let heard = ''
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1')
      const status = /^HTTP\/1\.\d (\d{3})/.exec(heard)?.[1]
      if (status) end(Number(status))
    })
    socket.on('error', () => end(null))
    socket.on('close', () => end(null))
  })
}

/** Everything that is answered to these bytes, which may come in pieces, until the connection is closed, or nothing more comes. */
export function answersTo(port: number, said: string | readonly string[], withinMs = 5_000): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, async () => {
      for (const [at, piece] of [said].flat().entries()) {
        if (at > 0) await pause(50)
        socket.write(piece, 'latin1')
      }
    })
    let heard = ''
    socket.setTimeout(withinMs, () => socket.destroy())
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1')
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => resolve(heard))
  })
}

/** The statuses of everything that is answered. */
export const statusesOf = async (port: number, said: string | readonly string[]): Promise<number[]> =>
  [...(await answersTo(port, said)).matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

export const HEALTH = 'GET /brain/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
