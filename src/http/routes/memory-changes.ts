import * as z from 'zod/mini'
import { offsetMs } from '../../domain/date/offset-ms.ts'
import { changeState } from '../../pipelines/revise/change-state.ts'
import { editMemory } from '../../pipelines/revise/edit-memory.ts'
import { findMemory } from '../../pipelines/revise/find-memory.ts'
import { mergeMetadata } from '../../pipelines/revise/merge-metadata.ts'
import { restoreVersion } from '../../pipelines/revise/restore-version.ts'
import { wasDone } from '../../pipelines/revise/was-done.ts'
import type { Memory } from '../../ports/memory-records.ts'
import type { Edit } from '../../ports/memory-revisions.ts'
import { type Call, defineRoute } from '../define-route.ts'
import { about, ignoredUserId, integer, metadata, named, orNull, persona, text } from '../fields.ts'
import { occurredAt, toMs } from '../occurred-at.ts'
import { INGEST_COST, MAX_TEXT } from './ingest-item.ts'
import { matchedVersion } from './matched-version.ts'
import { memory, memoryNumber, memoryParams, toMemory } from './memory.ts'

const CHANGE_COST = 1

const EDIT_RULE = 'must have at least one of text, metadata, persona, occurred_at'

const edit = z
  .object({
    text: about(orNull(text(1, MAX_TEXT)), 'What it says from now on; it is read and encoded anew.'),
    metadata: about(
      orNull(metadata()),
      'Fields to put into the metadata; one that is null is taken out, and the others stay.',
    ),
    persona: about(orNull(persona()), 'The sub-namespace that it is moved to.'),
    occurred_at: about(
      orNull(occurredAt()),
      'When it was said or happened: in ISO 8601, by whose offset its text counts days from now on, or in seconds since 1970, which keep the offset.',
    ),
    user_id: ignoredUserId(),
  })
  .check(
    z.refine(
      ({ text, metadata, persona, occurred_at }) =>
        [text, metadata, persona, occurred_at].some((field) => field !== null),
      EDIT_RULE,
    ),
  )

/**
 * By whose clock an edit says its time. A number names none, nor does the very time that the memory has where it is written in UTC: so answers and
 * tools have it, and who sends it back does not mean another clock.
 */
function clockIn(given: string | number | null, { occurredAt: before }: Memory): Pick<Edit, 'offsetMs'> {
  if (typeof given !== 'string') return {}
  const isNamed = /[+-]\d\d:\d\d$/.test(given)
  return isNamed || toMs(given) !== before ? { offsetMs: offsetMs(given) || null } : {}
}

type MemoryCall = Pick<
  Call<z.output<typeof memoryParams>, unknown, unknown>,
  'ports' | 'trace' | 'account' | 'bound' | 'now' | 'params' | 'once' | 'ifMatch'
>

async function requestOf(call: MemoryCall) {
  const { account, bound, now, params, once } = call
  return {
    ...{ namespace: account, now, personas: bound, once },
    id: memoryNumber(account, params.id),
    version: await matchedVersion(call),
  }
}

/** Makes a change unless it was made before, and shows the memory as it is then. */
async function changeAndShow(call: MemoryCall, change: () => Promise<void>): Promise<z.output<typeof memory>> {
  const { ports, account, bound, params, once } = call
  const id = memoryNumber(account, params.id)
  if (!(await wasDone(ports, account, once))) await change()
  return toMemory(account, await findMemory(ports, { namespace: account, personas: bound }, id))
}

export const editMemoryRoute = defineRoute({
  method: 'patch',
  path: '/brain/memories/:id',
  id: 'editMemory',
  scope: 'write',
  costOf: ({ body }) => (body.text === null ? CHANGE_COST : INGEST_COST),
  price: `${CHANGE_COST} operation; ${INGEST_COST} where the text changes`,
  summary: 'Change a memory',
  description:
    'A text is read and encoded anew, and what is known is what would be if it had been told so. The version before is kept. What is left out or null stays; where nothing would change, nothing is written.',
  params: memoryParams,
  versioned: true,
  body: named('MemoryEdit', edit),
  response: memory,
  versionOf: ({ version }) => version,
  errors: [404, 409, 412],
  example: { metadata: { checked: true } },
  handle: (call) =>
    changeAndShow(call, async () => {
      const { ports, trace, by, body, refund } = call
      const changed = await editMemory(ports, trace, {
        ...{ ...(await requestOf(call)), by: by('memories.edit') },
        wanted: (found): Edit => ({
          ...(body.text === null ? {} : { text: body.text }),
          ...(body.metadata === null ? {} : { metadata: mergeMetadata(found.metadata, body.metadata) }),
          ...(body.persona === null ? {} : { persona: body.persona }),
          ...(body.occurred_at === null ? {} : { occurredAt: toMs(body.occurred_at) }),
          ...clockIn(body.occurred_at, found),
        }),
      })
      if (body.text !== null && changed.text === undefined) refund(INGEST_COST - CHANGE_COST)
    }),
})

const reason = () => about(orNull(text(1, 500)), 'Why, for whoever looks at the history.')

export const invalidateMemoryRoute = defineRoute({
  method: 'post',
  path: '/brain/memories/:id/invalidate',
  id: 'invalidateMemory',
  scope: 'write',
  cost: CHANGE_COST,
  summary: 'Take a memory out of retrieval, until it is restored',
  description: 'It is kept whole, listed with `state` `invalidated`, and states nothing meanwhile.',
  params: memoryParams,
  versioned: true,
  bodyMayBeMissing: true,
  body: named('InvalidateRequest', z.object({ reason: reason(), user_id: ignoredUserId() })),
  response: memory,
  versionOf: ({ version }) => version,
  errors: [404, 409, 412],
  example: { reason: 'It was about somebody else.' },
  handle: (call) =>
    changeAndShow(call, async () => {
      const { ports, trace, by, body } = call
      const request = { ...(await requestOf(call)), by: by('memories.invalidate') }
      await changeState(ports, trace, { ...request, kind: 'invalidate', reason: body.reason })
    }),
})

export const restoreMemoryRoute = defineRoute({
  method: 'post',
  path: '/brain/memories/:id/restore',
  id: 'restoreMemory',
  scope: 'write',
  costOf: ({ body }) => (body.version === null ? CHANGE_COST : INGEST_COST),
  price: `${CHANGE_COST} operation; ${INGEST_COST} where an old version is brought back`,
  summary: 'Bring a memory back that was invalidated, or an old version of one',
  params: memoryParams,
  versioned: true,
  bodyMayBeMissing: true,
  body: named(
    'RestoreRequest',
    z.object({
      version: about(
        orNull(integer(1, Number.MAX_SAFE_INTEGER)),
        'Makes the memory what it was at this version, as an edit. null: brings it back into retrieval.',
      ),
      reason: reason(),
      user_id: ignoredUserId(),
    }),
  ),
  response: memory,
  versionOf: ({ version }) => version,
  errors: [404, 409, 412],
  example: { reason: 'It was right after all.' },
  handle: (call) =>
    changeAndShow(call, async () => {
      const { ports, trace, by, body, refund } = call
      const request = { ...(await requestOf(call)), by: by('memories.restore') }
      if (body.version === null) return changeState(ports, trace, { ...request, kind: 'restore', reason: body.reason })
      const changed = await restoreVersion(ports, trace, { ...request, former: body.version })
      if (changed.text === undefined) refund(INGEST_COST - CHANGE_COST)
    }),
})
