import type { Context } from 'hono'
import type { AppEnv } from './context.ts'
import type { Call } from './define-route.ts'
import { readIfMatch } from './if-match.ts'

/** The request as its handler sees it. */
export function callOf(c: Context<AppEnv>): Call<unknown, unknown, unknown> {
  const [now, input, once, standing] = [c.get('now'), c.get('input'), c.get('once'), c.get('standing')]
  const [later, requestId] = [c.get('later'), c.get('requestId')]
  return {
    ports: c.get('ports'),
    trace: c.get('trace'),
    now,
    account: c.get('key')?.accountId ?? '',
    bound: c.get('bound') ?? null,
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
