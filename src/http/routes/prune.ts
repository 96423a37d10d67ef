import { Hono } from 'hono'
import * as z from 'zod/mini'
import { operationCost } from '../../domain/account/operation.ts'
import { prune } from '../../pipelines/lifecycle/prune.ts'
import type { AppEnv } from '../context.ts'
import { flag, ignoredUserId, orNull, persona, ratio } from '../fields.ts'
import { admission } from '../middleware/admission.ts'
import { body } from '../middleware/body.ts'
import { only } from '../middleware/only.ts'
import type { Operation } from '../operation.ts'

const pruneBody = z
  .object({
    threshold: z
      ._default(ratio(), 0.05)
      .register(z.globalRegistry, { description: 'Memories whose strength is below it are pruned.' }),
    dry_run: z._default(flag(), true).register(z.globalRegistry, { description: 'Only counts; nothing is deleted.' }),
    persona: orNull(persona()).register(z.globalRegistry, { description: 'Restricts it to one persona.' }),
    user_id: ignoredUserId(),
  })
  .register(z.globalRegistry, { id: 'PruneRequest' })

const pruneResponse = z
  .object({
    candidates: z.optional(z.int()),
    pruned: z.optional(z.int()),
    dry_run: z.boolean(),
    threshold: z.number(),
    latency_ms: z.number(),
  })
  .register(z.globalRegistry, { id: 'PruneResponse' })

export const pruneOperation: Operation = {
  method: 'post',
  path: '/brain/prune',
  id: 'prune',
  tag: 'memory',
  summary: 'Forget what has faded (1 operation)',
  description: 'A dry run counts exactly what the real run would delete at the same instant.',
  request: pruneBody,
  response: pruneResponse,
  example: { threshold: 0.05, dry_run: true },
}

export const pruneRoutes = () =>
  new Hono<AppEnv>()
    .use('/', only('POST'))
    .post('/', body(), admission(pruneBody, { cost: () => operationCost.prune }), async (c) => {
      const { ports, trace, now, key } = c.var
      const asked = c.req.valid('json')
      const count = await prune(ports, trace, {
        namespace: key.accountId,
        now,
        persona: asked.persona,
        threshold: asked.threshold,
        dryRun: asked.dry_run,
      })
      return c.json({
        ...(asked.dry_run ? { candidates: count } : { pruned: count }),
        dry_run: asked.dry_run,
        threshold: asked.threshold,
        latency_ms: trace.elapsedMs(),
      })
    })
