import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { BrainError, type ErrorCode } from '../domain/errors.ts'
import { healthOfNothing } from '../pipelines/health.ts'
import type { AppEnv } from './context.ts'

/** The one table of what a foreseen failure answers with. */
const STATUS: Record<ErrorCode, ContentfulStatusCode> = {
  'invalid-request': 400,
  unauthorised: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  loading: 503,
  'store-unavailable': 503,
  overloaded: 503,
  'llm-unavailable': 503,
  misconfigured: 503,
}

export const LOADING = 'The models are still loading; retry in about 30 seconds.'
export const INVALID_KEY = 'The API key is invalid or inactive.'

export function toErrorResponse(error: Error, c: Context<AppEnv>): Response {
  c.header('x-request-id', c.get('requestId'))
  if (error instanceof BrainError) {
    if (c.req.path === '/brain/health' && c.req.method === 'GET') return c.json(healthOfNothing(error.message))
    if (error.cause) logCause(error.cause, c)
    const status = STATUS[error.code]
    if (status === 503) c.header('Retry-After', String(error.retryAfterSeconds ?? 30))
    return c.json({ detail: error.message }, status)
  }
  logCause(error, c)
  const requestId = c.get('requestId')
  return c.json(
    { detail: `Something went wrong on our side; the request id is ${requestId}.`, request_id: requestId },
    500,
  )
}

/** The name and the place of an error, never its message: a message may quote what was being stored. */
function logCause(cause: unknown, c: Context<AppEnv>): void {
  const error = cause instanceof Error ? cause : new Error('unknown')
  const places = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '))
  console.error(
    JSON.stringify({
      level: 'error',
      request_id: c.get('requestId'),
      error: error.name,
      at: places.slice(0, 6).map((line) => line.trim()),
    }),
  )
}

export const toNotFound = (c: Context<AppEnv>): Response =>
  c.json({ detail: `There is nothing at ${c.req.method} ${c.req.path.slice(0, 200)}; the reference is at /docs.` }, 404)
