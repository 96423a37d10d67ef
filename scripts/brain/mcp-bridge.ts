import type { Readable, Writable } from 'node:stream'

interface Service {
  readonly endpoint: URL
  readonly key: string
}

interface Message {
  readonly id?: string | number
  readonly method?: string
  readonly params?: {
    readonly name?: unknown
    readonly uri?: unknown
    readonly _meta?: Readonly<Record<string, unknown>>
  }
  readonly result?: { readonly protocolVersion?: string }
}

const VERSION = 'io.modelcontextprotocol/protocolVersion'
/** Of ours, for what the service or the way to it refused. */
const REFUSED = -32000
const NO_JSON = -32700

/**
 * Passes messages of MCP on between a client that started this program and a service: one JSON a line, and nothing else is printed. It ends
 * when its input does and everything is answered.
 */
export async function bridgeMcp(input: Readable, output: Writable, service: Service): Promise<void> {
  const underWay = new Set<Promise<void>>()
  // Of clients before 2026-07-28, what the handshake agreed on; later ones say it in each message.
  let agreed: string | null = null
  const write = (message: unknown) => void output.write(`${JSON.stringify(message)}\n`)

  async function pass(line: string): Promise<void> {
    const sent = parse(line)
    if (sent === undefined) return write(toError(undefined, NO_JSON, 'A line must be one JSON value.'))
    const answer = await post(service, sent, line, agreed)
    if (answer === null) return
    if (sent.method === 'initialize') agreed = (answer as Message).result?.protocolVersion ?? agreed
    write(answer)
  }

  for await (const line of linesOf(input)) {
    const work = pass(line).finally(() => underWay.delete(work))
    underWay.add(work)
  }
  await Promise.all(underWay)
}

/** Split at line feeds alone: JSON may have other separators inside its texts. */
async function* linesOf(input: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of input) {
    const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n')
    rest = lines.pop()!
    yield* lines.filter((line) => line.trim() !== '')
  }
  if (rest.trim() !== '') yield rest
}

function parse(line: string): Message | undefined {
  try {
    return (JSON.parse(line) ?? {}) as Message
  } catch {
    return undefined
  }
}

/** What the service answers; null where a message wants no answer. */
async function post({ endpoint, key }: Service, sent: Message, body: string, agreed: string | null): Promise<unknown> {
  const wantsAnswer = sent.method === undefined || sent.id !== undefined
  const failed = (message: string) => (wantsAnswer ? toError(sent.id, REFUSED, message) : null)
  let response: Response
  try {
    response = await fetch(endpoint, { method: 'POST', headers: headersOf(sent, key, agreed), body })
  } catch {
    return failed(`Nothing answers at ${endpoint.origin}; is the service running?`)
  }
  const answer = (await response.json().catch(() => null)) as { jsonrpc?: string; detail?: string } | null
  if (Array.isArray(answer) || answer?.jsonrpc) return wantsAnswer ? answer : null
  if (response.ok) return null
  return failed(answer?.detail ?? `The service answered ${response.status}.`)
}

/** What a client says in headers where it speaks HTTP itself. */
function headersOf({ method, params }: Message, key: string, agreed: string | null): Record<string, string> {
  const version = params?._meta?.[VERSION] ?? agreed
  const name = params?.name ?? params?.uri
  return {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(typeof version === 'string' ? { 'mcp-protocol-version': headerValue(version) } : {}),
    ...(typeof method === 'string' ? { 'mcp-method': headerValue(method) } : {}),
    ...(typeof name === 'string' ? { 'mcp-name': headerValue(name) } : {}),
  }
}

const headerValue = (value: string): string =>
  /^[\x21-\x7e]+(?: +[\x21-\x7e]+)*$/.test(value) && !value.startsWith('=?base64?')
    ? value
    : `=?base64?${Buffer.from(value).toString('base64')}?=`

const toError = (id: Message['id'], code: number, message: string) => ({
  jsonrpc: '2.0',
  id: id ?? null,
  error: { code, message },
})
