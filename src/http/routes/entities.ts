import { Hono } from 'hono'
import * as z from 'zod/mini'
import { BrainError } from '../../domain/errors.ts'
import type { AppEnv } from '../context.ts'
import { ignoredUserId, integer, text } from '../fields.ts'
import { admission } from '../middleware/admission.ts'
import { body } from '../middleware/body.ts'
import { only } from '../middleware/only.ts'
import type { Operation } from '../operation.ts'

const listBody = z
  .object({
    after: z
      ._default(text(0, 1024), '')
      .register(z.globalRegistry, { description: 'The last name of the page before.' }),
    limit: z._default(integer(1, 200), 50),
    user_id: ignoredUserId(),
  })
  .register(z.globalRegistry, { id: 'EntitiesRequest' })

const entity = z
  .object({
    name: z.string(),
    kind: z.string(),
    aliases: z.array(z.object({ name: z.string(), reason: z.string(), apart: z.boolean() })),
  })
  .register(z.globalRegistry, { id: 'Entity' })

const separateBody = z
  .object({ entity: text(1, 1024), alias: text(1, 1024), user_id: ignoredUserId() })
  .register(z.globalRegistry, { id: 'SeparateRequest' })

export const entitiesOperation: Operation = {
  method: 'post',
  path: '/brain/entities',
  id: 'entities',
  tag: 'memory',
  summary: 'List the names that memory knows, with their aliases and why these are taken for them (free)',
  request: listBody,
  response: z.object({ entities: z.array(entity) }),
  errors: [],
  example: { limit: 50 },
}

export const separateOperation: Operation = {
  method: 'post',
  path: '/brain/entities/separate',
  id: 'separateEntities',
  tag: 'memory',
  summary: 'Undo a merge: the alias is an entity of its own from now on (free)',
  request: separateBody,
  response: z.object({ facts_moved: z.int() }),
  errors: [404],
  example: { entity: 'Alice Johnson', alias: 'Alice' },
}

const free = { cost: () => 0 }

export const entitiesRoutes = () =>
  new Hono<AppEnv>()
    .use('/', only('POST'))
    .use('/separate', only('POST'))
    .post('/', body(), admission(listBody, free), async (c) =>
      c.json({ entities: await c.get('ports').entities.list(c.get('key').accountId, c.req.valid('json')) }),
    )
    .post('/separate', body(), admission(separateBody, free), async (c) => {
      const moved = await c.get('ports').entities.separate(c.get('key').accountId, c.req.valid('json'))
      if (moved === null) throw new BrainError('not-found', 'alias: is no other name of that entity')
      return c.json({ facts_moved: moved })
    })
