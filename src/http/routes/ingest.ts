import { Hono } from 'hono'
import { operationCost } from '../../domain/account/operation.ts'
import { BrainError } from '../../domain/errors.ts'
import { ingest } from '../../pipelines/ingest/ingest.ts'
import type { AppEnv } from '../context.ts'
import { admission } from '../middleware/admission.ts'
import { body } from '../middleware/body.ts'
import { only } from '../middleware/only.ts'
import type { Operation } from '../operation.ts'
import { ingestItem, ingestResponse, toIngestItem, toIngestResponse } from './ingest-item.ts'

export const ingestOperation: Operation = {
  method: 'post',
  path: '/brain/ingest',
  id: 'ingest',
  tag: 'memory',
  summary: 'Remember a text (5 operations)',
  description:
    'The memory is searchable when this returns. A text that says what is already known adds nothing but restates it.',
  request: ingestItem,
  response: ingestResponse,
  example: { text: 'I moved to Lisbon in March and work at Hooli.', session_id: 'chat-1' },
}

export const ingestRoutes = () =>
  new Hono<AppEnv>()
    .use('/', only('POST'))
    .post('/', body(), admission(ingestItem, { cost: () => operationCost.ingest }), async (c) => {
      const { ports, trace, now, key } = c.var
      const outcomes = await ingest(
        ports,
        trace,
        { namespace: key.accountId, now, items: [toIngestItem(c.req.valid('json'))] },
        (work) => c.get('later').push(work),
      )
      const outcome = outcomes[0]!
      if ('error' in outcome) throw new BrainError('store-unavailable', outcome.detail)
      return c.json(toIngestResponse(outcome, trace.elapsedMs()))
    })
