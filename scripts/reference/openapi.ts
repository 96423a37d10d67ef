import * as z from 'zod/mini'
import { PLANS, planIsAtLeast, planLimits } from '../../src/domain/account/plan.ts'
import { VERSION } from '../../src/domain/version.ts'
import type { Route } from '../../src/http/define-route.ts'
import { ERRORS } from '../../src/http/error-codes.ts'
import { textBounds } from '../../src/http/fields.ts'
import { canBeOnce } from '../../src/http/once.ts'
import { priceOf } from '../../src/http/price.ts'

type Json = Record<string, unknown>

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

const detail = { type: 'string', description: 'What is wrong, in one sentence.' }

/** An error with more to say than what is wrong: these fields too, of which some may be missing. */
const errorWith = (more: Json, optional: readonly string[] = []): Json => ({
  type: 'object',
  properties: { detail, code: ref('ErrorCode'), ...more },
  required: ['detail', 'code', ...Object.keys(more).filter((name) => !optional.includes(name))],
})

const plan = { tier: { type: 'string' }, upgrade: { type: 'string' } }
const limitOf = (code: string): Json => ({ error: { type: 'string', const: code }, ...plan })

const errorSchemas: Json = {
  ErrorCode: {
    type: 'string',
    enum: Object.keys(ERRORS),
    description: 'Which error it is, for programs: a code never changes.',
  },
  Error: errorWith({}),
  InternalError: errorWith({ request_id: { type: 'string' } }),
  PlanTooLow: errorWith(plan, Object.keys(plan)),
  RateLimitExceeded: errorWith({
    ...limitOf('rate_limit_exceeded'),
    limit: { type: 'integer' },
    retry_after_seconds: { type: 'integer' },
  }),
  MonthlyLimitExceeded: errorWith(limitOf('monthly_limit_exceeded')),
}

const content = (schema: Json, type = 'application/json'): Json => ({ content: { [type]: { schema } } })
const json = (schema: Json): Json => content(schema)
const header = (description: string): Json => ({ description, schema: { type: 'string' } })

const rateHeaders: Json = {
  'RateLimit-Limit': header('Requests a minute, or `unlimited`.'),
  'RateLimit-Remaining': header('Requests left in the window, or `unlimited`.'),
  'RateLimit-Reset': header('Seconds until the oldest request leaves the window.'),
  'X-Ops-Remaining': header('Operations left this month, or `unlimited`.'),
}
const requestId: Json = { 'x-request-id': header('Quote it when you ask for help.') }
const retryAfter: Json = { 'Retry-After': header('Seconds to wait.') }

const IGNORED = '`ignored` is there where a field was sent that is not known and looks like one that is.'

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes the call happen once: sent again within 24 hours with the same body, it gives what came of it again, free of charge.',
  // A space at an end does not arrive.
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~](?:[ -~]{0,253}[!-~])?$' },
}

const ifMatch: Json = {
  name: 'If-Match',
  in: 'header',
  description: 'The `ETag` of the memory as it was read: refused with 412 where it was changed since.',
  // Whatever is none of its versions is a version that it is not at.
  schema: { type: 'string', examples: ['"1"'] },
}
const etag: Json = { ETag: header('The version that is shown, for `If-Match`.') }

/** What some statuses answer with besides `Error`. */
const answers: Record<number, { readonly headers?: Json; readonly schema?: Json }> = {
  403: { schema: ref('PlanTooLow') },
  405: { headers: { Allow: header('The methods that are meant.') } },
  429: { headers: retryAfter, schema: { oneOf: [ref('RateLimitExceeded'), ref('MonthlyLimitExceeded')] } },
  500: { schema: ref('InternalError') },
  503: { headers: retryAfter },
}

function describeError(status: number): Json {
  const { headers, schema = ref('Error') } = answers[status] ?? {}
  const codes = Object.entries(ERRORS).filter(([, error]) => error.status === status)
  const description = codes.map(([code, { about }]) => `\`${code}\`: ${about}`).join(' ')
  return { description, ...(headers ? { headers } : {}), ...json(schema) }
}

const SHARED_ERRORS = {
  memory: [400, 401, 403, 405, 413, 429, 500, 503],
  admin: [400, 401, 404, 405, 413, 500, 503],
  service: [405, 500, 503],
} as const

/** The API reference, made of the very schemas that validate. The service fills in its own address and budgets. */
export function createOpenApi(routes: readonly Route[]): Json {
  const components: Json = { ...errorSchemas }
  const paths: Record<string, Json> = {}
  const add = (path: string, { method }: Route, operation: Json) => {
    const template = path.replace(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method]: operation }
  }
  for (const route of routes) {
    const operation = describe(route, components)
    add(route.path, route, operation)
    if (route.formerly)
      add(route.formerly.path, route, { ...operation, operationId: route.formerly.id, deprecated: true })
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'edge-brain',
      version: VERSION,
      description:
        'Memory for agents: remembers text as chunks, a graph of facts and session context, and gives back the few that matter.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [
      { name: 'memory' },
      { name: 'service' },
      { name: 'admin', description: 'For the operator; absent without ADMIN_TOKEN.' },
    ],
    paths,
    'x-plans': describePlans(),
    'x-error-codes': Object.entries(ERRORS).map(([code, { status, about }]) => ({ code, status, description: about })),
    components: {
      schemas: components,
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        bearer: { type: 'http', scheme: 'bearer', description: 'The same key as `Authorization: Bearer KEY`.' },
        operator: { type: 'http', scheme: 'bearer', description: "The operator's token." },
      },
    },
  }
}

/** What each plan may do, for the page that shows it. null: no limit. */
const describePlans = (): Json[] =>
  PLANS.map((plan) => ({
    plan,
    requests_per_minute: planLimits[plan].requestsPerMinute,
    operations_per_month: null,
    items_per_batch: planLimits[plan].itemsPerBatch,
    graph_qa: planIsAtLeast(plan, 'starter'),
  }))

const tagOf = ({ scope }: Route) => (scope === 'operator' ? 'admin' : scope === 'none' ? 'service' : 'memory')

function describe(route: Route, components: Json): Json {
  const tag = tagOf(route)
  const price = priceOf(route)
  const statuses = new Set([...SHARED_ERRORS[tag], ...(route.errors ?? []), ...(canBeOnce(route) ? [409, 422] : [])])
  const parameters = [
    ...parametersOf(route, 'params', components),
    ...parametersOf(route, 'query', components),
    ...(canBeOnce(route) ? [idempotencyKey] : []),
    ...(route.versioned ? [ifMatch] : []),
  ]
  return {
    operationId: route.id,
    tags: [tag],
    summary: price === null ? route.summary : `${route.summary} (${price})`,
    ...(route.description ? { description: route.description } : {}),
    ...(tag === 'service' ? {} : { security: tag === 'admin' ? [{ operator: [] }] : [{ key: [] }, { bearer: [] }] }),
    'x-scope': route.scope,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body ? { requestBody: describeBody(route, route.body, components) } : {}),
    responses: {
      [route.status ?? 200]: {
        description: tag === 'memory' ? `Success. ${IGNORED}` : 'Success.',
        headers: {
          ...requestId,
          ...(tag === 'memory' ? rateHeaders : {}),
          ...(route.versionOf ? etag : {}),
        },
        ...content(toSchema(route.response, 'output', components), route.contentType),
      },
      ...Object.fromEntries([...statuses].sort().map((status) => [status, describeError(status)])),
    },
  }
}

const describeBody = (route: Route, body: z.ZodMiniType, components: Json): Json => ({
  // An admin call whose fields all have defaults needs no body.
  required: tagOf(route) === 'memory' ? !route.bodyMayBeMissing : !body.safeParse({}).success,
  content: Object.fromEntries(
    (route.bodyTypes ?? ['application/json']).map((type) => {
      const schema = toSchema(body, 'input', components)
      // Of a file that is JSON no more is said than that.
      const isAny = route.readBody && type === 'application/json'
      const content = { schema: isAny ? { description: schema.description } : schema }
      return [type, route.example ? { ...content, example: route.example } : content]
    }),
  ),
})

function parametersOf(route: Route, kind: 'params' | 'query', components: Json): Json[] {
  const schema = route[kind]
  if (!schema) return []
  const { properties, required = [] } = toSchema(schema, 'input', components) as {
    properties: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: kind === 'params' ? 'path' : 'query',
    ...(required.includes(name) ? { required: true } : {}),
    ...(description ? { description } : {}),
    schema: property,
  }))
}

/** Schemas with an id become components, referred to by name. */
function toSchema(schema: z.ZodMiniType, io: 'input' | 'output', components: Json): Json {
  const {
    $schema: _,
    $defs,
    id,
    ...rest
  } = z.toJSONSchema(schema, {
    io,
    // Those say themselves what they are.
    unrepresentable: 'any',
    // Ours tolerate fields they do not know, in requests and in clients of responses alike.
    override: ({ zodSchema, jsonSchema }) => {
      delete jsonSchema.additionalProperties
      Object.assign(jsonSchema, textBounds.get(zodSchema as never))
    },
  }) as Json
  for (const [name, definition] of Object.entries(($defs as Record<string, Json>) ?? {}))
    components[name] = relink({ ...definition, id: undefined })
  const inlined = relink(rest)
  if (typeof id !== 'string') return inlined
  components[id] = inlined
  return ref(id)
}

/** Definitions are components here, and a reference has to say so. */
const relink = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'))
