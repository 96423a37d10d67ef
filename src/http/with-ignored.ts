import type { Context } from 'hono'
import type { AppEnv } from './context.ts'

/** The answer, and which fields were not known and looked like ours. */
export function withIgnored(c: Context<AppEnv>, answer: unknown): object {
  const ignored = c.get('input')?.ignored
  return ignored?.length ? { ...(answer as object), ignored } : (answer as object)
}
