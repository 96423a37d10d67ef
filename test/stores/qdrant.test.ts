import { describe, expect, inject, it } from 'vitest'
import { collectionName, prepareCollection } from '../../src/adapters/cloud-store/qdrant/collection.ts'
import { connectQdrant } from '../../src/adapters/cloud-store/qdrant/connection.ts'
import { createQdrantVectorStore } from '../../src/adapters/cloud-store/qdrant/vector-store.ts'
import { randomBase62 } from '../../src/domain/base62.ts'
import { createGuard, newBreaker } from '../../src/runtime/guard.ts'
import { describeVectorStore } from '../contracts/vector-store.contract.ts'
import { createFakeEmbedder } from '../fakes/embedder.ts'

const { QDRANT_URL, QDRANT_API_KEY } = inject('stores')
const embedder = createFakeEmbedder()

const store = (given: { url?: string; apiKey?: string; dimensions?: number } = {}) =>
  createQdrantVectorStore({
    client: connectQdrant({ url: given.url ?? QDRANT_URL, apiKey: given.apiKey ?? QDRANT_API_KEY, timeoutMs: 5000 }),
    embedder: embedder.id,
    dimensions: given.dimensions ?? embedder.dimensions,
    guard: createGuard({ store: 'qdrant', timeoutMs: 5000, breaker: newBreaker() }),
    state: { ready: false },
  })

describeVectorStore('Qdrant', () => ({ store: store(), namespace: () => `E${randomBase62(9)}` }))

describe('the collection', () => {
  const client = connectQdrant({ url: QDRANT_URL, apiKey: QDRANT_API_KEY, timeoutMs: 5000 })
  const indexes = async (name: string) => (await client.getCollection(name)).payload_schema

  it('has the namespace as its tenant, and an index on everything that is filtered by', async () => {
    const name = collectionName(`made ${randomBase62(6)}`, 8)
    await prepareCollection(client, name, 8)
    const found = await indexes(name)
    expect(found.namespace).toMatchObject({ data_type: 'keyword', params: { is_tenant: true } })
    expect(found.persona).toMatchObject({ data_type: 'keyword' })
    expect(found.level).toMatchObject({ data_type: 'integer', params: { lookup: true } })
    expect(found.last_access).toMatchObject({ data_type: 'integer', params: { range: true } })
    expect(Object.keys(found).sort()).toEqual([
      'id',
      'last_access',
      'level',
      'namespace',
      'persona',
      'place',
      'session',
      'source',
    ])
    await client.deleteCollection(name)
  })

  it('of an earlier version gets the indexes that it lacks and keeps what it has', async () => {
    const name = collectionName(`older ${randomBase62(6)}`, 8)
    await prepareCollection(client, name, 8)
    await client.deletePayloadIndex(name, 'last_access')
    const vector = { meaning: [[1, 0, 0, 0, 0, 0, 0, 0]] }
    await client.upsert(name, { wait: true, points: [{ id: 1, vector, payload: { namespace: 'a', last_access: 7 } }] })
    await prepareCollection(client, name, 8)
    expect((await indexes(name)).last_access).toMatchObject({ data_type: 'integer' })
    expect((await client.count(name, { exact: true })).count).toBe(1)
    await client.deleteCollection(name)
  })

  it('of other dimensions is named, in the check and at the first write', async () => {
    const other = `other ${randomBase62(6)}`
    // Somebody made it by hand, under the name that the embedder's has.
    const name = collectionName(other, 8)
    await client.createCollection(name, { vectors: { meaning: { size: 4, distance: 'Cosine' } } })
    const made = createQdrantVectorStore({
      client,
      embedder: other,
      dimensions: 8,
      guard: createGuard({ store: 'qdrant', timeoutMs: 5000, breaker: newBreaker() }),
      state: { ready: false },
    })
    await expect(made.check()).rejects.toThrow(/holds vectors of 4 dimensions, and the embedder makes 8/)
    await expect(prepareCollection(client, name, 8)).rejects.toThrow(/4 dimensions/)
    await client.deleteCollection(name)
  })
})

it('says that the key is wrong, and that nobody answers', async () => {
  await expect(store({ apiKey: 'wrong' }).check()).rejects.toThrow(/QDRANT_API_KEY/)
  await expect(store({ url: 'http://127.0.0.1:9' }).check()).rejects.toThrow(/qdrant: it cannot be reached/)
})
