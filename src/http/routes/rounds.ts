import * as z from 'zod/mini'
import type { RoundSummary } from '../../ports/schedule.ts'
import { defineRoute } from '../define-route.ts'
import { integerParam, named } from '../fields.ts'

const failure = z.object({ namespace: z.string(), error: z.string(), attempts: z.int(), retry_at: z.number() })

const seconds = (ms: number): number => ms / 1000

const toRound = ({ at, failures, finishedAt, ...summary }: RoundSummary) => ({
  ...summary,
  at: seconds(at),
  failures: failures.map(({ retryAt, ...failure }) => ({ ...failure, retry_at: seconds(retryAt) })),
  finished_at: finishedAt && seconds(finishedAt),
})

const round = named(
  'Round',
  z.object({
    at: z.number(),
    due: z.int(),
    visited: z.int(),
    reinforced: z.int(),
    decayed: z.int(),
    pruned: z.int(),
    compressed: z.int(),
    abstractions: z.int(),
    failed: z.int(),
    failures: z.array(failure),
    unreached: z.int(),
    finished_at: z.nullable(z.number()),
  }),
)

export const roundsRoute = defineRoute({
  method: 'get',
  path: '/admin/rounds',
  id: 'listRounds',
  scope: 'operator',
  summary: 'What the last hourly rounds did, last first',
  description: 'A round visits only the namespaces in which something is due; `failures` names up to 20 that failed.',
  query: z.object({ limit: z._default(integerParam(1, 168), 24) }),
  response: z.object({ rounds: z.array(round) }),
  handle: async ({ ports, query }) => ({ rounds: (await ports.schedule.rounds(query.limit)).map(toRound) }),
})
