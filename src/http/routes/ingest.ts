import { BrainError } from '../../domain/errors.ts'
import { ingest } from '../../pipelines/ingest/ingest.ts'
import { defineRoute } from '../define-route.ts'
import { INGEST_COST, ingestItem, ingestResponse, toIngestItem, toIngestResponse } from './ingest-item.ts'

export const ingestRoute = defineRoute({
  method: 'post',
  path: '/brain/ingest',
  id: 'ingest',
  scope: 'write',
  cost: INGEST_COST,
  summary: 'Remember a text',
  description:
    'The memory is searchable when this returns. A text that says what is already known adds nothing but restates it.',
  body: ingestItem,
  response: ingestResponse,
  example: { text: 'I live in Lisbon and work at Hooli.', session_id: 'chat-1' },
  async handle({ ports, trace, now, account, bound, once, body, by, later }) {
    const items = [toIngestItem(body, bound)]
    const request = { namespace: account, now, items, bound, once, by: by('ingest') }
    const [outcome] = await ingest(ports, trace, request, later)
    if ('error' in outcome!) throw new BrainError('store-unavailable', outcome.detail)
    return toIngestResponse(account, outcome!, trace.elapsedMs())
  },
})
