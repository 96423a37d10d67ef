import { Hono } from 'hono'
import * as z from 'zod/mini'
import { BrainError } from '../../domain/errors.ts'
import { movePage } from '../../pipelines/lifecycle/migrate.ts'
import type { AppEnv } from '../context.ts'
import { integer } from '../fields.ts'
import { only } from '../middleware/only.ts'
import { operator } from '../middleware/operator.ts'
import type { Operation } from '../operation.ts'

const counts = z.object({ chunks: z.int(), entities: z.int(), relations: z.int() })

export const moveOperation: Operation = {
  method: 'post',
  path: '/admin/accounts/{account}/move',
  id: 'moveAccount',
  tag: 'admin',
  summary: 'Move a page of what an account remembers from the embedded store to the cloud stores',
  description:
    'Call it with the `cursor` of the reply until that is null; then `counts` has both sides. Nothing is deleted, and a page that was moved before changes nothing.',
  query: z.object({ cursor: z.optional(integer(0, Number.MAX_SAFE_INTEGER)) }),
  response: z.object({
    moved: z.int(),
    cursor: z.nullable(z.int()),
    counts: z.nullable(z.object({ from: counts, to: counts })),
  }),
  errors: [404, 409],
}

export const moveRoutes = () =>
  new Hono<AppEnv>()
    .use(operator())
    .use('/', only('POST'))
    .post('/', async (c) => {
      const cursor = Number(c.req.query('cursor') ?? 0)
      if (!Number.isSafeInteger(cursor) || cursor < 0)
        throw new BrainError('invalid-request', 'cursor: must be an integer of 0 or more')
      const account = await c.get('ports').accounts.show(c.req.param('account' as never) ?? '')
      if (!account) throw new BrainError('not-found', 'There is no such account or key.')
      return c.json(await movePage(c.get('ports'), account.namespace, cursor, c.get('now')))
    })
