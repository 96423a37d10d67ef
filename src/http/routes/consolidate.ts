import * as z from 'zod/mini'
import { personasAskedFor } from '../../domain/account/persona.ts'
import { consolidateEach } from '../../pipelines/lifecycle/consolidate.ts'
import { defineRoute } from '../define-route.ts'
import { about, flag, ignoredUserId, named, orNull, persona } from '../fields.ts'

const COST = 3

export const consolidateRoute = defineRoute({
  method: 'post',
  path: '/brain/consolidate',
  id: 'consolidate',
  scope: 'write',
  cost: COST,
  summary: 'Run the memory lifecycle: decay, prune, compress',
  description: 'Skipped and free when it ran within the last 10 minutes, unless forced.',
  body: named(
    'ConsolidateRequest',
    z.object({
      persona: about(orNull(persona()), 'Restricts it to one persona; else it is all that the key may see.'),
      force: about(z._default(flag(), false), 'Runs even if consolidation ran recently.'),
      user_id: ignoredUserId(),
    }),
  ),
  response: named(
    'ConsolidateResponse',
    z.object({
      memories_reinforced: z.int(),
      memories_decayed: z.int(),
      memories_pruned: z.int(),
      memories_compressed: z.int(),
      abstractions_created: z.int(),
      latency_ms: z.number(),
      skipped: z.optional(z.boolean()),
    }),
  ),
  example: { force: true },
  async handle({ ports, trace, now, account, bound, once, by, body: { persona, force }, refund }) {
    const personas = personasAskedFor(persona, bound)
    const request = { namespace: account, now, personas, force, once, by: by('consolidate') }
    const report = await consolidateEach(ports, trace, request)
    if (report.skipped) refund(COST)
    return {
      memories_reinforced: report.reinforced,
      memories_decayed: report.decayed,
      memories_pruned: report.pruned,
      memories_compressed: report.compressed,
      abstractions_created: report.abstractions,
      latency_ms: trace.elapsedMs(),
      ...(report.skipped ? { skipped: true } : {}),
    }
  },
})
