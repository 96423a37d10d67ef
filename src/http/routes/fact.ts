import * as z from 'zod/mini'

export const fact = z
  .object({
    fact: z.string(),
    score: z.number(),
    source_type: z.enum(['episodic', 'semantic', 'working']),
    created_at: z.number(),
    access_count: z.int(),
    confidence: z.number(),
    strength: z.number(),
    metadata: z.nullable(z.record(z.string(), z.unknown())),
    superseded: z.optional(z.boolean()),
    why: z.optional(z.record(z.string(), z.unknown())),
  })
  .register(z.globalRegistry, { id: 'Fact' })

export const reasoningStep = z
  .object({
    hop: z.int(),
    from: z.string(),
    relation: z.string(),
    to: z.string(),
    fact: z.string(),
    confidence: z.number(),
    score: z.number(),
  })
  .register(z.globalRegistry, { id: 'ReasoningStep' })
