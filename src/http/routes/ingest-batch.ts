import * as z from 'zod/mini'
import { ingest } from '../../pipelines/ingest/ingest.ts'
import { defineRoute } from '../define-route.ts'
import { about, codePoints, ignoredUserId, named } from '../fields.ts'
import { batchLimits } from '../price.ts'
import { INGEST_COST, ingestItem, ingestResponse, toIngestItem, toIngestResponse } from './ingest-item.ts'

const MAX_BATCH_TEXT = 400_000

const items = z.array(ingestItem, 'must be a list of ingest items').check(
  z.minLength(1, 'must have at least 1 item'),
  z.refine(
    (items) => items.reduce((sum, item) => sum + codePoints(item?.text ?? ''), 0) <= MAX_BATCH_TEXT,
    'must have at most 400,000 characters of text together',
  ),
)

const failedItem = named('FailedItem', z.object({ error: z.string(), detail: z.string(), code: z.string() }))

export const ingestBatchRoute = defineRoute({
  method: 'post',
  path: '/brain/ingest/batch',
  id: 'ingestBatch',
  scope: 'write',
  cost: INGEST_COST,
  items: 'items',
  summary: 'Remember many texts at once',
  description: `The whole price is charged before processing; an item that fails gives its ${INGEST_COST} operations back. Results are in the order of the items.`,
  body: named('IngestBatch', z.object({ items: about(items, batchLimits()), user_id: ignoredUserId() })),
  response: named(
    'IngestBatchResponse',
    z.object({
      results: z.array(z.union([ingestResponse, failedItem])),
      items: z.int(),
      succeeded: z.int(),
      failed: z.int(),
      facts_ingested: z.int(),
      episodic_chunks: z.int(),
      entities_extracted: z.int(),
      latency_ms: z.number(),
    }),
  ),
  example: { items: [{ text: 'My sister Emma lives in Lyon.' }, { text: 'Emma works at Nordwind.' }] },
  async handle({ ports, trace, now, account, bound, once, body, by, later, refund }) {
    const items = body.items.map((item) => toIngestItem(item, bound))
    const request = { namespace: account, now, items, bound, once, by: by('ingest_batch') }
    const outcomes = await ingest(ports, trace, request, later)
    const latency_ms = trace.elapsedMs()
    const results = outcomes.map((outcome) =>
      'error' in outcome ? { ...outcome, code: 'store_unavailable' } : toIngestResponse(account, outcome, latency_ms),
    )
    const done = results.flatMap((result) => ('error' in result ? [] : result))
    const sum = (field: 'facts_ingested' | 'episodic_chunks' | 'entities_extracted') =>
      done.reduce((total, result) => total + result[field], 0)
    const failed = results.length - done.length
    refund(failed * INGEST_COST)
    return {
      results,
      items: results.length,
      succeeded: done.length,
      failed,
      facts_ingested: sum('facts_ingested'),
      episodic_chunks: sum('episodic_chunks'),
      entities_extracted: sum('entities_extracted'),
      latency_ms,
    }
  },
})
