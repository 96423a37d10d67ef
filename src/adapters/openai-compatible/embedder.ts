import * as z from 'zod/mini'
import { BrainError } from '../../domain/errors.ts'
import { unitVector } from '../../domain/ranking/vector.ts'
import type { Embedder } from '../../ports/embedder.ts'
import type { Guard } from '../../runtime/guard.ts'
import { mapBatches } from '../../runtime/map-batches.ts'
import { readBounded } from '../../runtime/read-bounded.ts'

type Headers = () => Readonly<Record<string, string>>

interface Parts {
  readonly baseUrl: string
  readonly model: string
  readonly apiKey: string | null
  readonly dimensions: number
  readonly guard: Guard
  readonly fetch?: typeof fetch
}

const reply = z.object({ data: z.array(z.object({ index: z.number(), embedding: z.array(z.number()) })) })

/** About 8,000 tokens, the usual limit of such models, with room for text that has short ones. */
const MAX_CHARS = 16_000
const MAX_BATCH = 64

/** Twice what a number takes as it is usually written, and room for what stands around the vectors. */
const mostBytes = (texts: number, dimensions: number): number => 65_536 + texts * dimensions * 48

/** Any service that speaks OpenAI's `/embeddings`. */
export function createOpenAiCompatibleEmbedder(parts: Parts): Embedder {
  const { baseUrl, model, apiKey, dimensions, guard } = parts
  const send = parts.fetch ?? ((input: RequestInfo | URL, init?: RequestInit) => fetch(input, init))
  const url = `${baseUrl.replace(/\/+$/, '')}/embeddings`
  let loaded = false

  async function ask(texts: readonly string[], headers: Headers): Promise<Float32Array[]> {
    const response = await send(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...headers(),
        ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      // An empty text is refused by most of them.
      body: JSON.stringify({
        model,
        input: texts.map((text) => text.slice(0, MAX_CHARS).toWellFormed() || ' '),
        encoding_format: 'float',
      }),
    })
    if (response.status === 401 || response.status === 403)
      throw new BrainError(
        'misconfigured',
        'The embedding service refuses the key: EMBEDDINGS_API_KEY is wrong or missing.',
      )
    if (response.status === 404)
      throw new BrainError(
        'misconfigured',
        'The embedding service knows no such model or path: see EMBEDDINGS_BASE_URL and EMBEDDINGS_MODEL.',
      )
    if (!response.ok) throw new Error(`answered with ${response.status}`)
    const parsed = reply.safeParse(JSON.parse(await readBounded(response, mostBytes(texts.length, dimensions))))
    if (!parsed.success || parsed.data.data.length !== texts.length) throw new Error('answered with something else')
    const sorted = [...parsed.data.data].sort((a, b) => a.index - b.index)
    return sorted.map(({ embedding }) => unitVector(embedding, dimensions, 'The embedding service'))
  }
  const embedWith = (headers: Headers) => (texts: readonly string[]) =>
    guard(() => ask(texts, headers), { idempotent: true })

  const within = (headers: Headers): Embedder => ({
    id: `openai:${model}`,
    dimensions,
    get loaded() {
      return loaded
    },
    /** One small call tells whether address, key, model and dimensions fit. */
    async load() {
      if (!loaded) await embedWith(headers)(['ready'])
      loaded = true
    },
    embed: (texts) => mapBatches(texts, MAX_BATCH, embedWith(headers)),
    within,
  })
  return within(() => ({}))
}
