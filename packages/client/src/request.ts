import type { Prepared } from './connection.ts'
import { type LinesBody, writeLines } from './lines.ts'
import type { Operation } from './operation.ts'
import type { CallOptions, ClientOptions } from './options.ts'

const DEFAULT_TIMEOUT_MS = 30_000

/** What was passed to a call, by what it is. */
export interface Given {
  readonly path: string
  readonly body: unknown
  readonly query: Readonly<Record<string, unknown>>
  readonly options: CallOptions
}

/** Tells the arguments of a call apart: those in its path, its body, its query string, its options. */
export function readArguments({ call, body, query }: Operation, given: readonly unknown[]): Given {
  const [template = ''] = call.split(' ').slice(1)
  const rest = [...given]
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, rest.shift()))
  return {
    path,
    body: body ? (rest.shift() ?? {}) : undefined,
    query: (query ? rest.shift() : undefined) ?? {},
    options: (rest.shift() as CallOptions | undefined) ?? {},
  } as Given
}

/** An id that is missing or all dots would make another call of it. */
function segment(name: string, value: unknown): string {
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value))
    throw new TypeError(`${name} must be an id, not ${JSON.stringify(value)}.`)
  return encodeURIComponent(value)
}

/** The request, the same at every try. */
export async function prepare(
  client: ClientOptions,
  token: string | undefined,
  operation: Operation,
  { path, body, query, options }: Given,
): Promise<Prepared> {
  const content =
    operation.body === 'lines'
      ? await writeLines(body as LinesBody)
      : body === undefined
        ? undefined
        : JSON.stringify(body)
  const headers: Record<string, string> = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(operation.body
      ? { 'content-type': operation.body === 'lines' ? 'application/x-ndjson' : 'application/json' }
      : {}),
    ...(operation.once ? { 'idempotency-key': options.idempotencyKey ?? newKey() } : {}),
    ...(options.ifMatch === undefined ? {} : { 'if-match': `"${options.ifMatch}"` }),
    ...client.headers,
    ...options.headers,
  }
  return {
    url: `${client.url.replace(/\/+$/, '')}${path}${toQueryString(query)}`,
    init: { method: operation.call.split(' ')[0]!, headers, ...(content === undefined ? {} : { body: content }) },
    // Unbound: the platform's own does not work as the method of something else.
    fetch: client.fetch ?? ((...args) => fetch(...args)),
    onResponse: client.onResponse,
    timeoutMs: options.timeoutMs ?? client.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    signal: options.signal,
  }
}

/** `{ persona: 'a', metadata: { city: 'Paris', n: '3' } }` → `?persona=a&metadata.city=Paris&metadata.n="3"`. */
function toQueryString(query: Given['query']): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).map(([key, one]) => [`${name}.${key}`, quoteIfJson(one)] as const)
      : value === null
        ? []
        : [[name, value] as const],
  )
  const text = new URLSearchParams(
    pairs.filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]),
  ).toString()
  return text === '' ? '' : `?${text}`
}

/** A text that could be taken for a number, true, false, null or a text in quotes goes in quotes. */
const quoteIfJson = <T>(value: T): T | string =>
  typeof value === 'string' && /^(?:".*"|true|false|null|-?\d[\d.eE+-]*)$/s.test(value) ? JSON.stringify(value) : value

/** Not `randomUUID`, which a page has only over https. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
