import * as z from 'zod/mini'
import { toRecordId } from '../../domain/record-id.ts'
import type { Receipt } from '../../ports/memory-revisions.ts'
import type { Ports } from '../../ports/ports.ts'
import { HISTORY_DAYS } from '../../ports/rewindable.ts'
import { DAY_MS } from '../../runtime/duration.ts'
import { about, named } from '../fields.ts'

const erased = ['memories', 'chunks', 'facts', 'entities', 'abstractions', 'versions', 'sessions'] as const

/** What was erased, as it is shown: ids and counts, no text. */
export const receipt = named(
  'Receipt',
  z.object({
    receipt_id: z.string(),
    at: z.number(),
    scope: about(
      z.record(z.string(), z.unknown()),
      'What was asked for. Of an entity and of metadata a hash is kept: it is no text.',
    ),
    erased: z.object(
      Object.fromEntries(erased.map((kind) => [kind, z.int()])) as Record<
        (typeof erased)[number],
        ReturnType<typeof z.int>
      >,
    ),
    remaining: about(z.int(), 'Memories of the scope that are left: the same call goes on with them.'),
    recoverable_until: about(
      z.nullable(z.number()),
      'Until then the platform could bring it back from its own history; a rewind erases it again. null: the stores have no such history, or one of their own.',
    ),
  }),
)

export const toReceipt = (
  { rewindable }: Pick<Ports, 'rewindable'>,
  namespace: string,
  { id, at, scope, erased, remaining }: Receipt,
): z.output<typeof receipt> => ({
  receipt_id: toRecordId(namespace, id).replace('m_', 'r_'),
  at: at / 1000,
  ...{ scope, erased, remaining },
  recoverable_until: rewindable ? (at + HISTORY_DAYS * DAY_MS) / 1000 : null,
})
