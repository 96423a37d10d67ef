import { Hono } from 'hono'
import * as z from 'zod/mini'
import { BrainError } from '../../domain/errors.ts'
import { DAY_MS } from '../../runtime/duration.ts'
import type { AppEnv } from '../context.ts'
import { integer } from '../fields.ts'
import { only } from '../middleware/only.ts'
import { operator } from '../middleware/operator.ts'
import type { Operation } from '../operation.ts'

const DAYS = 30

export const rewindOperation: Operation = {
  method: 'post',
  path: '/admin/accounts/{account}/rewind',
  id: 'rewindAccount',
  tag: 'admin',
  summary: 'Take what an account remembers back to how it was at a time of the last 30 days',
  description:
    "Durable Objects' point-in-time recovery. Only on Cloudflare, and only for the embedded store; everything since is forgotten.",
  query: z.object({ to: integer(0, Number.MAX_SAFE_INTEGER) }),
  response: z.object({ rewound_to: z.int() }),
  errors: [404, 409],
}

export const rewindRoutes = () =>
  new Hono<AppEnv>()
    .use(operator())
    .use('/', only('POST'))
    .post('/', async (c) => {
      const to = Number(c.req.query('to') ?? Number.NaN)
      const { rewindable, accounts } = c.get('ports')
      if (!Number.isSafeInteger(to) || to > c.get('now') || to < c.get('now') - DAYS * DAY_MS)
        throw new BrainError(
          'invalid-request',
          `to: must be a time of the last ${DAYS} days, in milliseconds since 1970`,
        )
      const account = await accounts.show(c.req.param('account' as never) ?? '')
      if (!account) throw new BrainError('not-found', 'There is no such account or key.')
      if (!rewindable)
        throw new BrainError('conflict', 'MEMORY_STORE is cloud: restore snapshots of Qdrant and Neo4j instead.')
      if (!(await rewindable.rewind(account.namespace, to)))
        throw new BrainError('conflict', 'This deployment keeps no history: only Durable Objects on Cloudflare do.')
      return c.json({ rewound_to: to })
    })
