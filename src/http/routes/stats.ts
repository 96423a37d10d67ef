import * as z from 'zod/mini'
import { personasAskedFor, SHARED_PERSONA } from '../../domain/account/persona.ts'
import type { Counts } from '../../ports/memory-store.ts'
import { defineRoute } from '../define-route.ts'
import { about, defaultsTo, named, persona, text } from '../fields.ts'

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
  description: 'Counts one persona; `namespace` holds the same counts for all personas together that the key may see.',
  body: named(
    'StatsRequest',
    z.object({
      user_id: about(text(0, 1024), 'Required, and overridden by the namespace of the key.'),
      persona: defaultsTo(
        'shared',
        z.optional(persona()),
        'Counts this one; of a bound key all of its own, unless given.',
      ),
    }),
  ),
  response: named('Stats', z.object({ ...counts, models_loaded: z.boolean(), namespace: z.object(counts) })),
  example: { user_id: 'me' },
  async handle({ ports, trace, account, bound, body }) {
    const asked = personasAskedFor(body.persona ?? null, bound) ?? SHARED_PERSONA
    const { persona, namespace } = await trace.step('count', () => ports.memory.count(account, asked, bound))
    const loaded = ports.models.every((model) => model.loaded)
    return { ...toCounts(persona), models_loaded: loaded, namespace: toCounts(namespace) }
  },
})
