import * as z from 'zod/mini'
import { personasInSight } from '../../domain/account/persona.ts'
import { DAY_MS } from '../../runtime/duration.ts'
import { defineRoute } from '../define-route.ts'
import { about, named } from '../fields.ts'
import { personaParam } from '../record-filter.ts'

const DUE_DAYS = [0, 1, 7, 30, 90]
const tenths = (what: string) =>
  about(z.array(z.int()), `How many ${what} are so strong: ten counts, the first below 0.1.`)

export const lifecycleRoute = defineRoute({
  method: 'get',
  path: '/brain/lifecycle',
  id: 'lifecycle',
  scope: 'read',
  summary: 'How strong memories are, and what is due to be pruned when',
  query: z.object({
    persona: personaParam(),
  }),
  response: named(
    'Lifecycle',
    z.object({
      half_life_days: about(z.number(), 'After so long without an access half of the strength is left.'),
      threshold: about(z.number(), 'What is weaker is pruned by the next round.'),
      last_consolidated_at: about(z.nullable(z.number()), 'By a call or by the hourly round; null: not yet.'),
      strength: z.object({ chunks: tenths('chunks'), facts: tenths('facts') }),
      due: about(
        z.array(z.object({ in_days: z.int(), at: z.number(), count: z.int() })),
        'How many chunks and facts fade below the threshold by then, if nothing is accessed until then.',
      ),
    }),
  ),
  async handle({ ports, trace, account, bound, now, query }) {
    const { decayHalfLifeDays, pruneThreshold: threshold } = ports.config
    const { chunks, facts, due, consolidatedAt } = await trace.step('strengths', () =>
      ports.records.strengths(account, {
        ...{ now, threshold, days: DUE_DAYS, personas: personasInSight(query.persona ?? null, bound) },
        halfLifeMs: decayHalfLifeDays * DAY_MS,
      }),
    )
    return {
      half_life_days: decayHalfLifeDays,
      threshold,
      last_consolidated_at: consolidatedAt === null ? null : consolidatedAt / 1000,
      strength: { chunks, facts },
      due: due.map(({ days, count }) => ({ in_days: days, at: now / 1000 + days * (DAY_MS / 1000), count })),
    }
  },
})
