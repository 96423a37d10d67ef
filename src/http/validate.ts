import type { Context, MiddlewareHandler } from 'hono'
import * as z from 'zod/mini'
import type { AppEnv } from './context.ts'

/** Deeper than any sensible request, shallow enough that nothing that walks a value runs out of stack. */
const MAX_DEPTH = 64

type Parsed = { readonly value: object } | { readonly problem: string }

/** A middleware after which `c.req.valid('json')` is what the schema makes of the body; typed clients know what to send. */
export type ValidJson<S extends z.ZodMiniType> = MiddlewareHandler<
  AppEnv,
  string,
  { in: { json: z.input<S> }; out: { json: z.output<S> } }
>

/** The body as the schema has it, or in one sentence what is wrong with it. `ifEmpty` stands for one that was left out, where it may be. */
export function readBody<S extends z.ZodMiniType>(
  c: Context<AppEnv>,
  schema: S,
  ifEmpty?: object,
): { readonly body: z.output<S> } | { readonly problem: string } {
  const left = ifEmpty !== undefined && c.get('body').byteLength === 0
  const parsed = left ? { value: ifEmpty } : parseBody(c.get('body'), c.req.header('content-type') ?? null)
  if ('problem' in parsed) return parsed
  const result = z.safeParse(schema, parsed.value)
  if (!result.success) return { problem: describeIssues(result.error.issues, parsed.value) }
  c.req.addValidatedData('json', result.data as object)
  return { body: result.data }
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

/** Everything that can be wrong with a body before its fields are looked at. */
function parseBody(bytes: Uint8Array, contentType: string | null): Parsed {
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
  return trap ? { problem: trap } : { value }
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
function describeIssues(issues: readonly z.core.$ZodIssue[], body: unknown): string {
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
