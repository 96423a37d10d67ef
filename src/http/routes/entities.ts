import * as z from 'zod/mini'
import { BrainError } from '../../domain/errors.ts'
import { defineRoute } from '../define-route.ts'
import { about, ignoredUserId, integer, named, text } from '../fields.ts'

const entity = named(
  'Entity',
  z.object({
    name: z.string(),
    kind: z.string(),
    aliases: z.array(z.object({ name: z.string(), reason: z.string(), apart: z.boolean() })),
  }),
)

export const entitiesRoute = defineRoute({
  method: 'post',
  path: '/brain/entities',
  id: 'entities',
  scope: 'read',
  summary: 'List the names that memory knows, with their aliases and why these are taken for them',
  body: named(
    'EntitiesRequest',
    z.object({
      after: about(z._default(text(0, 1024), ''), 'The last name of the page before.'),
      limit: z._default(integer(1, 200), 50),
      user_id: ignoredUserId(),
    }),
  ),
  response: z.object({ entities: z.array(entity) }),
  example: { limit: 50 },
  handle: async ({ ports, account, bound, body: { after, limit } }) => ({
    entities: await ports.entities.list(account, { after, limit, within: bound }),
  }),
})

export const unmergeRoute = defineRoute({
  method: 'post',
  path: '/brain/entities/unmerge',
  formerly: { path: '/brain/entities/separate', id: 'separateEntities' },
  id: 'unmergeEntities',
  scope: 'write',
  wholeAccount: true,
  summary: 'Undo a merge: the alias is an entity of its own from now on',
  body: named('UnmergeRequest', z.object({ entity: text(1, 1024), alias: text(1, 1024), user_id: ignoredUserId() })),
  response: z.object({ facts_moved: z.int() }),
  errors: [404],
  example: { entity: 'Alice Johnson', alias: 'Alice' },
  async handle({ ports, now, account, once, by, body: { entity, alias } }) {
    const moved = await ports.entities.unmerge(account, { entity, alias, now, once, by: by('entities.unmerge') })
    if (moved === null) throw new BrainError('not-found', 'alias: is no other name of that entity')
    return { facts_moved: moved }
  },
})
