import { Hono } from 'hono'
import * as z from 'zod/mini'
import { operationCost } from '../../domain/account/operation.ts'
import { stats } from '../../pipelines/stats.ts'
import type { AppEnv } from '../context.ts'
import { persona, text } from '../fields.ts'
import { admission } from '../middleware/admission.ts'
import { body } from '../middleware/body.ts'
import { only } from '../middleware/only.ts'
import type { Operation } from '../operation.ts'

const statsBody = z
  .object({
    user_id: text(0, 1024).register(z.globalRegistry, {
      description: 'Required, and overridden by the namespace of the key.',
    }),
    persona: z._default(persona(), 'shared'),
  })
  .register(z.globalRegistry, { id: 'StatsRequest' })

const counts = { episodic_count: z.int(), semantic_entities: z.int(), semantic_relations: z.int() }

const statsResponse = z
  .object({ ...counts, models_loaded: z.boolean(), namespace: z.object(counts) })
  .register(z.globalRegistry, { id: 'Stats' })

export const statsOperation: Operation = {
  method: 'post',
  path: '/brain/stats',
  id: 'stats',
  tag: 'memory',
  summary: 'Count what is remembered (free)',
  description: 'Counts one persona; `namespace` holds the same counts for all personas together.',
  request: statsBody,
  response: statsResponse,
  example: { user_id: 'me' },
}

export const statsRoutes = () =>
  new Hono<AppEnv>()
    .use('/', only('POST'))
    .post('/', body(), admission(statsBody, { cost: () => operationCost.stats }), async (c) => {
      const { ports, trace, key } = c.var
      return c.json(await stats(ports, trace, { namespace: key.accountId, persona: c.req.valid('json').persona }))
    })
