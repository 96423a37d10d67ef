import type { Context } from 'hono'
import { toHex } from '../domain/base62.ts'
import type { OnceRequest, Outcome } from '../ports/accounts.ts'
import type { AppEnv } from './context.ts'
import type { Route } from './define-route.ts'

const HEADER = 'Idempotency-Key'
const PRINTABLE = /^[\x20-\x7e]{1,255}$/
const RULE = `${HEADER}: must be 1 to 255 printable ASCII characters`

/** Whether a call changes something, and may be told to do so once. */
export const canBeOnce = ({ method, scope }: Pick<Route, 'method' | 'scope'>): boolean =>
  method !== 'get' && (scope === 'write' || scope === 'erase')

/** What the caller wants to happen once, or what is wrong with how he says so; null where he does not. */
export async function readOnce(c: Context<AppEnv>, route: Route): Promise<OnceRequest | { problem: string } | null> {
  const key = canBeOnce(route) ? c.req.header(HEADER) : undefined
  if (key === undefined) return null
  if (!PRINTABLE.test(key)) return { problem: RULE }
  const { pathname, search } = new URL(c.req.url)
  const [id, fingerprint] = await Promise.all([
    hash(utf8.encode(key)),
    hash(utf8.encode(`${c.req.method} ${pathname}${search}\n`), c.get('body')),
  ])
  return { id, fingerprint }
}

const utf8 = new TextEncoder()

async function hash(...parts: readonly Uint8Array[]): Promise<string> {
  const whole = new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer())
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', whole)))
}

/** The fields whose texts are kept: ids, codes and our own sentences. Whatever else is a text may be somebody's. */
const KEPT_TEXTS = /^(?:id|ids|\w+_ids?|duplicate_of|msg|code|error|detail|state|format)$/

/** Of what an erasure went by, the ids of memories alone are ours. */
const KEPT_IN_SCOPE = /^ids$/

/** What is kept of an answer; null: nothing came of it. */
export async function outcomeOf(response: Response): Promise<Outcome | null> {
  if (response.status >= 500) return null
  const { ignored: _, ...answer } = (await response.clone().json()) as Record<string, unknown>
  return { status: response.status, body: withoutTexts(answer, '') }
}

function withoutTexts(value: unknown, field: string, kept = KEPT_TEXTS): unknown {
  // What its fields are called the caller chose.
  if (field === 'metadata') return undefined
  if (typeof value === 'string') return kept.test(field) ? value : undefined
  if (Array.isArray(value)) return value.map((one) => withoutTexts(one, field, kept)).filter((one) => one !== undefined)
  if (typeof value !== 'object' || value === null) return value
  const inside = field === 'scope' ? KEPT_IN_SCOPE : kept
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutTexts(one, name, inside)]))
}
