import * as z from 'zod/mini'
import { personasAskedFor } from '../../domain/account/persona.ts'
import { prune } from '../../pipelines/lifecycle/prune.ts'
import { defineRoute } from '../define-route.ts'
import { about, flag, ignoredUserId, named, orNull, persona, ratio } from '../fields.ts'

export const pruneRoute = defineRoute({
  method: 'post',
  path: '/brain/prune',
  id: 'prune',
  scope: 'erase',
  cost: 1,
  summary: 'Forget what has faded',
  description: 'A dry run counts exactly what the real run would delete at the same instant.',
  body: named(
    'PruneRequest',
    z.object({
      threshold: about(z._default(ratio(), 0.05), 'Memories whose strength is below it are pruned.'),
      dry_run: about(z._default(flag(), true), 'Only counts; nothing is deleted.'),
      persona: about(orNull(persona()), 'Restricts it to one persona; else it is all that the key may see.'),
      user_id: ignoredUserId(),
    }),
  ),
  response: named(
    'PruneResponse',
    z.object({
      candidates: z.optional(z.int()),
      pruned: z.optional(z.int()),
      dry_run: z.boolean(),
      threshold: z.number(),
      latency_ms: z.number(),
    }),
  ),
  example: { threshold: 0.05, dry_run: true },
  async handle({ ports, trace, now, account, bound, once, by, body: { threshold, dry_run, persona } }) {
    const count = await prune(ports, trace, {
      namespace: account,
      now,
      personas: personasAskedFor(persona, bound),
      threshold,
      dryRun: dry_run,
      once,
      by: by('prune'),
    })
    const counted = dry_run ? { candidates: count } : { pruned: count }
    return { ...counted, dry_run, threshold, latency_ms: trace.elapsedMs() }
  },
})
