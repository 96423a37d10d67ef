import * as z from 'zod/mini'
import { personasInSight } from '../../domain/account/persona.ts'
import { asOfField } from '../as-of.ts'
import { defineRoute } from '../define-route.ts'
import { about, ignoredUserId, integer, named, orNull, persona, text } from '../fields.ts'
import { toMs } from '../occurred-at.ts'

const node = z.object({ id: z.string(), name: z.string(), kind: z.string(), facts: z.int() })

const edge = z.object({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  relation: z.string(),
  fact: z.string(),
  persona: z.string(),
  confidence: z.number(),
  state: z.string(),
  occurred_at: z.number(),
})

export const graphRoute = defineRoute({
  method: 'post',
  path: '/brain/graph',
  id: 'graph',
  scope: 'read',
  summary: 'What stands around an entity, as nodes and edges',
  description: 'What a picture needs. Without `entity` it begins with those in the most facts.',
  body: named(
    'GraphRequest',
    z.object({
      entity: about(orNull(text(1, 1024)), 'A name, or a part of one.'),
      persona: about(orNull(persona()), 'This persona and `shared`; null is every persona that the key may see.'),
      limit: about(z._default(integer(1, 200), 200), 'How many edges at most, newest first.'),
      as_of: asOfField(),
      user_id: ignoredUserId(),
    }),
  ),
  response: named('GraphResponse', z.object({ nodes: z.array(node), edges: z.array(edge) })),
  example: { entity: 'Emma', limit: 50 },
  async handle({ ports, account, bound, body }) {
    const { entity, limit } = body
    const personas = personasInSight(body.persona, bound)
    const { nodes, edges } = await ports.records.graph(account, {
      ...{ entity, limit, personas, asSaid: bound !== null },
      asOf: body.as_of === null ? null : toMs(body.as_of),
    })
    return {
      nodes: nodes.map(({ key, ...rest }) => ({ id: key, ...rest })),
      edges: edges.map(({ text: fact, statedAt, ...rest }) => ({ ...rest, fact, occurred_at: statedAt / 1000 })),
    }
  },
})
