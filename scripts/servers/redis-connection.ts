import { createConnection, type Socket } from 'node:net'

export type RedisReply = string | number | null | RedisReply[] | Error

/** The few lines of Redis' protocol that the front needs: one connection, replies in the order of the commands. */
export function connectRedis(port: number, host = '127.0.0.1') {
  let socket: Socket | null = null
  let received = Buffer.alloc(0)
  const waiting: { resolve: (reply: RedisReply) => void; reject: (error: Error) => void }[] = []

  function open(): Socket {
    if (socket) return socket
    const fresh = createConnection({ port, host })
    const lose = (error: Error) => {
      if (socket === fresh) socket = null
      received = Buffer.alloc(0)
      for (const { reject } of waiting.splice(0)) reject(error)
    }
    fresh.on('error', lose)
    fresh.on('close', () => lose(new Error('Redis closed the connection')))
    fresh.on('data', (data) => {
      received = Buffer.concat([received, data])
      for (;;) {
        const parsed = parse(received, 0)
        if (!parsed) return
        received = received.subarray(parsed.end)
        waiting.shift()?.resolve(parsed.reply)
      }
    })
    socket = fresh
    return fresh
  }

  return {
    command: (words: readonly (string | number)[]): Promise<RedisReply> =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject })
        const parts = words.map((word) => Buffer.from(String(word)))
        open().write(
          Buffer.concat([
            Buffer.from(`*${parts.length}\r\n`),
            ...parts.flatMap((part) => [Buffer.from(`$${part.length}\r\n`), part, Buffer.from('\r\n')]),
          ]),
        )
      }),
    close: () => socket?.destroy(),
  }
}

function parse(data: Buffer, at: number): { reply: RedisReply; end: number } | null {
  const lineEnd = data.indexOf('\r\n', at)
  if (lineEnd < 0) return null
  const line = data.toString('utf8', at + 1, lineEnd)
  const next = lineEnd + 2
  switch (data[at]) {
    case 43: // +
      return { reply: line, end: next }
    case 45: // -
      return { reply: new Error(line), end: next }
    case 58: // :
      return { reply: Number(line), end: next }
    case 36: {
      // $
      const length = Number(line)
      if (length < 0) return { reply: null, end: next }
      if (data.length < next + length + 2) return null
      return { reply: data.toString('utf8', next, next + length), end: next + length + 2 }
    }
    case 42: {
      // *
      const count = Number(line)
      if (count < 0) return { reply: null, end: next }
      const replies: RedisReply[] = []
      let end = next
      for (let i = 0; i < count; i++) {
        const part = parse(data, end)
        if (!part) return null
        replies.push(part.reply)
        end = part.end
      }
      return { reply: replies, end }
    }
    default:
      throw new Error('not a reply of Redis')
  }
}
