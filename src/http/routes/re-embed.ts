import { Hono } from 'hono'
import * as z from 'zod/mini'
import { BrainError } from '../../domain/errors.ts'
import { reEmbedPage } from '../../pipelines/lifecycle/re-embed.ts'
import type { AppEnv } from '../context.ts'
import { only } from '../middleware/only.ts'
import { operator } from '../middleware/operator.ts'
import type { Operation } from '../operation.ts'

export const reEmbedOperation: Operation = {
  method: 'post',
  path: '/admin/accounts/{account}/reembed',
  id: 'reembedAccount',
  tag: 'admin',
  summary: 'Give some of what an account remembers vectors of the embedder to come',
  description:
    'Call it until `left` is 0. The old vectors answer until then, and until the service uses the new embedder (`EMBEDDER_NEXT` becomes `EMBEDDER`).',
  response: z.object({ embedder: z.string(), embedded: z.int(), left: z.int() }),
  errors: [404],
}

export const reEmbedRoutes = () =>
  new Hono<AppEnv>()
    .use(operator())
    .use('/', only('POST'))
    .post('/', async (c) => {
      const account = await c.get('ports').accounts.show(c.req.param('account' as never) ?? '')
      if (!account) throw new BrainError('not-found', 'There is no such account or key.')
      return c.json(await reEmbedPage(c.get('ports'), account.namespace))
    })
