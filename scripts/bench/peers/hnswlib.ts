import type { OpenPeer } from './peer.ts'

interface Index {
  initIndex(options: { maxElements: number; m: number; efConstruction: number }): void
  addPoint(vector: number[], label: number): void
  setEf(ef: number): void
  searchKnn(vector: number[], k: number): { neighbors: number[] }
}

/** M and efConstruction are the library's defaults; ef is where it finds nearly all of the exact nearest. */
export const open: OpenPeer = async ({ load, dimensions, capacity }) => {
  const { HierarchicalNSW } = load<{ HierarchicalNSW: new (space: string, dimensions: number) => Index }>(
    'hnswlib-node',
  )
  // Vectors have length 1, so that the inner product is the cosine, without normalising again.
  const index = new HierarchicalNSW('ip', dimensions)
  index.initIndex({ maxElements: capacity, m: 16, efConstruction: 200 })
  index.setEf(200)
  return {
    setting: 'M 16, efConstruction 200, ef 200, inner product of unit vectors, in memory; vectors alone, no text',
    vectorsAlone: true,
    async insert(from, texts, vectors) {
      for (let i = 0; i < texts.length; i++)
        index.addPoint([...vectors.subarray(i * dimensions, (i + 1) * dimensions)], from + i)
    },
    search: async (_question, vector, k) => index.searchKnn([...vector], k).neighbors,
  }
}
