import { Hono } from 'hono'
import * as z from 'zod/mini'
import { operationCost } from '../../domain/account/operation.ts'
import { ingest } from '../../pipelines/ingest/ingest.ts'
import type { AppEnv } from '../context.ts'
import { codePoints, ignoredUserId } from '../fields.ts'
import { admission } from '../middleware/admission.ts'
import { body } from '../middleware/body.ts'
import { only } from '../middleware/only.ts'
import type { Operation } from '../operation.ts'
import { ingestItem, ingestResponse, toIngestItem, toIngestResponse } from './ingest-item.ts'

const MAX_BATCH_TEXT = 400_000

const batch = z
  .object({
    items: z
      .array(ingestItem, 'must be a list of ingest items')
      .check(
        z.minLength(1, 'must have at least 1 item'),
        z.refine(
          (items) => items.reduce((sum, item) => sum + codePoints(item?.text ?? ''), 0) <= MAX_BATCH_TEXT,
          'must have at most 400,000 characters of text together',
        ),
      )
      .register(z.globalRegistry, {
        description: 'At most 5 on plan free, 20 on starter, 50 on pro, 100 on scale and enterprise.',
      }),
    user_id: ignoredUserId(),
  })
  .register(z.globalRegistry, { id: 'IngestBatch' })

const failedItem = z.object({ error: z.string(), detail: z.string() }).register(z.globalRegistry, { id: 'FailedItem' })

const batchResponse = z
  .object({
    results: z.array(z.union([ingestResponse, failedItem])),
    items: z.int(),
    succeeded: z.int(),
    failed: z.int(),
    facts_ingested: z.int(),
    episodic_chunks: z.int(),
    entities_extracted: z.int(),
    latency_ms: z.number(),
  })
  .register(z.globalRegistry, { id: 'IngestBatchResponse' })

export const ingestBatchOperation: Operation = {
  method: 'post',
  path: '/brain/ingest/batch',
  id: 'ingestBatch',
  tag: 'memory',
  summary: 'Remember many texts at once (5 operations an item)',
  description:
    'The whole price is charged before processing; an item that fails gives its 5 operations back. Results are in the order of the items.',
  request: batch,
  response: batchResponse,
  example: { items: [{ text: 'My sister Emma lives in Lyon.' }, { text: 'Emma works at Nordwind.' }] },
}

export const ingestBatchRoutes = () =>
  new Hono<AppEnv>().use('/', only('POST')).post(
    '/',
    body(),
    admission(batch, {
      cost: ({ items }) => operationCost.ingest * items.length,
      items: ({ items }) => items.length,
    }),
    async (c) => {
      const { ports, trace, now, key } = c.var
      const outcomes = await ingest(
        ports,
        trace,
        { namespace: key.accountId, now, items: c.req.valid('json').items.map(toIngestItem) },
        (work) => c.get('later').push(work),
      )
      const latency_ms = trace.elapsedMs()
      const results = outcomes.map((outcome) => ('error' in outcome ? outcome : toIngestResponse(outcome, latency_ms)))
      const done = results.flatMap((result) => ('error' in result ? [] : result))
      const sum = (field: 'facts_ingested' | 'episodic_chunks' | 'entities_extracted') =>
        done.reduce((total, result) => total + result[field], 0)
      const failed = results.length - done.length
      c.set('opsWasted', failed * operationCost.ingest)
      return c.json({
        results,
        items: results.length,
        succeeded: done.length,
        failed,
        facts_ingested: sum('facts_ingested'),
        episodic_chunks: sum('episodic_chunks'),
        entities_extracted: sum('entities_extracted'),
        latency_ms,
      })
    },
  )
