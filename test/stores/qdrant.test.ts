import { expect, inject, it } from 'vitest'
import { connectQdrant, createQdrantVectorStore } from '../../src/adapters/qdrant/vector-store.ts'
import { createGuard, newBreaker } from '../../src/domain/guard.ts'
import { randomBase62 } from '../../src/domain/ids.ts'
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

it('says that the key is wrong, and that nobody answers', async () => {
  await expect(store({ apiKey: 'wrong' }).check()).rejects.toThrow(/QDRANT_API_KEY/)
  await expect(store({ url: 'http://127.0.0.1:9' }).check()).rejects.toThrow(/qdrant: it cannot be reached/)
})
