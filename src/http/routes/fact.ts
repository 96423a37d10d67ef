import * as z from 'zod/mini'
import { findOrders } from '../../domain/injection/find-orders.ts'
import { toRecordId } from '../../domain/record-id.ts'
import { SOURCES } from '../../domain/statement/source.ts'
import type { Ranked } from '../../pipelines/search/rank.ts'
import { about, named } from '../fields.ts'

export const DATE =
  'The date that it names ("on Friday", "in March"), in ISO 8601 and as precise as it was named: a day, a month, a year, or from one to another (`2026-11-07/2026-11-08`). Relative words count from `occurred_at`. null: none, or none that is sure.'

const trust = named(
  'Trust',
  z.object({
    source: about(z.enum(SOURCES), 'The most trusted source that states it.'),
    confirmed: about(
      z.int(),
      'How many sources state it, however often each: the user, the assistant, and each document that its metadata tells apart.',
    ),
    looks_like_order: about(z.boolean(), 'Something in the text reads like an order to a model.'),
  }),
)

export const fact = named(
  'Fact',
  z.object({
    id: z.string(),
    memory_id: z.optional(z.string()),
    fact: z.string(),
    date: about(z.nullable(z.string()), DATE),
    score: z.number(),
    source_type: z.enum(['episodic', 'semantic', 'working']),
    created_at: z.number(),
    occurred_at: z.number(),
    access_count: z.int(),
    confidence: z.number(),
    strength: z.number(),
    metadata: z.nullable(z.record(z.string(), z.unknown())),
    trust,
    superseded: z.optional(z.boolean()),
    superseded_by: z.optional(z.string()),
    why: z.optional(z.record(z.string(), z.unknown())),
  }),
)

export const toFact = (namespace: string, ranked: Ranked, explain: boolean): z.output<typeof fact> => ({
  id: ranked.id,
  ...(ranked.memory === 0 ? {} : { memory_id: toRecordId(namespace, ranked.memory) }),
  fact: ranked.fact,
  date: ranked.date,
  score: ranked.score,
  source_type: ranked.sourceType,
  created_at: ranked.createdAt / 1000,
  occurred_at: ranked.statedAt / 1000,
  access_count: ranked.accessCount,
  confidence: ranked.confidence,
  strength: ranked.strength,
  metadata: ranked.metadata,
  trust: { ...ranked.trust, looks_like_order: findOrders(ranked.fact).length > 0 },
  ...(ranked.supersededBy === undefined ? {} : { superseded: true, superseded_by: ranked.supersededBy }),
  ...(explain ? { why: ranked.why } : {}),
})

export const reasoningStep = named(
  'ReasoningStep',
  z.object({
    hop: z.int(),
    from: z.string(),
    relation: z.string(),
    to: z.string(),
    fact: z.string(),
    confidence: z.number(),
    score: z.number(),
  }),
)
