import { toHex } from '../../domain/base62.ts'
import type { Receipt } from '../../ports/memory-revisions.ts'

const utf8 = new TextEncoder()

/** What may quote a memory: of these a hash is kept, by which whoever asked knows it again. */
const QUOTING = ['entity', 'metadata'] as const

/** What a receipt says of what was asked for: without what is null, and without a text. */
export async function scopeOf(namespace: string, asked: Readonly<Record<string, unknown>>): Promise<Receipt['scope']> {
  const given = Object.entries(asked).filter(([, value]) => value !== null)
  const kept = given.map(async ([field, value]) => [
    field,
    QUOTING.some((name) => name === field) ? await hashOf(namespace, value) : value,
  ])
  return Object.fromEntries(await Promise.all(kept))
}

async function hashOf(namespace: string, value: unknown): Promise<string> {
  const bytes = utf8.encode(`${namespace} ${JSON.stringify(value)}`)
  return `sha256:${toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))).slice(0, 32)}`
}
