import type { QdrantClient } from '@qdrant/js-client-rest'
import { BrainError } from '../../../domain/errors.ts'

/** What is filtered by. The namespace is the tenant: its points lie together, and each tenant has a graph of its own. */
const INDEXES = {
  namespace: { type: 'keyword', is_tenant: true },
  persona: { type: 'keyword' },
  source: { type: 'integer', lookup: true, range: false },
  level: { type: 'integer', lookup: true, range: false },
  last_access: { type: 'integer', lookup: false, range: true },
  id: { type: 'integer', lookup: true, range: true },
  session: { type: 'integer', lookup: true, range: false },
  place: { type: 'integer', lookup: false, range: true },
} as const

export const DENSE = 'meaning'
export const SPARSE = 'words'

/** One collection an embedder: vectors of two cannot be compared. */
export const collectionName = (embedder: string, dimensions: number): string =>
  `${COLLECTION_PREFIX}${embedder.replace(/[^A-Za-z0-9]+/g, '-').slice(0, 120)}-${dimensions}`

export const COLLECTION_PREFIX = 'edge-brain-'

export const statusOf = (error: unknown): number | null => {
  const status = (error as { status?: unknown } | null)?.status
  return typeof status === 'number' ? status : null
}

/** Creates the collection and the indexes that are missing: new ones, and those that a later version of the service wants. */
export async function prepareCollection(client: QdrantClient, name: string, dimensions: number): Promise<void> {
  const found = await client.getCollection(name).catch((error: unknown) => {
    if (statusOf(error) === 404) return null
    throw error
  })
  if (!found) {
    await client
      .createCollection(name, {
        vectors: {
          // A point has its chunk's vector and those of its sentences, and is as near as the nearest.
          [DENSE]: { size: dimensions, distance: 'Cosine', multivector_config: { comparator: 'max_sim' } },
        },
        // Rare words weigh more: by the frequencies of all tenants, which is good enough to nominate.
        sparse_vectors: { [SPARSE]: { modifier: 'idf' } },
        // No graph across tenants, one for each.
        hnsw_config: { m: 0, payload_m: 16 },
      })
      .catch((error: unknown) => {
        // Another isolate was faster.
        if (statusOf(error) !== 409) throw error
      })
  } else if (sizeOf(found) !== dimensions) {
    throw wrongDimensions(name, sizeOf(found), dimensions)
  }
  const known = found?.payload_schema ?? {}
  for (const [field, schema] of Object.entries(INDEXES)) {
    if (!(field in known))
      await client.createPayloadIndex(name, { field_name: field, field_schema: schema, wait: true })
  }
}

export async function checkCollection(client: QdrantClient, name: string, dimensions: number): Promise<void> {
  const { exists } = await client.collectionExists(name)
  if (!exists) return
  const size = sizeOf(await client.getCollection(name))
  if (size !== dimensions) throw wrongDimensions(name, size, dimensions)
}

function sizeOf(collection: Awaited<ReturnType<QdrantClient['getCollection']>>): number | null {
  const vectors = collection.config.params.vectors as Record<string, { size?: number }> | undefined
  return vectors?.[DENSE]?.size ?? null
}

const wrongDimensions = (name: string, found: number | null, wanted: number) =>
  new BrainError(
    'misconfigured',
    `collection ${name} holds vectors of ${found ?? 'no'} dimensions, and the embedder makes ${wanted}`,
  )
