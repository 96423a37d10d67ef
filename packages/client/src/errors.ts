import type { ErrorCode } from './operations.ts'

/** What the service says, and what can go wrong on the way to it. */
export type BrainErrorCode = ErrorCode | 'connection_failed' | 'timeout' | 'unexpected_answer' | (string & {})

export interface BrainErrorFields {
  /** Which error it is, for programs: a code never changes. */
  readonly code: BrainErrorCode
  /** The HTTP status; 0 where nothing was answered. */
  readonly status: number
  /** Quote it when you ask for help; null where nothing was answered. */
  readonly requestId: string | null
  /** What the service asked to wait; null where it did not. */
  readonly retryAfterMs: number | null
  /** The whole answer, for the fields that few errors have (`tier`, `limit`). */
  readonly body: unknown
  readonly cause?: unknown
}

/** Every error of a call: what the service refused, or that it could not be reached. */
export class BrainError extends Error implements BrainErrorFields {
  override readonly name: string = 'BrainError'
  readonly code: BrainErrorCode
  readonly status: number
  /** What is wrong, in one sentence. */
  readonly detail: string
  readonly requestId: string | null
  readonly retryAfterMs: number | null
  readonly body: unknown

  constructor(detail: string, { code, status, requestId, retryAfterMs, body, cause }: BrainErrorFields) {
    super(status === 0 ? detail : `${detail} (${status} ${code})`, cause === undefined ? {} : { cause })
    this.detail = detail
    this.code = code
    this.status = status
    this.requestId = requestId
    this.retryAfterMs = retryAfterMs
    this.body = body
  }
}

/** 400, 413: a part of the request breaks its rule, which `detail` names. */
export class InvalidRequestError extends BrainError {
  override readonly name = 'InvalidRequestError'
}

/** 401: the key or the operator's token is missing or wrong. */
export class AuthenticationError extends BrainError {
  override readonly name = 'AuthenticationError'
}

/** 403: the key or its plan does not allow this. */
export class PermissionError extends BrainError {
  override readonly name = 'PermissionError'
}

/** 404: there is no such thing. */
export class NotFoundError extends BrainError {
  override readonly name = 'NotFoundError'
}

/** 409, 412, 422: it contradicts what is there, or what was asked before. */
export class ConflictError extends BrainError {
  override readonly name = 'ConflictError'
}

/** 429: too many requests of this minute or operations of this month. */
export class RateLimitError extends BrainError {
  override readonly name = 'RateLimitError'
}

/** 5xx: the service cannot do it now. */
export class ServiceError extends BrainError {
  override readonly name = 'ServiceError'
}

/** Nothing was answered: no network, no such host, a connection that broke. */
export class ConnectionError extends BrainError {
  override readonly name: string = 'ConnectionError'
}

/** Nothing was answered within `timeoutMs`. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError'
}

const byStatus: Readonly<Record<number, typeof BrainError>> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  412: ConflictError,
  413: InvalidRequestError,
  422: ConflictError,
  429: RateLimitError,
}

/** The error that an answer tells of. */
export async function errorOf(response: Response): Promise<BrainError> {
  const { status, headers } = response
  const body = parse(await response.text().catch(() => ''))
  const { code, detail, request_id } = (body ?? {}) as { code?: unknown; detail?: unknown; request_id?: unknown }
  const kind = byStatus[status] ?? (status >= 500 ? ServiceError : BrainError)
  // A browser shows nothing of a redirect that is not followed.
  const isRedirect = status < 400
  const told = isRedirect ? 'The answer is a redirect, which is not followed.' : `The answer was ${status}.`
  return new kind(typeof detail === 'string' ? detail : told, {
    code: typeof code === 'string' ? code : 'unexpected_answer',
    status,
    requestId: headers.get('x-request-id') ?? (typeof request_id === 'string' ? request_id : null),
    retryAfterMs: readRetryAfter(headers.get('retry-after')),
    body,
  })
}

/** The error where nothing, or nothing of ours, was answered. */
export const failure = (
  kind: typeof BrainError,
  code: BrainErrorCode,
  detail: string,
  cause?: unknown,
  response?: Response,
): BrainError =>
  new kind(detail, {
    ...{ code, status: response?.status ?? 0, requestId: response?.headers.get('x-request-id') ?? null },
    ...{ retryAfterMs: null, body: null, cause },
  })

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Seconds, or a date. */
function readRetryAfter(value: string | null): number | null {
  if (value === null) return null
  const waitMs = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(waitMs) ? null : Math.max(0, waitMs)
}
