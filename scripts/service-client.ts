import { createHash } from 'node:crypto'
import { Problem } from './problem.ts'

export interface Reply {
  readonly status: number
  readonly body: unknown
  readonly headers: Headers
}

export interface ServiceClient {
  readonly url: string
  /** Tells apart who asks, and shows no secret. */
  readonly identity?: string
  /** Whatever the service answers, with its status. A body that is a text is sent as it is, of the type that the headers say. */
  ask(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Reply>
  /** The lines of an answer, as they come; a refusal becomes a Problem. */
  lines?(path: string): AsyncGenerator<string>
  /** What the service answers on success; a refusal becomes a Problem with its own sentence. */
  get<T>(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<T>
}

/** Speaks to a running service over HTTP, as the operator (`token`) or as a user (`key`). */
export function createServiceClient(url: string, identity: { token?: string; key?: string }): ServiceClient {
  const credentials: Record<string, string> = {
    ...(identity.token ? { authorization: `Bearer ${identity.token}` } : {}),
    ...(identity.key ? { 'x-api-key': identity.key } : {}),
  }

  async function ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> {
    const given = { ...credentials, ...headers }
    const response = await send(new URL(path, url), {
      method,
      headers: body === undefined ? given : { 'content-type': 'application/json', ...given },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: parse(text), headers: response.headers }
  }

  async function get<T>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<T> {
    const reply = await ask(method, path, body, headers)
    if (reply.status < 300) return reply.body as T
    throw new Problem(sentenceOf(reply, method, path))
  }

  async function* lines(path: string): AsyncGenerator<string> {
    const response = await send(new URL(path, url), { headers: credentials })
    if (!response.ok) {
      const reply = { status: response.status, body: parse(await response.text()), headers: response.headers }
      throw new Problem(sentenceOf(reply, 'GET', path))
    }
    const decoder = new TextDecoder()
    let rest = ''
    for await (const part of response.body ?? []) {
      const parts = (rest + decoder.decode(part as Uint8Array, { stream: true })).split('\n')
      rest = parts.pop()!
      yield* parts
    }
  }

  const said = JSON.stringify(credentials)
  return { url, identity: createHash('sha256').update(said).digest('hex'), ask, lines, get }
}

async function send(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause?.code
    throw new Problem(`Nothing answers at ${url.origin}${cause ? ` (${cause})` : ''}; is the service running?`)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text === '' ? null : text
  }
}

function sentenceOf({ status, body }: Reply, method: string, path: string): string {
  const detail = (body as { detail?: unknown } | null)?.detail
  return typeof detail === 'string' ? `${detail} (${status})` : `${method} ${path} was answered with ${status}.`
}
