import { Hono } from 'hono'
import * as z from 'zod/mini'
import { operationCost } from '../../domain/account/operation.ts'
import { consolidate } from '../../pipelines/lifecycle/consolidate.ts'
import type { AppEnv } from '../context.ts'
import { flag, ignoredUserId, orNull, persona } from '../fields.ts'
import { admission } from '../middleware/admission.ts'
import { body } from '../middleware/body.ts'
import { only } from '../middleware/only.ts'
import type { Operation } from '../operation.ts'

const consolidateBody = z
  .object({
    persona: orNull(persona()).register(z.globalRegistry, { description: 'Restricts it to one persona.' }),
    force: z
      ._default(flag(), false)
      .register(z.globalRegistry, { description: 'Runs even if consolidation ran recently.' }),
    user_id: ignoredUserId(),
  })
  .register(z.globalRegistry, { id: 'ConsolidateRequest' })

const consolidateResponse = z
  .object({
    memories_reinforced: z.int(),
    memories_decayed: z.int(),
    memories_pruned: z.int(),
    memories_compressed: z.int(),
    abstractions_created: z.int(),
    latency_ms: z.number(),
    skipped: z.optional(z.boolean()),
  })
  .register(z.globalRegistry, { id: 'ConsolidateResponse' })

export const consolidateOperation: Operation = {
  method: 'post',
  path: '/brain/consolidate',
  id: 'consolidate',
  tag: 'memory',
  summary: 'Run the memory lifecycle: decay, prune, compress (3 operations)',
  description: 'Skipped and free when it ran within the last 10 minutes, unless forced.',
  request: consolidateBody,
  response: consolidateResponse,
  example: { force: true },
}

export const consolidateRoutes = () =>
  new Hono<AppEnv>()
    .use('/', only('POST'))
    .post('/', body(), admission(consolidateBody, { cost: () => operationCost.consolidate }), async (c) => {
      const { ports, trace, now, key } = c.var
      const { persona, force } = c.req.valid('json')
      const report = await consolidate(ports, trace, { namespace: key.accountId, now, persona, force })
      if (report.skipped) c.set('opsWasted', operationCost.consolidate)
      return c.json({
        memories_reinforced: report.reinforced,
        memories_decayed: report.decayed,
        memories_pruned: report.pruned,
        memories_compressed: report.compressed,
        abstractions_created: report.abstractions,
        latency_ms: trace.elapsedMs(),
        ...(report.skipped ? { skipped: true } : {}),
      })
    })
