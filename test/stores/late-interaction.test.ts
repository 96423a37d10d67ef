import { describe, expect, it } from 'vitest'
import { randomBase62 } from '../../src/domain/base62.ts'
import {
  describeLateInteraction,
  expectLate,
  expectTokensExported,
  planWithTokens,
  withTokens,
} from '../contracts/late-interaction.contract.ts'
import { EMBEDDER } from '../contracts/memories.ts'
import { createStores, storesByEmbedder } from './composed-store.ts'
import { cypher } from './revisions/graph-dump.ts'

const NOON = Date.UTC(2026, 10, 15, 12)
const namespace = () => `E${randomBase62(9)}`

describeLateInteraction('Qdrant and Neo4j', () => ({ ...storesByEmbedder(), namespace }))

describe('Qdrant and Neo4j keep the tokens of chunks', () => {
  const { store, vectors, settled } = createStores()
  const texts = ['Emma grows figs and likes plums.', 'Bo paints the gate green.']
  const facts = [['Emma', 'grows', 'figs'] as const, ['Emma', 'likes', 'plums'] as const]

  async function tell(ns: string): Promise<void> {
    const memories = [await withTokens(texts[0]!, { facts }), await withTokens(texts[1]!)]
    await store.remember(ns, { now: NOON, embedder: EMBEDDER, memories })
    await settled()
  }

  /** Only a chunk's own vector has them. */
  async function expectPoints(ns: string): Promise<void> {
    const page = await vectors.in(ns).page(0, 10)
    const withThem = page.map(({ vectors: list }) => list.map(({ tokens }) => tokens !== undefined))
    expect(withThem).toEqual([[true, false], [true]])
  }

  it('where the vector store comes back without its data', async () => {
    const ns = namespace()
    await tell(ns)
    await expectPoints(ns)
    await vectors.in(ns).erase()
    expect((await store.recall(ns, await planWithTokens('gate'))).degraded).toEqual(['qdrant'])
    await settled()
    await expectLate(store, ns, texts)
    await expectPoints(ns)
  })

  it('where the graph does, and is rebuilt from the vector store', async () => {
    const ns = namespace()
    await tell(ns)
    await cypher('MATCH (n:Namespace { id: $ns }) DETACH DELETE n', { ns })
    await cypher('MATCH (n { namespace: $ns }) DETACH DELETE n', { ns })
    await store.remember(ns, { now: NOON + 1, embedder: EMBEDDER, memories: [await withTokens('Bees dance.')] })
    await settled()
    const all = [...texts, 'Bees dance.']
    await expectLate(store, ns, all)
    await expectTokensExported(store, ns, all, { sentences: 1 })
  })
})
