/** What can go wrong in a way that we foresaw. The HTTP layer turns the code into a status; the message is safe to show to anyone. */
export type ErrorCode =
  | 'invalid-request'
  | 'invalid-key'
  | 'not-found'
  | 'conflict'
  | 'version-mismatch'
  | 'loading'
  | 'store-unavailable'
  | 'overloaded'
  | 'storage-full'
  | 'storage-damaged'
  | 'llm-unavailable'
  | 'misconfigured'

export class BrainError extends Error {
  readonly code: ErrorCode
  readonly retryAfterSeconds: number | null

  constructor(code: ErrorCode, safeMessage: string, options: { cause?: unknown; retryAfterSeconds?: number } = {}) {
    super(safeMessage, { cause: options.cause })
    this.name = 'BrainError'
    this.code = code
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
  }
}
