import { connect, type Socket } from 'node:net'

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

/** The status of what is answered to these bytes; null where nothing is. */
export function statusOf(port: number, said: string, { from = '127.0.0.1', withinMs = 5_000 } = {}) {
  return new Promise<number | null>((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from }, () => socket.write(said, 'latin1'))
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

export const HEALTH = 'GET /brain/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
