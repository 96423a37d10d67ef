import { fetchService } from '../http/service.ts'

export interface Reply {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: what a message answers is asserted field by field.
  readonly body: any
}

const VERSION = '2026-07-28'

export const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

export async function postMcp(
  path: string,
  headers: Record<string, string>,
  body: unknown,
  fetch: typeof fetchService = fetchService,
): Promise<Reply> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}

/** A client of the current revision. */
export function mcpWith(key: string, path = '/mcp') {
  let id = 0
  const ask = (method: string, params: Record<string, unknown> = {}, headers: Record<string, string> = {}) => {
    const named = params.name ?? params.uri
    const own = {
      authorization: `Bearer ${key}`,
      'mcp-protocol-version': VERSION,
      'mcp-method': method,
      ...(typeof named === 'string' ? { 'mcp-name': named } : {}),
    }
    const message = {
      jsonrpc: '2.0',
      id: ++id,
      method,
      params: { ...params, _meta: { ...META, ...(params._meta as object) } },
    }
    return postMcp(path, { ...own, ...headers }, message)
  }
  return {
    ask,
    call: async (name: string, args: Record<string, unknown> = {}, headers: Record<string, string> = {}) => {
      const { body, ...rest } = await ask('tools/call', { name, arguments: args }, headers)
      return { ...rest, result: body.result, error: body.error, text: body.result?.content?.[0]?.text as string }
    },
  }
}

/** A client of a revision before, as it speaks after its handshake. */
export function formerMcpWith(key: string, version: string | null = '2025-11-25', path = '/mcp') {
  const headers = { authorization: `Bearer ${key}`, ...(version === null ? {} : { 'mcp-protocol-version': version }) }
  return {
    ask: (method: string, params?: Record<string, unknown>) =>
      postMcp(path, headers, { jsonrpc: '2.0', id: 1, method, ...(params ? { params } : {}) }),
    send: (body: unknown, more: Record<string, string> = {}) => postMcp(path, { ...headers, ...more }, body),
  }
}
