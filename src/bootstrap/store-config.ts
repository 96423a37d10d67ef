/** The stores' part of the configuration, already checked field by field: one union a port. */
export interface StoreValues {
  readonly MEMORY_STORE: 'embedded' | 'cloud'
  readonly QDRANT_URL?: string | undefined
  readonly QDRANT_API_KEY?: string | undefined
  readonly NEO4J_URI?: string | undefined
  readonly NEO4J_USERNAME?: string | undefined
  readonly NEO4J_PASSWORD?: string | undefined
  readonly WORKING_MEMORY: 'embedded' | 'upstash'
  readonly RATE_LIMITER: 'embedded' | 'upstash'
  readonly ENTITY_CACHE: 'embedded' | 'upstash'
  readonly UPSTASH_REDIS_REST_URL?: string | undefined
  readonly UPSTASH_REDIS_REST_TOKEN?: string | undefined
  readonly EMBEDDER: 'local' | 'workers-ai' | 'openai'
  readonly EMBEDDINGS_BASE_URL?: string | undefined
  readonly EMBEDDINGS_MODEL?: string | undefined
  readonly EMBEDDINGS_API_KEY?: string | undefined
  readonly EMBEDDINGS_DIMENSIONS?: number | undefined
  readonly EMBEDDER_NEXT: 'none' | 'local' | 'workers-ai' | 'openai'
  readonly EMBEDDINGS_NEXT_BASE_URL?: string | undefined
  readonly EMBEDDINGS_NEXT_MODEL?: string | undefined
  readonly EMBEDDINGS_NEXT_API_KEY?: string | undefined
  readonly EMBEDDINGS_NEXT_DIMENSIONS?: number | undefined
  readonly STORE_TIMEOUT_MS: number
}

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
  const embedder = embedderOf(values.EMBEDDER, {
    baseUrl: values.EMBEDDINGS_BASE_URL,
    model: values.EMBEDDINGS_MODEL,
    apiKey: values.EMBEDDINGS_API_KEY,
    dimensions: values.EMBEDDINGS_DIMENSIONS,
  })
  const nextEmbedder =
    values.EMBEDDER_NEXT === 'none'
      ? null
      : embedderOf(values.EMBEDDER_NEXT, {
          baseUrl: values.EMBEDDINGS_NEXT_BASE_URL,
          model: values.EMBEDDINGS_NEXT_MODEL,
          apiKey: values.EMBEDDINGS_NEXT_API_KEY,
          dimensions: values.EMBEDDINGS_NEXT_DIMENSIONS,
        })
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

interface RemoteEmbedder {
  readonly baseUrl: string | undefined
  readonly model: string | undefined
  readonly apiKey: string | undefined
  readonly dimensions: number | undefined
}

function embedderOf(kind: StoreValues['EMBEDDER'], remote: RemoteEmbedder): EmbedderConfig {
  if (kind === 'local') return { kind }
  if (kind === 'workers-ai') {
    const model = remote.model ?? WORKERS_AI_MODEL
    return { kind, model, dimensions: remote.dimensions ?? WORKERS_AI_DIMENSIONS[model] ?? 0 }
  }
  return {
    kind,
    baseUrl: remote.baseUrl ?? '',
    model: remote.model ?? '',
    apiKey: remote.apiKey ?? null,
    dimensions: remote.dimensions ?? 0,
  }
}
