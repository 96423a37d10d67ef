import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { triplesSchema } from '../../../src/pipelines/ingest/llm-facts.ts'
import { abstractionSchema } from '../../../src/pipelines/lifecycle/compress-clusters.ts'
import { linesSchema } from '../../../src/pipelines/retrieve/compress.ts'

describe('what a model has to answer', () => {
  it.each([triplesSchema, abstractionSchema, linesSchema])('is the same in both forms: $name', ({ schema, json }) => {
    const { $schema: _, ...translated } = z.toJSONSchema(schema)
    expect(json).toEqual(translated)
  })

  it('is nothing beyond its bounds', () => {
    expect(abstractionSchema.parse({ text: 'Ada works with Ben.', facts: [1, 2] })).not.toBeNull()
    expect(abstractionSchema.parse({ text: '', facts: [1] })).toBeNull()
    expect(abstractionSchema.parse({ text: 'x', facts: [] })).toBeNull()
    expect(abstractionSchema.parse({ text: 'x', facts: [0] })).toBeNull()
  })
})
