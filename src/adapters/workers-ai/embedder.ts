import * as z from 'zod/mini'
import { unitVector } from '../../domain/ranking/vector.ts'
import type { Embedder } from '../../ports/embedder.ts'
import type { Guard } from '../../runtime/guard.ts'
import { mapBatches } from '../../runtime/map-batches.ts'
import type { AiBinding } from './ai-binding.ts'

interface Parts {
  readonly ai: AiBinding
  readonly model: string
  readonly dimensions: number
  readonly guard: Guard
}

/** As documented for Workers AI's text embeddings: `{ shape: [n, dimensions], data: [[…], …] }`, `pooling` beside it. */
const reply = z.object({ data: z.array(z.array(z.number())), shape: z.optional(z.array(z.number())) })

/** Documented: at most 100 texts a call. The small BGE models read 512 tokens; what is over is cut there. */
const MAX_BATCH = 100
const MAX_CHARS = 8_000

/** BGE asks for this before a question, and for nothing before a passage. */
const BEFORE_A_QUERY = 'Represent this sentence for searching relevant passages: '

export function createWorkersAiEmbedder({ ai, model, dimensions, guard }: Parts): Embedder {
  const before = /\/bge-(?:small|base|large)-en/.test(model) ? BEFORE_A_QUERY : ''

  async function ask(texts: readonly string[]): Promise<Float32Array[]> {
    const parsed = reply.safeParse(
      await ai.run(model, { text: texts.map((text) => text.slice(0, MAX_CHARS).toWellFormed() || ' ') }),
    )
    if (!parsed.success || parsed.data.data.length !== texts.length) throw new Error('answered with something else')
    return parsed.data.data.map((values) => unitVector(values, dimensions, model))
  }

  return {
    id: `workers-ai:${model}`,
    dimensions,
    loaded: true,
    load: async () => {},
    embed(texts, kind) {
      const said = kind === 'query' ? texts.map((text) => before + text) : texts
      return mapBatches(said, MAX_BATCH, (batch) => guard(() => ask(batch), { idempotent: true }))
    },
  }
}
