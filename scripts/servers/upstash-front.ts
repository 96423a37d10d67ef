import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { connectRedis, type RedisReply } from './redis-connection.ts'

type Words = readonly (string | number)[]

/** Upstash tells its own server something in a script's first line that plain Redis refuses. */
const FLAGS = /^#!lua flags=[^\n]*\n/

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')

interface Front {
  readonly port: number
  readonly token: string
  readonly redisPort: number
  /** This machine alone, where nothing else is said. */
  readonly host?: string
  readonly redisHost?: string
}

/** Speaks Upstash's REST protocol in front of a Redis, so that the real client can be used with it. */
export function startUpstashFront({ port, token, redisPort, host = '127.0.0.1', redisHost }: Front) {
  const redis = connectRedis(redisPort, redisHost)
  /** The client names a script by the hash of what it sent; Redis knows it without the first line. */
  const scripts = new Map<string, string>()

  function translate(words: Words): Words {
    const [name, script, ...rest] = words
    const command = String(name).toUpperCase()
    if (command === 'EVAL' && FLAGS.test(String(script))) {
      const plain = String(script).replace(FLAGS, '')
      scripts.set(sha1(String(script)), sha1(plain))
      return ['EVAL', plain, ...rest]
    }
    return command === 'EVALSHA' ? ['EVALSHA', scripts.get(String(script)) ?? String(script), ...rest] : words
  }
  const run = (words: Words) => redis.command(translate(words))
  const answer = (reply: RedisReply, encode: boolean) =>
    reply instanceof Error ? { error: reply.message } : { result: encode ? encoded(reply) : reply }

  async function handle(request: IncomingMessage): Promise<[status: number, body: unknown]> {
    const url = new URL(request.url ?? '/', 'http://front')
    const given = request.headers.authorization?.replace(/^Bearer /, '') ?? url.searchParams.get('_token')
    if (given !== token) return [401, { error: 'WRONGPASS invalid or missing auth token' }]
    const encode = request.headers['upstash-encoding'] === 'base64'
    const body = JSON.parse(await read(request)) as Words | Words[]
    if (url.pathname === '/pipeline') {
      const replies = await Promise.all((body as Words[]).map(run))
      return [200, replies.map((reply) => answer(reply, encode))]
    }
    if (url.pathname === '/multi-exec') {
      const commands = [['MULTI'], ...(body as Words[]), ['EXEC']] as Words[]
      const replies = await Promise.all(commands.map(run))
      const done = replies.at(-1)
      if (!Array.isArray(done)) return [400, { error: done instanceof Error ? done.message : 'EXECABORT' }]
      return [200, done.map((reply) => answer(reply, encode))]
    }
    const reply = answer(await run(body as Words), encode)
    return ['error' in reply ? 400 : 200, reply]
  }

  const server = createServer((request, response) => {
    handle(request)
      .catch((error: Error): [number, unknown] => [500, { error: error.message }])
      .then(([status, body]) => {
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(body))
      })
  })
  return new Promise<{ stop(): Promise<void> }>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () =>
      resolve({
        async stop() {
          redis.close()
          server.closeAllConnections()
          await new Promise((done) => server.close(done))
        },
      }),
    )
  })
}

/** Every string at every depth, except OK. */
const encoded = (reply: RedisReply): unknown =>
  Array.isArray(reply)
    ? reply.map(encoded)
    : typeof reply === 'string' && reply !== 'OK'
      ? Buffer.from(reply).toString('base64')
      : reply instanceof Error
        ? reply.message
        : reply

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

/** By itself, in a container: see compose.yaml. */
if (import.meta.main) {
  const { PORT = '8079', TOKEN = '', REDIS_HOST = '127.0.0.1', REDIS_PORT = '6379' } = process.env
  if (TOKEN === '') throw new Error('TOKEN is not set')
  await startUpstashFront({
    port: Number(PORT),
    token: TOKEN,
    host: '0.0.0.0',
    redisHost: REDIS_HOST,
    redisPort: Number(REDIS_PORT),
  })
}
