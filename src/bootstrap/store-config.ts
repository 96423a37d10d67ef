import * as z from 'zod/mini'
import { choice, number, text, url } from './variable.ts'

const dimensions = z.optional(
  z.coerce.number('must be a whole number from 8 to 8192').check(z.int(), z.gte(8), z.lte(8192)),
)

/** The variables that say which stores and which embedder are used. */
export const storeVariables = {
  MEMORY_STORE: choice(['embedded', 'cloud']),
  QDRANT_URL: url,
  QDRANT_API_KEY: text,
  NEO4J_URI: z.optional(
    z
      .string()
      .check(
        z.regex(/^(?:neo4j|bolt)(?:\+s|\+ssc)?:\/\/\S+$/, 'must begin with neo4j://, neo4j+s://, bolt:// or bolt+s://'),
      ),
  ),
  NEO4J_USERNAME: text,
  NEO4J_PASSWORD: text,
  WORKING_MEMORY: choice(['embedded', 'upstash']),
  RATE_LIMITER: choice(['embedded', 'upstash']),
  ENTITY_CACHE: choice(['embedded', 'upstash']),
  UPSTASH_REDIS_REST_URL: url,
  UPSTASH_REDIS_REST_TOKEN: text,
  EMBEDDER: choice(['local', 'workers-ai', 'openai']),
  EMBEDDINGS_BASE_URL: url,
  EMBEDDINGS_MODEL: text,
  EMBEDDINGS_API_KEY: text,
  EMBEDDINGS_DIMENSIONS: dimensions,
  /** The embedder to come, while `brain reembed` gives its vectors to what is remembered. */
  EMBEDDER_NEXT: choice(['none', 'local', 'workers-ai', 'openai']),
  EMBEDDINGS_NEXT_BASE_URL: url,
  EMBEDDINGS_NEXT_MODEL: text,
  EMBEDDINGS_NEXT_API_KEY: text,
  EMBEDDINGS_NEXT_DIMENSIONS: dimensions,
  /** How long a store or an embedding service outside is waited for. */
  STORE_TIMEOUT_MS: number(5_000, 100, 60_000),
}

type StoreValues = z.output<z.ZodMiniObject<typeof storeVariables>>

export type MemoryStoreConfig =
  | { readonly kind: 'embedded' }
  | {
      readonly kind: 'cloud'
      readonly qdrant: { readonly url: string; readonly apiKey: string | null }
      readonly neo4j: { readonly uri: string; readonly username: string; readonly password: string }
    }

export type EmbedderConfig =
  | { readonly kind: 'local' }
  | { readonly kind: 'workers-ai'; readonly model: string; readonly dimensions: number }
  | {
      readonly kind: 'openai'
      readonly baseUrl: string
      readonly model: string
      readonly apiKey: string | null
      readonly dimensions: number
    }

export interface StoresConfig {
  readonly memoryStore: MemoryStoreConfig
  readonly workingMemory: 'embedded' | 'upstash'
  readonly rateLimiter: 'embedded' | 'upstash'
  readonly entityCache: 'embedded' | 'upstash'
  /** null where nothing asks for it. */
  readonly upstash: { readonly url: string; readonly token: string } | null
  readonly embedder: EmbedderConfig
  /** The one to come, while namespaces are embedded anew. */
  readonly nextEmbedder: EmbedderConfig | null
  readonly storeTimeoutMs: number
}

/** As documented by Workers AI: the small English one is as long as the built-in encoder's vectors. */
const WORKERS_AI_MODEL = '@cf/baai/bge-small-en-v1.5'
const WORKERS_AI_DIMENSIONS: Readonly<Record<string, number>> = {
  [WORKERS_AI_MODEL]: 384,
  '@cf/baai/bge-base-en-v1.5': 768,
  '@cf/baai/bge-large-en-v1.5': 1024,
  '@cf/baai/bge-m3': 1024,
}

/** Turns the values into what each port needs, or names what is missing. */
export function storesOf(values: StoreValues): StoresConfig | { readonly problem: string } {
  const missing: string[] = []
  const need = (choice: string, names: readonly (keyof StoreValues)[]) => {
    const absent = names.filter((name) => values[name] === undefined)
    if (absent.length > 0) missing.push(`${choice}, which needs ${absent.join(' and ')} too`)
  }
  if (values.MEMORY_STORE === 'cloud')
    need('MEMORY_STORE is cloud', ['QDRANT_URL', 'NEO4J_URI', 'NEO4J_USERNAME', 'NEO4J_PASSWORD'])
  const redisFor = (['WORKING_MEMORY', 'RATE_LIMITER', 'ENTITY_CACHE'] as const).filter(
    (name) => values[name] === 'upstash',
  )
  if (redisFor.length > 0)
    need(`${redisFor.join(' and ')} ${redisFor.length > 1 ? 'are' : 'is'} upstash`, [
      'UPSTASH_REDIS_REST_URL',
      'UPSTASH_REDIS_REST_TOKEN',
    ])
  if (values.EMBEDDER === 'openai')
    need('EMBEDDER is openai', ['EMBEDDINGS_BASE_URL', 'EMBEDDINGS_MODEL', 'EMBEDDINGS_DIMENSIONS'])
  if (values.EMBEDDER_NEXT === 'openai')
    need('EMBEDDER_NEXT is openai', ['EMBEDDINGS_NEXT_BASE_URL', 'EMBEDDINGS_NEXT_MODEL', 'EMBEDDINGS_NEXT_DIMENSIONS'])
  const embedder = embedderOf(values.EMBEDDER, values, 'EMBEDDINGS')
  const nextEmbedder =
    values.EMBEDDER_NEXT === 'none' ? null : embedderOf(values.EMBEDDER_NEXT, values, 'EMBEDDINGS_NEXT')
  if (embedder.kind === 'workers-ai' && embedder.dimensions === 0)
    missing.push(`EMBEDDER is workers-ai with a model of unknown size, which needs EMBEDDINGS_DIMENSIONS too`)
  if (missing.length > 0) return { problem: `The configuration is wrong: ${missing.join('; ')}.` }
  return {
    memoryStore:
      values.MEMORY_STORE === 'embedded'
        ? { kind: 'embedded' }
        : {
            kind: 'cloud',
            qdrant: { url: values.QDRANT_URL!, apiKey: values.QDRANT_API_KEY ?? null },
            neo4j: { uri: values.NEO4J_URI!, username: values.NEO4J_USERNAME!, password: values.NEO4J_PASSWORD! },
          },
    workingMemory: values.WORKING_MEMORY,
    rateLimiter: values.RATE_LIMITER,
    entityCache: values.ENTITY_CACHE,
    upstash:
      redisFor.length > 0 ? { url: values.UPSTASH_REDIS_REST_URL!, token: values.UPSTASH_REDIS_REST_TOKEN! } : null,
    embedder,
    nextEmbedder,
    storeTimeoutMs: values.STORE_TIMEOUT_MS,
  }
}

function embedderOf(
  kind: StoreValues['EMBEDDER'],
  values: StoreValues,
  prefix: 'EMBEDDINGS' | 'EMBEDDINGS_NEXT',
): EmbedderConfig {
  if (kind === 'local') return { kind }
  const named = values[`${prefix}_MODEL`]
  if (kind === 'workers-ai') {
    const model = named ?? WORKERS_AI_MODEL
    return { kind, model, dimensions: values[`${prefix}_DIMENSIONS`] ?? WORKERS_AI_DIMENSIONS[model] ?? 0 }
  }
  return {
    kind,
    baseUrl: values[`${prefix}_BASE_URL`] ?? '',
    model: named ?? '',
    apiKey: values[`${prefix}_API_KEY`] ?? null,
    dimensions: values[`${prefix}_DIMENSIONS`] ?? 0,
  }
}
