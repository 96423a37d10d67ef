import { join } from 'node:path'
import type { OpenPeer } from './peer.ts'

interface Mem0 {
  Memory: new (
    config: object,
  ) => {
    add(text: string, options: object): Promise<unknown>
    search(query: string, options: object): Promise<{ results: { metadata?: { number?: number } }[] }>
  }
}

/** Without an LLM (`infer: false`) and with an embedder that has every vector ready: https://docs.mem0.ai/open-source/node-quickstart */
export const open: OpenPeer = async ({ load, dimensions, folder }) => {
  const { Memory } = load<Mem0>('mem0ai/oss')
  const known = new Map<string, number[]>()
  const vectorOf = (text: string) => known.get(text) ?? Array.from({ length: dimensions }, () => 0)
  const model = {
    embedQuery: async (text: string) => vectorOf(text),
    embedDocuments: async (texts: string[]) => texts.map(vectorOf),
  }
  const store = { collectionName: 'bench', dimension: dimensions, dbPath: join(folder, 'vectors.db') }
  const memory = new Memory({
    embedder: { provider: 'langchain', config: { model, embeddingDims: dimensions } },
    vectorStore: { provider: 'memory', config: store },
    llm: { provider: 'openai', config: { apiKey: 'never used' } },
    historyDbPath: join(folder, 'history.db'),
    disableHistory: true,
  })
  return {
    setting: "infer: false, its own vector store ('memory'), no history, the embedder has every vector ready",
    vectorsAlone: false,
    async insert(from, texts, vectors) {
      for (const [i, text] of texts.entries()) {
        known.set(text, [...vectors.subarray(i * dimensions, (i + 1) * dimensions)])
        await memory.add(text, { userId: 'bench', infer: false, metadata: { number: from + i } })
        known.delete(text)
      }
    },
    async search(question, vector, k) {
      known.set(question, [...vector])
      const { results } = await memory.search(question, { topK: k, filters: { user_id: 'bench' }, threshold: 0 })
      if (results.length === 0) throw new Error('mem0 found nothing')
      return results.map(({ metadata }) => metadata?.number ?? -1)
    },
  }
}
