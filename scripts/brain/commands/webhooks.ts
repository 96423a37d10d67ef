import type { Call, Command } from '../command.ts'
import { fields, table } from '../layout.ts'

interface NewWebhook {
  readonly id: string
  readonly secret: string
}

const pathOf = (call: Call) => `/brain/webhooks/${encodeURIComponent(call.argument('WEBHOOK_ID')!)}`

export const webhookCommands: readonly Command[] = [
  {
    name: 'webhooks list',
    about: 'List the webhooks, with how they are doing.',
    async run(call) {
      const reply = await call.user().get<{ webhooks: object[] }>('GET', '/brain/webhooks')
      const columns = ['id', 'status', 'created_at', 'url', 'events', 'disabled_reason']
      return { json: reply, text: table(reply.webhooks, columns, 'There are no webhooks.') }
    },
  },
  {
    name: 'webhooks add',
    about: 'Have changes of memory sent to a URL; the secret is shown this once.',
    arguments: ['URL'],
    options: {
      events: { value: 'TYPES', about: 'separated by commas: memory.created, … (all)', isList: true },
      description: { value: 'TEXT', about: 'what it is for' },
    },
    async run(call) {
      const events = call.option('events')?.split(',')
      const added = await call.user().get<NewWebhook>('POST', '/brain/webhooks', {
        url: call.argument('URL'),
        description: call.option('description'),
        ...(events && { events: events.map((type) => type.trim()) }),
      })
      return { json: added, text: fields({ id: added.id, secret: added.secret }) }
    },
  },
  {
    name: 'webhooks remove',
    about: 'Remove a webhook, with all that was on its way to it.',
    arguments: ['WEBHOOK_ID'],
    async run(call) {
      const removed = await call.user().get<{ deleted: string }>('DELETE', pathOf(call))
      return { json: removed, text: `Removed ${removed.deleted}.` }
    },
  },
  {
    name: 'webhooks test',
    about: 'Send an event of no meaning at once, and tell how it went.',
    arguments: ['WEBHOOK_ID'],
    async run(call) {
      const sent = await call.user().get<object>('POST', `${pathOf(call)}/test`)
      return { json: sent, text: fields(sent) }
    },
  },
  {
    name: 'webhooks rotate',
    about: 'Replace the secret; for a day deliveries are signed with both.',
    arguments: ['WEBHOOK_ID'],
    async run(call) {
      const rotated = await call.user().get<NewWebhook>('POST', `${pathOf(call)}/rotate`)
      return { json: rotated, text: fields({ id: rotated.id, secret: rotated.secret }) }
    },
  },
  {
    name: 'webhooks deliveries',
    about: 'List what was sent or is to be sent to a webhook, newest first.',
    arguments: ['WEBHOOK_ID'],
    options: { limit: { value: 'N', about: 'how many (50)' } },
    async run(call) {
      const limit = call.option('limit')
      const query = limit === null ? '' : `?limit=${encodeURIComponent(limit)}`
      const reply = await call.user().get<{ deliveries: object[] }>('GET', `${pathOf(call)}/deliveries${query}`)
      const columns = ['id', 'type', 'status', 'attempts', 'answer_status', 'created_at', 'next_attempt_at', 'error']
      return { json: reply, text: table(reply.deliveries, columns, 'Nothing was sent yet.') }
    },
  },
]
