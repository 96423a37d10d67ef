import * as z from 'zod/mini'
import type { Counts } from '../../ports/memory-store.ts'
import { defineRoute } from '../define-route.ts'
import { about, named, persona, text } from '../fields.ts'

const counts = { episodic_count: z.int(), semantic_entities: z.int(), semantic_relations: z.int() }

const toCounts = ({ chunks, entities, relations }: Counts) => ({
  episodic_count: chunks,
  semantic_entities: entities,
  semantic_relations: relations,
})

export const statsRoute = defineRoute({
  method: 'post',
  path: '/brain/stats',
  id: 'stats',
  scope: 'read',
  summary: 'Count what is remembered',
  description: 'Counts one persona; `namespace` holds the same counts for all personas together.',
  body: named(
    'StatsRequest',
    z.object({
      user_id: about(text(0, 1024), 'Required, and overridden by the namespace of the key.'),
      persona: z._default(persona(), 'shared'),
    }),
  ),
  response: named('Stats', z.object({ ...counts, models_loaded: z.boolean(), namespace: z.object(counts) })),
  example: { user_id: 'me' },
  async handle({ ports, trace, account, body }) {
    const { persona, namespace } = await trace.step('count', () => ports.memory.count(account, body.persona))
    const loaded = ports.models.every((model) => model.loaded)
    return { ...toCounts(persona), models_loaded: loaded, namespace: toCounts(namespace) }
  },
})
