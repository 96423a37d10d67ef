import * as z from 'zod/mini'
import { strength } from '../../domain/lifecycle/strength.ts'
import { toRecordId } from '../../domain/record-id.ts'
import type { KnownFact } from '../../ports/memory-records.ts'
import { DAY_MS } from '../../runtime/duration.ts'
import { about, named } from '../fields.ts'
import { DATE } from './fact.ts'

/** A fact with who states it, as lists show it. */
export const knownFact = named(
  'KnownFact',
  z.object({
    id: z.string(),
    fact: z.string(),
    date: about(z.nullable(z.string()), DATE),
    subject: z.string(),
    relation: z.string(),
    object: z.string(),
    slot: z.string(),
    persona: z.string(),
    source: z.string(),
    confidence: z.number(),
    strength: z.number(),
    access_count: z.int(),
    created_at: z.number(),
    occurred_at: z.number(),
    state: z.string(),
    superseded_by: z.nullable(z.string()),
    memory_ids: z.array(z.string()),
  }),
)

interface Shown {
  readonly namespace: string
  readonly now: number
  readonly halfLifeDays: number
}

export const strengthAt = (
  { now, halfLifeDays }: Pick<Shown, 'now' | 'halfLifeDays'>,
  { confidence, lastAccess }: { readonly confidence: number; readonly lastAccess: number },
): number => strength(confidence, now - lastAccess, halfLifeDays * DAY_MS)

export const toKnownFact = (shown: Shown, fact: KnownFact): z.output<typeof knownFact> => ({
  id: fact.id,
  fact: fact.text,
  date: fact.date,
  subject: fact.subject,
  relation: fact.relation,
  object: fact.object,
  slot: fact.slot,
  persona: fact.persona,
  source: fact.source,
  confidence: fact.confidence,
  strength: strengthAt(shown, fact),
  access_count: fact.accessCount,
  created_at: fact.createdAt / 1000,
  occurred_at: fact.statedAt / 1000,
  state: fact.state,
  superseded_by: fact.supersededBy,
  memory_ids: fact.memories.map((number) => toRecordId(shown.namespace, number)),
})
