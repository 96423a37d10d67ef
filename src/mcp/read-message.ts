import { isObject } from '../http/parse-body.ts'
import { CODES, CURRENT, FORMER, META, type Message, type Params, ProtocolError } from './protocol.ts'

/** What of a request `Mcp-Name` has to repeat. */
const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
}

type Read = Message | 'notification'

const refused = (code: number, message: string, data?: unknown) =>
  new ProtocolError(code, message, { status: 400, data })

/** What a client sent, if its revision allows for it; a ProtocolError says what is wrong. */
export function readMessage(sent: unknown, headers: Headers): Read {
  if (!isObject(sent) || sent.jsonrpc !== '2.0')
    throw refused(CODES.invalidRequest, 'A message is a JSON-RPC 2.0 object.')
  const { id, method, params = {} } = sent
  if (typeof method !== 'string') {
    if (id !== undefined && ('result' in sent || 'error' in sent)) return 'notification'
    throw refused(CODES.invalidRequest, 'A message has a method.')
  }
  if (id !== undefined && !isId(id)) throw refused(CODES.invalidRequest, 'id: must be a string or an integer.')
  if (!isObject(params)) throw refused(CODES.invalidParams, 'params: must be an object.')
  const era = eraOf(method, params, headers)
  if (id === undefined) return 'notification'
  if (era === 'current') checkHeaders(method, params, headers)
  return { id: id as Message['id'], method, params, era }
}

/** The id of what could not be read, for its answer. */
export const idOf = (sent: unknown): Message['id'] | null => (isObject(sent) && isId(sent.id) ? sent.id : null)

const isId = (id: unknown): id is Message['id'] => typeof id === 'string' || Number.isSafeInteger(id)

/** A request of the current revision names it in `_meta`; one of a former does not, and need not say which in a header. */
function eraOf(method: string, params: Params, headers: Headers): Message['era'] {
  const inHeader = headers.get('mcp-protocol-version')?.trim()
  const meta = isObject(params._meta) ? params._meta : {}
  const inBody = meta[META.version]
  const version = inBody ?? inHeader
  if (inBody !== undefined && inHeader !== undefined && inBody !== inHeader)
    throw mismatch(`MCP-Protocol-Version is ${inHeader.slice(0, 40)}, and the body names another revision.`)
  if (inBody === undefined && (inHeader === undefined || FORMER.some((known) => known === inHeader))) return 'former'
  if (version !== CURRENT)
    throw refused(CODES.unknownVersion, 'Unsupported protocol version.', {
      supported: [CURRENT],
      requested: String(version).slice(0, 40),
    })
  // Clients of the current revision do not shake hands.
  if (method === 'initialize' && inBody === undefined) throw mismatch('initialize is not of this revision.')
  const missing = [META.version, META.capabilities].filter((key) => !(key in meta))
  const needed = !method.startsWith('notifications/')
  if (needed && (missing.length > 0 || !isObject(meta[META.capabilities])))
    throw refused(CODES.invalidParams, `params._meta: needs ${(missing[0] ?? META.capabilities) as string}.`)
  return 'current'
}

/** What stands between client and server goes by headers, so that they must not say anything else than the body. */
function checkHeaders(method: string, params: Params, headers: Headers): void {
  const [version, inHeader, name] = ['mcp-protocol-version', 'mcp-method', 'mcp-name'].map((each) =>
    headers.get(each)?.trim(),
  )
  if (version === undefined) throw mismatch('The header MCP-Protocol-Version is missing.')
  if (inHeader !== method) throw mismatch('The header Mcp-Method must be the method of the body.')
  const named = params[NAMED_BY[method] ?? '']
  if (typeof named === 'string' && (name === undefined || decoded(name) !== named))
    throw mismatch(`The header Mcp-Name must be params.${NAMED_BY[method]} of the body.`)
}

const mismatch = (message: string) => refused(CODES.headerMismatch, message)

/** What a header cannot carry as it is comes as `=?base64?…?=`; null where that is none. */
function decoded(value: string): string | null {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1]
  if (encoded === undefined) return value
  try {
    // Its loose forms are refused: whoever reads headers by the letter would see another name.
    if (!/^(?:[\w+/]{4})*(?:[\w+/]{2}==|[\w+/]{3}=)?$/.test(encoded)) return null
    const bytes = Uint8Array.from(atob(encoded), (sign) => sign.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    return null
  }
}
