import type * as z from 'zod/mini'

/** Deeper than any sensible request, shallow enough that nothing that walks a value runs out of stack. */
const MAX_DEPTH = 64

export type ParsedBody = { readonly text: string } | { readonly problem: string }

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

/** Everything that can be wrong with a body before its fields are looked at. */
export function parseBody(bytes: Uint8Array, contentType: string | null): ParsedBody {
  if (bytes.byteLength === 0) return { problem: 'body: required, as a JSON object' }
  if (!contentType || !JSON_TYPE.test(contentType)) return { problem: 'content-type: must be application/json' }
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    return { problem: 'body: must be UTF-8' }
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problem: 'body: must be valid JSON' }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problem: 'body: must be a JSON object' }
  const trap = findTrap(value)
  return trap ? { problem: trap } : { text }
}

/** Walks without recursion: the point is to survive what would break recursion. */
function findTrap(root: object): string | null {
  let level: object[] = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return `body: must not be nested more than ${MAX_DEPTH} levels deep`
    const next: object[] = []
    for (const value of level) {
      if (!Array.isArray(value) && isPolluting(value))
        return 'body: must not have a key named __proto__ or constructor.prototype'
      for (const child of Object.values(value)) if (typeof child === 'object' && child !== null) next.push(child)
    }
    level = next
  }
  return null
}

function isPolluting(value: object): boolean {
  if (Object.hasOwn(value, '__proto__')) return true
  if (!Object.hasOwn(value, 'constructor')) return false
  const inner = (value as { constructor: unknown }).constructor
  return typeof inner === 'object' && inner !== null && Object.hasOwn(inner, 'prototype')
}

/** One sentence that names each bad field and its rule: `k: must be an integer between 1 and 20; query: required`. */
export function describeIssues(issues: readonly z.core.$ZodIssue[], body: unknown): string {
  const sentences = issues.map((issue) => {
    const field = issue.path.map(String).join('.') || 'body'
    return `${field}: ${valueAt(body, issue.path) === undefined ? 'required' : issue.message}`
  })
  return [...new Set(sentences)].join('; ')
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    body,
  )
}
