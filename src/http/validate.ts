import type { Context } from 'hono'
import * as z from 'zod/mini'
import { planLimits } from '../domain/account/plan.ts'
import type { AppEnv, Input } from './context.ts'
import type { Route } from './define-route.ts'
import { fieldsOf, ignoredFields, ignoredMetadata, unknownFields } from './ignored-fields.ts'
import { settledOf } from './inner-request.ts'
import { decodeBody, findTrap, isObject, parseBody } from './parse-body.ts'

/** More items than this are too many on every plan: they are counted, and not looked at. */
const MOST_ITEMS = Math.max(...Object.values(planLimits).map(({ itemsPerBatch }) => itemsPerBatch))

type Read =
  | { readonly input: Input; readonly items: number | null }
  | { readonly problem: string; readonly tooManyItems?: number }

/**
 * What the route's schemas make of the request, or in one sentence what is wrong with it. @hono/zod-validator does not fit here: it answers by itself, and before the key and the rate are settled.
 */
export function readInput(
  c: Context<AppEnv>,
  route: Pick<
    Route,
    'method' | 'scope' | 'params' | 'query' | 'body' | 'items' | 'bodyMayBeMissing' | 'refusesIgnored' | 'readBody'
  >,
): Read {
  const problems: string[] = []
  const read = (schema: z.ZodMiniType | undefined, value: unknown, ruleOf: RuleOf): unknown => {
    if (!schema) return undefined
    const result = z.safeParse(schema, value)
    if (!result.success) problems.push(...describeIssues(result.error.issues, ruleOf))
    return result.data
  }
  const params = read(route.params, c.req.param(), ruleAlone)
  const query = read(route.query, c.req.query(), ruleAlone)
  let items: number | null = null
  let body: unknown
  const ignored = route.query ? ignoredFields(fieldsOf(route.query), c.req.query()) : []
  if (takesMetadata(route.query)) ignored.push(...ignoredMetadata(c.req.query()))
  if (route.readBody) {
    const decoded = decodeBody(c.get('body'), c.req.raw.headers)
    const left = 'problem' in decoded || problems.length > 0 ? decoded : route.readBody(decoded.text, query)
    if ('problem' in left) problems.push(left.problem)
    else if ('value' in left) body = left.value
  } else if (route.body) {
    const bytes = c.get('body')
    const isMissing = route.bodyMayBeMissing && bytes.byteLength === 0
    const parsed = isMissing ? { value: {}, text: '' } : parseBody(bytes, c.req.raw.headers)
    if ('value' in parsed) {
      const list = route.items && parsed.value[route.items]
      items = Array.isArray(list) ? list.length : null
      if (items !== null && items > MOST_ITEMS)
        return { problem: `items: must have at most ${MOST_ITEMS} items`, tooManyItems: items }
    }
    const problem = 'problem' in parsed ? parsed.problem : findTrap(parsed.value, parsed.text)
    if (problem !== null) problems.push(problem)
    else if ('value' in parsed) {
      body = read(route.body, parsed.value, ruleIn(parsed.value))
      if (route.refusesIgnored) problems.push(...unknownFields(fieldsOf(route.body), parsed.value))
      else if (problems.length === 0) ignored.push(...ignoredIn(route, parsed.value))
    }
  }
  problems.push(...notUnderstood(c, route))
  const { problem: unsaid } = settledOf(c.req.raw)
  if (unsaid !== null) problems.push(unsaid)
  return problems.length > 0 ? { problem: inOneSentence(problems) } : { input: { params, query, body, ignored }, items }
}

/** Parameters that have no fixed names are those of metadata. */
const takesMetadata = (query: z.ZodMiniType | undefined): boolean =>
  (query as { def?: { catchall?: unknown } } | undefined)?.def?.catchall !== undefined

/** Whoever erases must not be taken to mean more than he said: a parameter or a body that nobody reads may be `dry_run`. */
function notUnderstood(
  c: Context<AppEnv>,
  route: Pick<Route, 'method' | 'scope' | 'query' | 'body' | 'refusesIgnored'>,
): string[] {
  const erases = route.method === 'delete' || route.scope === 'erase'
  const params = erases || route.refusesIgnored ? unknownParams(c.req.url, fieldsOf(route.query)) : []
  return erases && !route.body && saysSomething(c.get('body')) ? [...params, 'body: this call takes none'] : params
}

const saysSomething = (body: Uint8Array): boolean => !/^(\{\s*\})?$/.test(new TextDecoder().decode(body).trim())

/** By the address itself: whoever has no schema for parameters reads none. */
const unknownParams = (url: string, fields: object | null): string[] =>
  [...new URL(url).searchParams.keys()]
    .filter((name) => !fields || !Object.hasOwn(fields, name))
    .map((name) => `${name.slice(0, 100)}: is no parameter of this call`)

/** Of a batch, each item is looked at; what several of them have is said once. */
function ignoredIn({ body, items }: Pick<Route, 'body' | 'items'>, sent: Record<string, unknown>): string[] {
  const own = ignoredFields(fieldsOf(body), sent)
  if (!items) return own
  const list = fieldsOf(body)?.[items] as { element?: z.ZodMiniType; def?: { element?: z.ZodMiniType } } | undefined
  const fields = fieldsOf(list?.def?.element)
  const inItems = (sent[items] as unknown[]).flatMap((item) => (isObject(item) ? ignoredFields(fields, item) : []))
  return [...new Set([...own, ...inItems])]
}

/** So many problems are named, and the rest is counted: an answer is never much longer than what helps. */
const MOST_NAMED = 10

function inOneSentence(problems: readonly string[]): string {
  const distinct = [...new Set(problems)]
  const more = distinct.length - MOST_NAMED
  return [...distinct.slice(0, MOST_NAMED), ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}

type RuleOf = (issue: z.core.$ZodIssue) => string

const ruleAlone: RuleOf = ({ message }) => message

/** In a body, what is missing is said to be. */
const ruleIn =
  (body: unknown): RuleOf =>
  ({ path, message }) =>
    valueAt(body, path) === undefined ? 'required' : message

/** Each bad field and its rule: `k: must be an integer between 1 and 20`, `query: required`. A name may be the caller's, and as long as he likes. */
const describeIssues = (issues: readonly z.core.$ZodIssue[], ruleOf: RuleOf): string[] =>
  issues.map((issue) => `${issue.path.map(String).join('.').slice(0, 100) || 'body'}: ${ruleOf(issue)}`)

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    body,
  )
}
