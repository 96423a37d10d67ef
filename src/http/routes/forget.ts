import * as z from 'zod/mini'
import { type Bound, personasAskedFor } from '../../domain/account/persona.ts'
import { BrainError } from '../../domain/errors.ts'
import { recordNumber } from '../../domain/record-id.ts'
import { SOURCES } from '../../domain/statement/source.ts'
import { eraseMemory } from '../../pipelines/revise/erase-memory.ts'
import { countScope, forget } from '../../pipelines/revise/forget.ts'
import type { Receipt } from '../../ports/memory-revisions.ts'
import { cursorParams, fromCursor, toCursor } from '../cursor.ts'
import { defineRoute } from '../define-route.ts'
import { about, flag, ignoredUserId, listOf, named, oneOf, orNull, persona, sessionId, text } from '../fields.ts'
import { filterOf, pairs } from '../record-filter.ts'
import { timeField } from '../time-param.ts'
import { matchedVersion } from './matched-version.ts'
import { memoryNumber, memoryParams } from './memory.ts'
import { receipt, toReceipt } from './receipt.ts'
import { scopeOf } from './scope.ts'

/** What a key that is bound to personas could reach is a part of what it asked for. */
const within = (bound: Bound) => (bound === null ? {} : { personas: bound })

export const deleteMemoryRoute = defineRoute({
  method: 'delete',
  path: '/brain/memories/:id',
  id: 'deleteMemory',
  scope: 'erase',
  cost: 1,
  summary: 'Erase a memory with everything that only it supports',
  description:
    'Its chunks, facts, versions and what else came from the text are gone when this returns; a fact that another memory states too stays.',
  params: memoryParams,
  versioned: true,
  response: receipt,
  errors: [404, 412],
  async handle(call) {
    const { ports, trace, account, bound, now, params, once, by } = call
    const erased = await eraseMemory(ports, trace, {
      ...{ namespace: account, now, personas: bound, once, by: by('memories.delete') },
      id: memoryNumber(account, params.id),
      version: await matchedVersion(call),
      scope: { ids: [params.id], ...within(bound) },
    })
    return toReceipt(ports, account, erased)
  },
})

const MOST_IDS = 1_000

const FORGET_RULE = 'must have at least one of ids, persona, session_id, source, entity, before, since, until, metadata'

const forgetRequest = z
  .object({
    ids: about(orNull(listOf(text(1, 64), 1, MOST_IDS)), 'These memories.'),
    persona: about(orNull(persona()), 'Of this persona, without `shared`.'),
    session_id: about(orNull(sessionId()), 'Said in this session.'),
    source: about(orNull(oneOf(SOURCES)), 'Said by it.'),
    entity: about(
      orNull(text(1, 1024)),
      'That state a fact of somebody or something of this name, or said the name in a version that is kept.',
    ),
    before: about(orNull(timeField()), 'Said before this time, by `occurred_at`; `until` is the same.'),
    since: about(orNull(timeField()), 'Said at this time or later.'),
    until: about(orNull(timeField()), 'Said before this time.'),
    metadata: about(orNull(pairs()), 'All of these fields are equal in the metadata of the memory.'),
    dry_run: about(z._default(flag(), false), 'Only counts; nothing is erased.'),
    user_id: ignoredUserId(),
  })
  .check(
    z.refine(
      ({ dry_run: _, user_id: __, metadata, ...fields }) =>
        Object.values(fields).some((field) => field !== null) || Object.keys(metadata ?? {}).length > 0,
      FORGET_RULE,
    ),
  )

const dryRun = named(
  'ForgetDryRun',
  z.object({
    dry_run: z.literal(true),
    scope: z.record(z.string(), z.unknown()),
    memories: about(z.int(), 'How many memories a real run would erase now.'),
  }),
)

export const forgetRoute = defineRoute({
  method: 'post',
  path: '/brain/forget',
  id: 'forget',
  scope: 'erase',
  cost: 1,
  summary: 'Erase every memory of a scope',
  description:
    'Conditions are combined; at least one is needed, and a field or parameter that is not known is refused. A large scope is erased in slices: what is left after about 20 seconds is `remaining`, and the same call goes on with it.',
  body: named('ForgetRequest', forgetRequest),
  refusesIgnored: true,
  response: z.union([receipt, dryRun]),
  errors: [404],
  example: { persona: 'ann', before: '2026-01-01', dry_run: true },
  async handle({ ports, trace, account, bound, now, once, by, body }) {
    const { dry_run, user_id: _, ids, before, ...asked } = body
    const until = [before, asked.until].filter((time) => time !== null)
    if (until.length > 1) throw new BrainError('invalid-request', 'before: is the same as until; send one of them')
    const conditions = { ...asked, until: until[0] ?? null }
    const filter = {
      ...filterOf(conditions, bound),
      ...{ personas: personasAskedFor(body.persona, bound), words: [], state: null },
    }
    const request = { filter, ids: ids && numbersOf(account, ids) }
    const scope = { ...(await scopeOf(account, { ids, ...conditions })), ...within(bound) }
    if (dry_run) return { dry_run, scope, memories: await countScope(ports, { ...request, scope, namespace: account }) }
    const erased = await forget(ports, trace, {
      ...{ ...request, scope, namespace: account, now, personas: bound, once, by: by('forget') },
    })
    return toReceipt(ports, account, erased)
  },
})

/** An id that no memory of this account can have is a mistake that has to be told; one that is gone is not. */
const numbersOf = (account: string, ids: readonly string[]): number[] =>
  ids.map((id) => {
    const number = recordNumber(account, id)
    if (number === null) throw new BrainError('not-found', `ids: there is no memory ${id}`)
    return number
  })

export const receiptsRoute = defineRoute({
  method: 'get',
  path: '/brain/receipts',
  id: 'listReceipts',
  scope: 'read',
  summary: 'List what was erased, newest first',
  description:
    'Ids and counts, no text. A key that is bound to personas sees the receipts of these alone; a page may then have fewer than `limit` and still go on.',
  query: z.object(cursorParams),
  response: named('ReceiptList', z.object({ receipts: z.array(receipt), next_cursor: z.nullable(z.string()) })),
  async handle({ ports, account, bound, query }) {
    const page = { before: fromCursor(account, query.cursor), limit: query.limit }
    const { receipts, next } = await ports.revisions.receipts(account, page)
    const shown = receipts.filter(({ scope }) => isInSight(scope, bound))
    return {
      receipts: shown.map((one) => toReceipt(ports, account, one)),
      next_cursor: toCursor(account, next),
    }
  },
})

/** Of a bound key: what reached its own personas and no others. */
function isInSight({ persona, personas }: Receipt['scope'], bound: Bound): boolean {
  if (bound === null) return true
  const reached = typeof persona === 'string' ? [persona] : Array.isArray(personas) ? personas : null
  return reached?.every((name) => bound.includes(name)) ?? false
}
