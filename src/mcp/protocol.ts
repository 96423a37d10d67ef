/** The current revision: stateless, and every request says by itself who asks and in which revision. */
export const CURRENT = '2026-07-28'

/** Revisions before it, newest first: `initialize` comes first, and the rest of what they say is the same. */
export const FORMER = ['2025-11-25', '2025-06-18', '2025-03-26'] as const

/** The only one that has batches. Its clients do not name their revision in a header. */
export const WITH_BATCHES = '2025-03-26'

export const META = {
  version: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
} as const

export const CODES = {
  parse: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** Of ours: the service refused what the message asked for. */
  refused: -32000,
  /** Revisions before 2026-07-28 have a code for it. */
  unknownResource: -32002,
  headerMismatch: -32020,
  unknownVersion: -32022,
} as const

export type Params = Readonly<Record<string, unknown>>

/** A request of a client. Notifications ask for nothing, and nothing is done with them. */
export interface Message {
  readonly id: string | number
  readonly method: string
  readonly params: Params
  /** Of the current revision, or of one before. */
  readonly era: 'current' | 'former'
}

/** What a message cannot have, by the protocol; `status` is that of HTTP. */
export class ProtocolError extends Error {
  readonly code: number
  readonly status: number
  readonly data: unknown

  constructor(code: number, message: string, more: { status?: number; data?: unknown } = {}) {
    super(message)
    this.name = 'ProtocolError'
    this.code = code
    this.status = more.status ?? 200
    this.data = more.data
  }
}
