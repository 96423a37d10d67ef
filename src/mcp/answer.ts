import { findTrap, isObject } from '../http/parse-body.ts'
import type { Endpoint } from './endpoint.ts'
import { methodOf, toResult } from './methods.ts'
import { CODES, ProtocolError, WITH_BATCHES } from './protocol.ts'
import { idOf, readMessage } from './read-message.ts'

/** More than a client of that revision has a reason to send at once. */
const MOST_MESSAGES = 20

export interface Answer {
  readonly status: number
  /** null: there is nothing to say. */
  readonly body: object | null
}

/** Looks at the key of a message that no route will look at. */
export type CheckKey = () => Promise<void>

/** Answers what a client posted: one message, or in the one revision that had them a batch. */
export async function answer(
  bytes: Uint8Array,
  headers: Headers,
  endpoint: Endpoint,
  checkKey: CheckKey,
): Promise<Answer> {
  try {
    const sent = parse(bytes, headers)
    if (!Array.isArray(sent)) return await answerOne(sent, headers, endpoint, checkKey)
    return await answerBatch(sent, headers, endpoint, checkKey)
  } catch (error) {
    return toError(null, error)
  }
}

function parse(bytes: Uint8Array, headers: Headers): unknown {
  const refused = (code: number, message: string, status = 400) => new ProtocolError(code, message, { status })
  if (!/^application\/json\s*(?:;|$)/i.test(headers.get('content-type') ?? ''))
    throw refused(CODES.invalidRequest, 'content-type: must be application/json', 415)
  let text: string
  let value: unknown
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
    value = JSON.parse(text)
  } catch {
    throw refused(CODES.parse, 'body: must be valid JSON in UTF-8')
  }
  const problem = typeof value === 'object' && value !== null ? findTrap(value, text) : null
  if (problem !== null) throw refused(CODES.invalidRequest, problem)
  return value
}

async function answerBatch(
  sent: readonly unknown[],
  headers: Headers,
  endpoint: Endpoint,
  checkKey: CheckKey,
): Promise<Answer> {
  const refused = (message: string) => new ProtocolError(CODES.invalidRequest, message, { status: 400 })
  const version = headers.get('mcp-protocol-version')?.trim() ?? WITH_BATCHES
  if (version !== WITH_BATCHES) throw refused(`Batches are of the revision ${WITH_BATCHES} alone.`)
  if (sent.length === 0 || sent.length > MOST_MESSAGES) throw refused(`A batch has 1 to ${MOST_MESSAGES} messages.`)
  if (sent.some((one) => isObject(one) && one.method === 'initialize')) throw refused('initialize must come alone.')
  const answers: object[] = []
  // One after the other: a batch must not take more of the service at a time than its messages would.
  for (const one of sent) {
    const { body } = await answerOne(one, headers, endpoint, checkKey)
    if (body) answers.push(body)
  }
  return answers.length === 0 ? { status: 202, body: null } : { status: 200, body: answers }
}

async function answerOne(sent: unknown, headers: Headers, endpoint: Endpoint, checkKey: CheckKey): Promise<Answer> {
  try {
    const message = readMessage(sent, headers)
    if (message === 'notification') return { status: 202, body: null }
    const method = methodOf(message)
    endpoint.note('method', message.method)
    if (!method.callsRoute) await checkKey()
    const result = toResult(message, method, endpoint, await method.answer(message, endpoint))
    return { status: 200, body: { jsonrpc: '2.0', id: message.id, result } }
  } catch (error) {
    return toError(idOf(sent), error)
  }
}

function toError(id: string | number | null, error: unknown): Answer {
  if (!(error instanceof ProtocolError)) throw error
  const { code, message, data, status } = error
  return { status, body: { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } } }
}
