import * as z from 'zod/mini'
import { EVENT_TYPES } from '../../domain/webhook/events.ts'
import { addWebhook, found, removeWebhook, rotateWebhook } from '../../pipelines/webhooks/manage.ts'
import type { Delivery, Webhook } from '../../ports/webhooks.ts'
import { defineRoute } from '../define-route.ts'
import { about, integerParam, named, oneOf, orNull, text } from '../fields.ts'

const fields = {
  id: z.string(),
  url: z.string(),
  events: z.array(oneOf(EVENT_TYPES)),
  description: z.nullable(z.string()),
  created_at: z.number(),
  status: z.enum(['active', 'failing', 'disabled']),
  failing_since: z.nullable(z.number()),
  disabled_at: z.nullable(z.number()),
  disabled_reason: z.nullable(z.string()),
}
const webhook = named('Webhook', z.object(fields))
const newWebhook = named(
  'NewWebhook',
  z.object({ ...fields, secret: about(z.string(), 'What deliveries are signed with; shown this once.') }),
)

const inSeconds = (ms: number | null) => (ms === null ? null : ms / 1000)

const toWebhook = ({ createdAt, failingSince, disabledAt, disabledReason, ...row }: Webhook) => ({
  ...{ id: row.id, url: row.url, events: row.events, description: row.description },
  created_at: createdAt / 1000,
  status:
    disabledAt !== null ? ('disabled' as const) : failingSince !== null ? ('failing' as const) : ('active' as const),
  failing_since: inSeconds(failingSince),
  disabled_at: inSeconds(disabledAt),
  disabled_reason: disabledReason,
})

const delivery = named(
  'Delivery',
  z.object({
    id: z.int(),
    event_id: about(z.string(), 'The `webhook-id` of every attempt.'),
    type: z.string(),
    status: z.enum(['pending', 'delivered', 'dead']),
    attempts: z.int(),
    created_at: z.number(),
    last_attempt_at: z.nullable(z.number()),
    next_attempt_at: z.nullable(z.number()),
    answer_status: z.nullable(z.int()),
    error: z.nullable(z.string()),
  }),
)

const toDelivery = (row: Delivery) => ({
  ...{ id: row.id, event_id: row.event, type: row.type, status: row.status, attempts: row.attempts },
  created_at: row.createdAt / 1000,
  last_attempt_at: inSeconds(row.lastAttemptAt),
  next_attempt_at: inSeconds(row.nextAttemptAt),
  answer_status: row.answerStatus,
  error: row.error,
})

const one = { params: z.object({ id: text(1, 64) }), scope: 'write', wholeAccount: true, errors: [404] } as const

export const createWebhookRoute = defineRoute({
  method: 'post',
  path: '/brain/webhooks',
  id: 'createWebhook',
  scope: 'write',
  wholeAccount: true,
  cost: 1,
  summary: 'Have changes of memory sent to a URL',
  description:
    'At most 5. Events carry ids and counts, never a text; they are signed as Standard Webhooks says, and come at least once. The URL must be public and https.',
  body: named(
    'WebhookRequest',
    z.object({
      url: text(1, 2048),
      events: about(
        z._default(
          z
            .array(oneOf(EVENT_TYPES), 'must be a list of event types')
            .check(z.minLength(1, 'must have at least 1 event type')),
          [...EVENT_TYPES],
        ),
        'All unless given.',
      ),
      description: orNull(text(0, 256)),
    }),
  ),
  response: newWebhook,
  status: 201,
  errors: [409],
  example: { url: 'https://app.example/hooks/brain', events: ['memory.created', 'memory.superseded'] },
  async handle({ ports, now, account, once, by, body: { url, events, description } }) {
    const wanted = { url, events: EVENT_TYPES.filter((type) => events.includes(type)), description }
    const added = await addWebhook(ports, { account, now, once, by: by('webhook.created') }, wanted)
    return { ...toWebhook(added), secret: added.secret }
  },
})

export const listWebhooksRoute = defineRoute({
  method: 'get',
  path: '/brain/webhooks',
  id: 'listWebhooks',
  scope: 'read',
  wholeAccount: true,
  summary: 'List the webhooks, with how they are doing',
  response: z.object({ webhooks: z.array(webhook) }),
  handle: async ({ ports, account }) => ({ webhooks: (await ports.webhooks.list(account)).map(toWebhook) }),
})

export const deleteWebhookRoute = defineRoute({
  ...one,
  method: 'delete',
  path: '/brain/webhooks/:id',
  id: 'deleteWebhook',
  cost: 1,
  summary: 'Remove a webhook, with all that was on its way to it',
  response: z.object({ deleted: z.string() }),
  async handle({ ports, now, account, by, params: { id } }) {
    await removeWebhook(ports, { account, now, by: by('webhook.deleted') }, id)
    return { deleted: id }
  },
})

export const testWebhookRoute = defineRoute({
  ...one,
  method: 'post',
  path: '/brain/webhooks/:id/test',
  id: 'testWebhook',
  cost: 1,
  summary: 'Send an event of type webhook.test at once, a single time',
  description: 'Answers with how it went. One that is answered with 2xx brings a disabled webhook back.',
  response: delivery,
  handle: async ({ ports, now, account, params: { id } }) =>
    toDelivery(found(await ports.webhooks.test(account, id, now))),
})

export const rotateWebhookRoute = defineRoute({
  ...one,
  method: 'post',
  path: '/brain/webhooks/:id/rotate',
  id: 'rotateWebhook',
  cost: 1,
  summary: 'Replace the secret; for a day deliveries are signed with both',
  response: named('RotatedWebhook', z.object({ ...newWebhook.shape, former_secret_until: z.number() })),
  async handle({ ports, now, account, by, params: { id } }) {
    const rotated = await rotateWebhook(ports, { account, now, by: by('webhook.rotated') }, id)
    return { ...toWebhook(rotated), secret: rotated.secret, former_secret_until: rotated.formerUntil / 1000 }
  },
})

export const deliveriesRoute = defineRoute({
  ...one,
  method: 'get',
  path: '/brain/webhooks/:id/deliveries',
  id: 'listDeliveries',
  scope: 'read',
  summary: 'List what was sent or is to be sent to a webhook, newest first',
  description:
    'Everything that is pending, and the last 200 that are over. What a receiver answered is told by its status alone.',
  query: z.object({
    limit: z._default(integerParam(1, 200), 50),
    cursor: z.optional(integerParam(1, Number.MAX_SAFE_INTEGER, 'must be the one of the page before')),
  }),
  response: z.object({ deliveries: z.array(delivery), cursor: z.nullable(z.int()) }),
  async handle({ ports, account, params: { id }, query: { limit, cursor } }) {
    const page = { before: cursor ?? Number.MAX_SAFE_INTEGER, limit }
    const deliveries = found(await ports.webhooks.deliveries(account, id, page))
    const last = deliveries.length < limit ? null : (deliveries.at(-1)?.id ?? null)
    return { deliveries: deliveries.map(toDelivery), cursor: last }
  },
})
