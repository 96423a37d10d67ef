import * as z from 'zod/mini'
import { toRecordId } from '../../domain/record-id.ts'
import type { Changed } from '../../domain/webhook/events.ts'
import { audit } from '../../pipelines/audit.ts'
import type { JournalEntry } from '../../ports/journal.ts'
import { defineRoute } from '../define-route.ts'
import { about, integerParam, named, text } from '../fields.ts'
import { timeParam, timeParamToMs } from '../time-param.ts'

/** More are counted: a list of all would be as long as what it tells of. */
const SHOWN_IDS = 20

const entry = named(
  'AuditEntry',
  z.object({
    at: z.number(),
    key: about(z.string(), 'The id of the key; `operator`, or `schedule` for the hourly round.'),
    action: z.string(),
    subject: about(z.optional(z.string()), 'The key that it was done to.'),
    counts: z.record(z.string(), z.number()),
    memories: about(
      z.record(z.string(), z.object({ ids: z.array(z.string()), more: z.int() })),
      'Which memories were created, superseded, pruned or erased.',
    ),
    request_id: z.nullable(z.string()),
  }),
)

export const auditRoute = defineRoute({
  method: 'get',
  path: '/brain/audit',
  id: 'audit',
  scope: 'read',
  wholeAccount: true,
  summary: 'Which key changed what, newest first',
  description:
    'The last 90 days, at most the newest 10,000 changes of memory and as many of the account. Ids and counts, no text. Reads are not in it.',
  query: z.object({
    limit: z._default(integerParam(1, 200), 50),
    cursor: about(z.optional(z.string()), 'The `next_cursor` of the page before.'),
    action: about(z.optional(text(1, 64)), 'Only this action, such as `ingest` or `key.revoked`.'),
    since: about(z.optional(timeParam()), 'From this time on: ISO 8601 or seconds since 1970.'),
    until: about(z.optional(timeParam()), 'Before this time.'),
  }),
  response: z.object({
    entries: z.array(entry),
    next_cursor: z.nullable(z.string()),
    cursor: about(z.nullable(z.string()), 'The same, as it was called before.'),
  }),
  async handle({ ports, now, account, query: { limit, cursor, action, since, until } }) {
    const page = await audit(ports, {
      ...{ account, now, limit, cursor: cursor ?? null, action: action ?? null },
      since: timeParamToMs(since),
      until: timeParamToMs(until),
    })
    const next = { next_cursor: page.cursor, cursor: page.cursor }
    return { entries: page.entries.map((entry) => toEntry(account, entry)), ...next }
  },
})

const toEntry = (account: string, { at, key, action, subject, counts, changed, requestId }: JournalEntry) => ({
  at: at / 1000,
  key,
  action,
  ...(subject === undefined ? {} : { subject }),
  counts,
  memories: toMemories(account, changed),
  request_id: requestId,
})

const toMemories = (account: string, changed: Changed) =>
  Object.fromEntries(
    Object.entries(changed).map(([kind, { ids, more }]) => {
      const shown = ids.slice(0, SHOWN_IDS)
      return [kind, { ids: shown.map((number) => toRecordId(account, number)), more: more + ids.length - shown.length }]
    }),
  )
