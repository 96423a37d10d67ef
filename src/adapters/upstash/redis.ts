import { Redis } from '@upstash/redis'
import { BrainError } from '../../domain/errors.ts'
import type { Guard } from '../../runtime/guard.ts'

export interface UpstashConnection {
  readonly url: string
  readonly token: string
  readonly guard: Guard
}

/** Calls Redis over REST: timed, and its failures told as ours. The client's own retries would only add to the wait. */
export function connectRedis({ url, token, guard }: UpstashConnection) {
  const redis = new Redis({
    url,
    token,
    retry: false,
    automaticDeserialization: false,
    enableTelemetry: false,
    responseEncoding: false,
  })
  const ask = <T>(call: (redis: Redis) => Promise<T>, idempotent = true): Promise<T> =>
    guard(() => call(redis).catch((error: unknown) => Promise.reject(translate(error))), { idempotent })
  return { redis, ask, check: () => ask(async (client) => void (await client.ping())) }
}

/** The client names what the server said in its message, and has no status. */
function translate(error: unknown): unknown {
  const message = error instanceof Error ? error.message : ''
  if (/WRONGPASS|Unauthorized|invalid or missing auth/i.test(message))
    return new BrainError('misconfigured', 'Upstash refuses the token: UPSTASH_REDIS_REST_TOKEN is wrong.', {
      cause: error,
    })
  if (error instanceof Error && error.name === 'UpstashError' && /^(ERR|WRONGTYPE|NOSCRIPT)/.test(message))
    return new BrainError('misconfigured', 'Redis refused a command.', { cause: error })
  return error
}

export type RedisConnection = ReturnType<typeof connectRedis>
