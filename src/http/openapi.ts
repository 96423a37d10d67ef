import * as z from 'zod/mini'
import { type MonthlyBudgets, PLANS, planIsAtLeast, planLimits } from '../domain/account/plan.ts'
import { VERSION } from '../domain/version.ts'
import { textBounds } from './fields.ts'
import type { Operation } from './operation.ts'

type Json = Record<string, unknown>

const detail = { type: 'string', description: 'What is wrong, in one sentence.' }
const object = (properties: Json, required: string[]): Json => ({ type: 'object', properties, required })

const errorSchemas: Json = {
  Error: object({ detail }, ['detail']),
  InternalError: object({ detail, request_id: { type: 'string' } }, ['detail', 'request_id']),
  PlanTooLow: object({ detail, tier: { type: 'string' }, upgrade: { type: 'string' } }, ['detail']),
  RateLimitExceeded: object(
    {
      error: { type: 'string', const: 'rate_limit_exceeded' },
      detail,
      limit: { type: 'integer' },
      tier: { type: 'string' },
      retry_after_seconds: { type: 'integer' },
      upgrade: { type: 'string' },
    },
    ['error', 'detail', 'limit', 'tier', 'retry_after_seconds', 'upgrade'],
  ),
  MonthlyLimitExceeded: object(
    {
      error: { type: 'string', const: 'monthly_limit_exceeded' },
      detail,
      tier: { type: 'string' },
      upgrade: { type: 'string' },
    },
    ['error', 'detail', 'tier', 'upgrade'],
  ),
}

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: Json): Json => ({ content: { 'application/json': { schema } } })
const integerHeader = (description: string): Json => ({ description, schema: { type: 'string' } })

const rateHeaders: Json = {
  'RateLimit-Limit': integerHeader('Requests a minute, or `unlimited`.'),
  'RateLimit-Remaining': integerHeader('Requests left in the window, or `unlimited`.'),
  'RateLimit-Reset': integerHeader('Seconds until the oldest request leaves the window.'),
  'X-Ops-Remaining': integerHeader('Operations left this month, or `unlimited`.'),
}
const requestId: Json = {
  'x-request-id': { description: 'Quote it when you ask for help.', schema: { type: 'string' } },
}
const retryAfter: Json = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'string' } } }

const errors: Record<number, Json> = {
  400: { description: 'The request is not valid; `detail` names each bad field and its rule.', ...json(ref('Error')) },
  401: { description: 'The key (or the operator token) is invalid or inactive.', ...json(ref('Error')) },
  403: { description: "The feature is not on the caller's plan.", ...json(ref('PlanTooLow')) },
  404: { description: 'There is no such thing.', ...json(ref('Error')) },
  405: {
    description: 'Another method is meant.',
    headers: { Allow: { schema: { type: 'string' } } },
    ...json(ref('Error')),
  },
  409: { description: 'The name is taken.', ...json(ref('Error')) },
  413: { description: 'The body is larger than 2 MB.', ...json(ref('Error')) },
  429: {
    description: 'The rate limit or the monthly budget is exceeded.',
    headers: retryAfter,
    ...json({ oneOf: [ref('RateLimitExceeded'), ref('MonthlyLimitExceeded')] }),
  },
  500: { description: 'A bug on our side.', ...json(ref('InternalError')) },
  503: {
    description: 'Models loading, a store down, or a namespace overloaded.',
    headers: retryAfter,
    ...json(ref('Error')),
  },
}

const SHARED_ERRORS = {
  memory: [400, 401, 405, 413, 429, 500, 503],
  admin: [400, 401, 404, 405, 413, 500, 503],
  service: [405, 500, 503],
} as const

/** The API reference, made of the very schemas that validate. */
export function createOpenApi(operations: readonly Operation[], serverUrl: string, budgets: MonthlyBudgets): Json {
  const components: Json = { ...errorSchemas }
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation, components) }
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
    servers: [{ url: serverUrl }],
    tags: [
      { name: 'memory' },
      { name: 'service' },
      { name: 'admin', description: 'For the operator; absent without ADMIN_TOKEN.' },
    ],
    paths,
    'x-plans': describePlans(budgets),
    components: {
      schemas: components,
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        operator: { type: 'http', scheme: 'bearer' },
      },
    },
  }
}

/** What each plan may do, for the page that shows it. null: no limit. */
const describePlans = (budgets: MonthlyBudgets): Json[] =>
  PLANS.map((plan) => ({
    plan,
    requests_per_minute: planLimits[plan].requestsPerMinute,
    operations_per_month: budgets[plan],
    items_per_batch: planLimits[plan].itemsPerBatch,
    graph_qa: planIsAtLeast(plan, 'starter'),
  }))

function describe(operation: Operation, components: Json): Json {
  const statuses = [...SHARED_ERRORS[operation.tag], ...(operation.errors ?? [])].sort()
  const success = {
    description: 'Success.',
    headers: operation.tag === 'memory' ? { ...requestId, ...rateHeaders } : requestId,
    ...json(toSchema(operation.response, 'output', components)),
  }
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description ? { description: operation.description } : {}),
    ...(operation.tag === 'service' ? {} : { security: [{ [operation.tag === 'admin' ? 'operator' : 'key']: [] }] }),
    ...parametersOf(operation, components),
    ...(operation.request
      ? {
          requestBody: {
            // An admin call whose fields all have defaults needs no body.
            required: operation.tag === 'memory' || !operation.request.safeParse({}).success,
            content: {
              'application/json': {
                schema: toSchema(operation.request, 'input', components),
                ...(operation.example ? { example: operation.example } : {}),
              },
            },
          },
        }
      : {}),
    responses: {
      [operation.status ?? 200]: success,
      ...Object.fromEntries(statuses.map((status) => [status, errors[status]])),
    },
  }
}

function parametersOf(operation: Operation, components: Json): Json {
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1 },
  }))
  const schema = operation.query
    ? (toSchema(operation.query, 'input', components) as { properties: Record<string, Json> })
    : null
  const inQuery = Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: 'query',
    schema: property,
  }))
  const all = [...inPath, ...inQuery]
  return all.length > 0 ? { parameters: all } : {}
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
    // Ours tolerate fields they do not know, in requests and in clients of responses alike.
    override: ({ zodSchema, jsonSchema }) => {
      delete jsonSchema.additionalProperties
      Object.assign(jsonSchema, textBounds.get(zodSchema as never))
    },
  }) as Json
  for (const [name, definition] of Object.entries(($defs as Record<string, Json>) ?? {}))
    components[name] = clean(definition)
  const inlined = relink(rest) as Json
  if (typeof id !== 'string') return inlined
  components[id] = inlined
  return ref(id)
}

const clean = (definition: Json): Json => {
  const { id: _, ...rest } = definition
  return relink(rest) as Json
}

function relink(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relink)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) =>
      name === '$ref' && typeof inner === 'string'
        ? [name, inner.replace('#/$defs/', '#/components/schemas/')]
        : [name, relink(inner)],
    ),
  )
}
