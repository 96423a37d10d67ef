import * as z from 'zod/mini'
import { PLANS, planLimits } from '../../domain/account/plan.ts'
import { BrainError } from '../../domain/errors.ts'
import { defineRoute } from '../define-route.ts'
import { about, named, oneOf } from '../fields.ts'

const left = (description: string) => about(z.nullable(z.int()), description)

export const usageRoute = defineRoute({
  method: 'get',
  path: '/brain/usage',
  id: 'ownUsage',
  scope: 'read',
  summary: 'What this account has spent, may spend and remembers',
  response: named(
    'OwnUsage',
    z.object({
      plan: oneOf(PLANS),
      month: about(z.string(), 'Months are in UTC.'),
      operations: z.object({
        used: z.int(),
        limit: left('Of the month; null: no limit.'),
        left: left('null: no limit.'),
        resets_at: z.number(),
      }),
      requests: z.object({
        limit: left('A minute and key; null: no limit.'),
        left: left('Of this key, after this request; null: no limit.'),
        resets_at: about(z.number(), 'When the first place is free again.'),
      }),
      items_per_batch: z.int(),
      months: about(z.array(z.object({ month: z.string(), operations: z.int() })), 'Newest first, at most 25.'),
      memory: z.object({ chunks: z.int(), facts: z.int(), entities: z.int() }),
    }),
  ),
  /** Neither needs the admission: all three are asked at once. */
  prefetch: ({ ports, account, bound, now }) =>
    Promise.all([ports.accounts.ownUsage(account, now), ports.memory.count(account, 'shared', bound)]),
  async handle({ now, standing, prefetched }) {
    const [usage, counts] = await prefetched
    if (!usage || !standing) throw new BrainError('invalid-key', 'The API key is invalid or inactive.')
    const { plan, month, opsUsed, opsBudget } = usage
    return {
      plan,
      month,
      operations: {
        used: opsUsed,
        limit: opsBudget,
        left: opsBudget === null ? null : Math.max(0, opsBudget - opsUsed),
        resets_at: nextMonth(now) / 1000,
      },
      requests: {
        limit: standing.limit,
        left: standing.remaining,
        resets_at: now / 1000 + standing.resetSeconds,
      },
      items_per_batch: planLimits[plan].itemsPerBatch,
      months: usage.months.map(({ month: name, ops }) => ({ month: name, operations: ops })),
      memory: {
        chunks: counts.namespace.chunks,
        facts: counts.namespace.relations,
        entities: counts.namespace.entities,
      },
    }
  },
})

function nextMonth(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
}
