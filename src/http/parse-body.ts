/** More than any sensible request has; two megabytes could have a million, which take a second to look at. */
const MAX_VALUES = 100_000

/** Deeper than any sensible request, shallow enough that nothing that walks a value runs out of stack. */
const MAX_DEPTH = 64

type Parsed = { readonly value: Record<string, unknown>; readonly text: string } | { readonly problem: string }

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

/** The JSON object that a body is, or why it is none. */
export function parseBody(bytes: Uint8Array, headers: Headers): Parsed {
  if (bytes.byteLength === 0) return { problem: 'body: required, as a JSON object' }
  if (!JSON_TYPE.test(headers.get('content-type') ?? '')) return { problem: 'content-type: must be application/json' }
  const decoded = decodeBody(bytes, headers)
  if ('problem' in decoded) return decoded
  const { text } = decoded
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problem: 'body: must be valid JSON' }
  }
  return isObject(value) ? { value, text } : { problem: 'body: must be a JSON object' }
}

/** The text that a body is, whatever it says. */
export function decodeBody(
  bytes: Uint8Array,
  headers: Headers,
): { readonly text: string } | { readonly problem: string } {
  if (bytes.byteLength === 0) return { problem: 'body: required' }
  if (!/^(?:identity)?$/i.test(headers.get('content-encoding') ?? ''))
    return { problem: 'content-encoding: must be left out, since bodies are not decompressed' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes) }
  } catch {
    return { problem: 'body: must be UTF-8' }
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What no field of ours may have inside. It is looked for without recursion: the point is to survive what would break recursion. */
export function findTrap(root: object, text: string): string | null {
  const written = countIn(text)
  if (written.values > MAX_VALUES) return 'body: must not have more than 100,000 values'
  let level: object[] = [root]
  let members = 0
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return `body: must not be nested more than ${MAX_DEPTH} levels deep`
    const next: object[] = []
    for (const value of level) {
      const isList = Array.isArray(value)
      if (!isList && isPolluting(value)) return 'body: must not have a key named __proto__ or constructor.prototype'
      for (const [name, child] of isList ? value.entries() : Object.entries(value)) {
        if (!isList) members++
        // Stored as UTF-8 they would all be the same.
        if (typeof name === 'string' && !name.isWellFormed()) return 'body: must not have unpaired surrogates in a key'
        if (typeof child === 'object' && child !== null) next.push(child)
        else if (typeof child === 'number' && !Number.isFinite(child))
          return 'body: must not have a number beyond 1.8e308'
      }
    }
    level = next
  }
  // Whoever reads the first of them, a proxy for instance, would see another request than we do.
  return members < written.members ? 'body: must not have the same key twice in an object' : null
}

function isPolluting(value: object): boolean {
  if (Object.hasOwn(value, '__proto__')) return true
  if (!Object.hasOwn(value, 'constructor')) return false
  const inner = (value as { constructor: unknown }).constructor
  return typeof inner === 'object' && inner !== null && Object.hasOwn(inner, 'prototype')
}

/** Of a valid JSON text: how many members its objects have, which is its colons outside strings, and about how many values there are. */
function countIn(json: string): { members: number; values: number } {
  let members = 0
  let commas = 0
  for (let at = 0; at < json.length; at++) {
    const character = json.charCodeAt(at)
    if (character === COLON) members++
    else if (character === COMMA) commas++
    else if (character === QUOTE) at = endOfString(json, at)
  }
  return { members, values: Math.max(members, commas) }
}

const QUOTE = 34
const COMMA = 44
const COLON = 58
const BACKSLASH = 92

function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let escapes = 0
    while (json.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++
    if (escapes % 2 === 0) return end
  }
  return json.length
}
