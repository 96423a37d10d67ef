import type { Context } from 'hono'
import { BrainError, type ErrorCode } from '../domain/errors.ts'
import { healthOfNothing } from '../pipelines/health.ts'
import { metrics } from '../runtime/metrics.ts'
import type { AppEnv } from './context.ts'
import { type AnswerCode, ERRORS } from './error-codes.ts'
import { toHealthResponse } from './routes/health.ts'

type InSnakeCase<Text extends string> = Text extends `${infer First}-${infer Rest}`
  ? `${First}_${InSnakeCase<Rest>}`
  : Text

const toAnswerCode = (code: ErrorCode): AnswerCode => code.replaceAll('-', '_') as InSnakeCase<ErrorCode>

/** Whatever it quotes, a sentence is no longer than this. */
const MOST_DETAIL = 2_000

/** The one form of an error's answer. Headers are set before. */
export const refuse = (c: Context<AppEnv>, code: AnswerCode, detail: string, more: object = {}): Response => {
  metrics.count('errors', 1, code)
  return c.json({ detail: detail.slice(0, MOST_DETAIL), code, ...more }, ERRORS[code].status)
}

export function toErrorResponse(error: Error, c: Context<AppEnv>): Response {
  c.header('x-request-id', c.get('requestId'))
  if (error instanceof BrainError) {
    if (c.req.path === '/brain/health' && c.req.method === 'GET')
      return c.json(toHealthResponse(healthOfNothing(error.message)))
    if (error.cause) logCause(error.cause, c)
    // Whoever has to restore it has to know whose it is: an id, in the log alone.
    if (error.code === 'storage-damaged') c.get('trace').notes.set('account', c.get('key')?.accountId ?? 'unknown')
    const code = toAnswerCode(error.code)
    if (ERRORS[code].status === 503) c.header('Retry-After', String(error.retryAfterSeconds ?? 30))
    return refuse(c, code, error.message)
  }
  logCause(error, c)
  const requestId = c.get('requestId')
  const detail = `Something went wrong on our side; the request id is ${requestId}.`
  return refuse(c, 'internal', detail, { request_id: requestId })
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
  refuse(c, 'not_found', `There is nothing at ${c.req.method} ${c.req.path.slice(0, 200)}; the reference is at /docs.`)
