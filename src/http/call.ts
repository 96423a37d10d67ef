import type { Context } from 'hono'
import type { AppEnv } from './context.ts'
import type { Call } from './define-route.ts'
import { readIfMatch } from './if-match.ts'

/** The request as its handler sees it. */
export function callOf(c: Context<AppEnv>): Call<unknown, unknown, unknown> {
  const { ports, trace, now, key, input, later, bound, once, requestId, standing } = c.var
  return {
    ports,
    trace,
    now,
    account: key?.accountId ?? '',
    bound: bound ?? null,
    once: once?.change ?? null,
    tally:
      once?.reservedAt === undefined
        ? null
        : { name: `${once.change}.${once.reservedAt}`, isTakenOver: once.reservedAt < now },
    ifMatch: readIfMatch(c.req.header('If-Match')),
    params: input?.params,
    query: input?.query,
    body: input?.body,
    prefetched: undefined,
    requestId,
    standing: standing ?? null,
    by: (action) => ({ action, key: standing?.keyId ?? 'operator', requestId }),
    later: (work) => later.push(work),
    place: (c.req.raw.cf ?? {}) as Call<unknown, unknown, unknown>['place'],
    refund: (ops) => c.set('opsWasted', ops),
    keepSpent: (ops) => c.set('opsKept', c.get('opsKept') + ops),
  }
}
