import * as z from 'zod/mini'
import { BrainError } from '../../domain/errors.ts'
import { normalise } from '../../domain/ranking/vector.ts'
import type { Embedder } from '../../ports/embedder.ts'
import type { Guard } from '../../runtime/guard.ts'

/** The part of the `AI` binding that is used. */
interface AiBinding {
  run(model: string, inputs: Record<string, unknown>): Promise<unknown>
}

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
    const parsed = reply.safeParse(await ai.run(model, { text: texts.map((text) => text.slice(0, MAX_CHARS) || ' ') }))
    if (!parsed.success || parsed.data.data.length !== texts.length) throw new Error('answered with something else')
    return parsed.data.data.map((values) => {
      if (values.length !== dimensions)
        throw new BrainError(
          'misconfigured',
          `${model} makes ${values.length} dimensions, and EMBEDDINGS_DIMENSIONS says ${dimensions}.`,
        )
      if (values.some((value) => !Number.isFinite(value)) || values.every((value) => value === 0))
        throw new Error('the embedding is no direction')
      return normalise(Float32Array.from(values))
    })
  }

  return {
    id: `workers-ai:${model}`,
    dimensions,
    limits: { maxBatch: MAX_BATCH },
    loaded: true,
    load: async () => {},
    async embed(texts, kind) {
      const said = kind === 'query' ? texts.map((text) => before + text) : texts
      const vectors: Float32Array[] = []
      for (let at = 0; at < said.length; at += MAX_BATCH)
        vectors.push(...(await guard(() => ask(said.slice(at, at + MAX_BATCH)), { idempotent: true })))
      return vectors
    },
  }
}
