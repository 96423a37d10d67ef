import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One answer of the scripted model. */
export type ScriptedReply =
  | { readonly content: string; readonly finish?: 'stop' | 'length'; readonly tokens?: readonly [number, number] }
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown }
  /** A 200 with this body, whatever it is. */
  | { readonly raw: string }
  /** The connection goes, before the head or in the middle of the body. */
  | { readonly drop: 'before' | 'middle' }
  /** Not one byte, until the caller goes. */
  | { readonly silent: true }

export interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly authorization: string | null
  /** Where it was sent. */
  readonly traceparent?: string | undefined
  readonly tracestate?: string | undefined
  readonly body: {
    readonly model: string
    readonly messages: readonly { readonly role: string; readonly content: string }[]
    readonly max_tokens?: number
    readonly temperature?: number
    readonly stream?: boolean
    readonly response_format?: {
      readonly type: string
      readonly json_schema?: { readonly name: string; readonly strict: boolean; readonly schema: JsonSchema }
    }
  }
}

export interface JsonSchema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly properties?: Record<string, JsonSchema>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
  readonly items?: JsonSchema
  readonly maxLength?: number
  readonly maxItems?: number
}

interface Script {
  readonly replies: ScriptedReply[]
  readonly requests: RecordedRequest[]
}

/**
 * An OpenAI-compatible server whose answers are written beforehand. Each script has an address of its own,
 * `http://…/SCRIPT/v1/chat/completions`; PUT /SCRIPT writes it, GET /SCRIPT tells what was asked. It refuses what OpenAI would refuse.
 */
export async function startLlmServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const scripts = new Map<string, Script>()
  const server = createServer((request, response) => {
    serve(scripts, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function serve(scripts: Map<string, Script>, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, name = '', ...rest] = (request.url ?? '').split('/')
  let text = ''
  for await (const part of request) text += part
  if (rest.length === 0 && request.method === 'PUT') {
    scripts.set(name, { replies: JSON.parse(text), requests: [] })
    return json(response, 200, {})
  }
  const script = scripts.get(name)
  if (rest.length === 0) return json(response, 200, script?.requests ?? [])

  const path = `/${rest.join('/')}`
  let body: RecordedRequest['body']
  try {
    body = JSON.parse(text)
  } catch {
    return refuse(response, 400, 'the body is not JSON')
  }
  const authorization = request.headers.authorization ?? null
  script?.requests.push({ method: request.method ?? '', path, authorization, body, ...traceOf(request.headers) })
  if (request.method !== 'POST' || path !== '/v1/chat/completions') return refuse(response, 404, 'no such path')
  if (!authorization?.startsWith('Bearer ')) return refuse(response, 401, 'no key')
  const problem = problemOf(body)
  if (problem) return refuse(response, 400, problem)
  const reply = script?.replies.shift()
  if (!reply) return refuse(response, 500, 'the script is over')
  send(response, body, reply)
}

function problemOf(body: RecordedRequest['body']): string | null {
  if (typeof body.model !== 'string' || !Array.isArray(body.messages) || body.messages.length === 0)
    return 'model and messages are required'
  if (body.messages.some(({ role }) => !['system', 'user', 'assistant', 'developer', 'tool'].includes(role)))
    return 'unknown role'
  const format = body.response_format
  if (format?.type === 'json_schema')
    return format.json_schema ? strictProblem(format.json_schema.schema) : 'json_schema is required'
  return null
}

/** Structured outputs want every property required and nothing besides. */
function strictProblem(schema: JsonSchema): string | null {
  if (schema.type === 'array') return schema.items ? strictProblem(schema.items) : 'items are required'
  if (schema.type !== 'object') return null
  if (schema.additionalProperties !== false) return 'additionalProperties must be false'
  const names = Object.keys(schema.properties ?? {})
  if (names.some((name) => !schema.required?.includes(name))) return 'every property must be required'
  return names.map((name) => strictProblem(schema.properties![name]!)).find((found) => found !== null) ?? null
}

function send(response: ServerResponse, { model, stream }: RecordedRequest['body'], reply: ScriptedReply): void {
  if ('silent' in reply) return
  if ('drop' in reply) {
    if (reply.drop === 'middle') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
      response.write('{"id":"chatcmpl-1","object":"chat.completion","choices":[{"ind')
      setImmediate(() => response.destroy())
    } else response.destroy()
    return
  }
  if ('raw' in reply) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(reply.raw)
    return
  }
  if ('status' in reply) {
    const body = reply.body ?? {
      error: { message: `status ${reply.status}`, type: 'server_error', param: null, code: null },
    }
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(JSON.stringify(body))
    return
  }
  if (stream) {
    sendStream(response, model, reply.content, reply.finish ?? 'stop')
    return
  }
  const [tokensIn, tokensOut] = reply.tokens ?? [100, 10]
  json(response, 200, {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model,
    choices: [
      { index: 0, message: { role: 'assistant', content: reply.content }, finish_reason: reply.finish ?? 'stop' },
    ],
    usage: { prompt_tokens: tokensIn, completion_tokens: tokensOut, total_tokens: tokensIn + tokensOut },
  })
}

/** Word by word, as server-sent events. */
function sendStream(response: ServerResponse, model: string, content: string, finish: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const event = (delta: object, finish_reason: string | null) => {
    const chunk = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_700_000_000, model }
    response.write(`data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, delta, finish_reason }] })}\n\n`)
  }
  for (const word of content.match(/\S+\s*/g) ?? []) event({ content: word }, null)
  event({}, finish)
  response.end('data: [DONE]\n\n')
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const refuse = (response: ServerResponse, status: number, message: string): void =>
  json(response, status, { error: { message, type: 'invalid_request_error', param: null, code: null } })

const traceOf = ({ traceparent, tracestate }: IncomingMessage['headers']) =>
  traceparent === undefined ? {} : { traceparent: String(traceparent), tracestate: String(tracestate) }
