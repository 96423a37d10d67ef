import type { Context } from 'hono'
import * as z from 'zod/mini'
import type { AppEnv, Input } from './context.ts'
import type { Route } from './define-route.ts'

/** Deeper than any sensible request, shallow enough that nothing that walks a value runs out of stack. */
const MAX_DEPTH = 64

type Parsed = { readonly value: object } | { readonly problem: string }

/**
 * What the route's schemas make of the request, or in one sentence what is wrong with it. `ifEmpty` stands for a body that was left out,
 * where it may be. @hono/zod-validator does not fit here: it answers by itself, and before the key and the rate are settled.
 */
export function readInput(
  c: Context<AppEnv>,
  { params, query, body }: Pick<Route, 'params' | 'query' | 'body'>,
  ifEmpty?: object,
): { readonly input: Input } | { readonly problem: string } {
  const problems: string[] = []
  const read = (schema: z.ZodMiniType, value: unknown, ruleOf: RuleOf): unknown => {
    const result = z.safeParse(schema, value)
    if (!result.success) problems.push(describeIssues(result.error.issues, ruleOf))
    return result.data
  }
  const readBody = (schema: z.ZodMiniType): unknown => {
    const bytes = c.get('body')
    const left = ifEmpty !== undefined && bytes.byteLength === 0
    const parsed = left ? { value: ifEmpty } : parseBody(bytes, c.req.header('content-type') ?? null)
    if ('value' in parsed) return read(schema, parsed.value, ruleIn(parsed.value))
    problems.push(parsed.problem)
  }
  const input = {
    params: params && read(params, c.req.param(), ruleAlone),
    query: query && read(query, c.req.query(), ruleAlone),
    body: body && readBody(body),
  }
  return problems.length > 0 ? { problem: problems.join('; ') } : { input }
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

type RuleOf = (issue: z.core.$ZodIssue) => string

const ruleAlone: RuleOf = ({ message }) => message

/** In a body, what is missing is said to be. */
const ruleIn =
  (body: unknown): RuleOf =>
  ({ path, message }) =>
    valueAt(body, path) === undefined ? 'required' : message

/** One sentence that names each bad field and its rule: `k: must be an integer between 1 and 20; query: required`. */
function describeIssues(issues: readonly z.core.$ZodIssue[], ruleOf: RuleOf): string {
  const sentences = issues.map((issue) => `${issue.path.map(String).join('.') || 'body'}: ${ruleOf(issue)}`)
  return [...new Set(sentences)].join('; ')
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    body,
  )
}
