import { Hono } from 'hono'
import * as z from 'zod/mini'
import { BrainError } from '../../domain/errors.ts'
import type { AppEnv } from '../context.ts'
import { integer } from '../fields.ts'
import { only } from '../middleware/only.ts'
import { operator } from '../middleware/operator.ts'
import type { Operation } from '../operation.ts'

const failure = z.object({ namespace: z.string(), error: z.string(), attempts: z.int(), retry_at: z.number() })

const round = z
  .object({
    at: z.number(),
    due: z.int(),
    visited: z.int(),
    reinforced: z.int(),
    decayed: z.int(),
    pruned: z.int(),
    compressed: z.int(),
    abstractions: z.int(),
    failed: z.int(),
    failures: z.array(failure),
    unreached: z.int(),
    finished_at: z.nullable(z.number()),
  })
  .register(z.globalRegistry, { id: 'Round' })

export const roundsOperation: Operation = {
  method: 'get',
  path: '/admin/rounds',
  id: 'listRounds',
  tag: 'admin',
  summary: 'What the last hourly rounds did, last first',
  description: 'A round visits only the namespaces in which something is due; `failures` names up to 20 that failed.',
  query: z.object({ limit: z.optional(integer(1, 168)) }),
  response: z.object({ rounds: z.array(round) }),
}

export const roundsRoutes = () =>
  new Hono<AppEnv>()
    .use(operator())
    .use('/', only('GET'))
    .get('/', async (c) => {
      const limit = Number(c.req.query('limit') ?? 24)
      if (!Number.isInteger(limit) || limit < 1 || limit > 168)
        throw new BrainError('invalid-request', 'limit: must be an integer between 1 and 168')
      return c.json({ rounds: await c.get('ports').schedule.rounds(limit) })
    })
