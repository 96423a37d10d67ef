import * as z from 'zod/mini'
import { toRecordId } from '../../domain/record-id.ts'
import type { Ranked } from '../../pipelines/search/rank.ts'
import { named } from '../fields.ts'

export const fact = named(
  'Fact',
  z.object({
    id: z.string(),
    memory_id: z.optional(z.string()),
    fact: z.string(),
    score: z.number(),
    source_type: z.enum(['episodic', 'semantic', 'working']),
    created_at: z.number(),
    occurred_at: z.number(),
    access_count: z.int(),
    confidence: z.number(),
    strength: z.number(),
    metadata: z.nullable(z.record(z.string(), z.unknown())),
    superseded: z.optional(z.boolean()),
    superseded_by: z.optional(z.string()),
    why: z.optional(z.record(z.string(), z.unknown())),
  }),
)

export const toFact = (namespace: string, ranked: Ranked, explain: boolean): z.output<typeof fact> => ({
  id: ranked.id,
  ...(ranked.memory === 0 ? {} : { memory_id: toRecordId(namespace, ranked.memory) }),
  fact: ranked.fact,
  score: ranked.score,
  source_type: ranked.sourceType,
  created_at: ranked.createdAt / 1000,
  occurred_at: ranked.statedAt / 1000,
  access_count: ranked.accessCount,
  confidence: ranked.confidence,
  strength: ranked.strength,
  metadata: ranked.metadata,
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
