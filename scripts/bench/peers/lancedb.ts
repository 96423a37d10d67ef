import type { OpenPeer } from './peer.ts'

interface Query {
  distanceType(type: string): Query
  nprobes(count: number): Query
  refineFactor(factor: number): Query
  limit(limit: number): Query
  select(columns: string[]): Query
  toArray(): Promise<{ number: number }[]>
}
interface Table {
  add(rows: object[]): Promise<unknown>
  createIndex(column: string, options: object): Promise<void>
  optimize(): Promise<unknown>
  vectorSearch(vector: Float32Array): Query
}
interface LanceDb {
  connect(folder: string): Promise<{ createTable(name: string, rows: object[]): Promise<Table> }>
  Index: { ivfPq(options: object): unknown }
}

/** Fewer rows than this are searched one by one: too few to train an index on. */
const INDEX_FROM = 5_000

/**
 * IVF_PQ, its default, with whole vectors deciding among the best: https://docs.lancedb.com/indexing/vector-index. Its HNSW index takes
 * minutes to build on 100,000 vectors.
 */
export const open: OpenPeer = async ({ load, dimensions, folder }) => {
  const { connect, Index } = load<LanceDb>('@lancedb/lancedb')
  const database = await connect(folder)
  let table: Table | null = null
  let count = 0
  return {
    setting: `IVF_PQ from ${INDEX_FROM} rows on, cosine, 50 probes, refine factor 50, on disk`,
    vectorsAlone: true,
    async insert(from, texts, vectors) {
      const rows = texts.map((text, i) => ({
        ...{ number: from + i, text },
        vector: [...vectors.subarray(i * dimensions, (i + 1) * dimensions)],
      }))
      if (table) await table.add(rows)
      else table = await database.createTable('items', rows)
      count += rows.length
    },
    async build() {
      if (count >= INDEX_FROM)
        await table!.createIndex('vector', {
          config: Index.ivfPq({ distanceType: 'cosine' }),
          replace: true,
        })
      await table!.optimize()
    },
    async search(_question, vector, k) {
      const query = table!.vectorSearch(vector).distanceType('cosine').limit(k).select(['number', '_distance'])
      const rows = await (count >= INDEX_FROM ? query.nprobes(50).refineFactor(50) : query).toArray()
      return rows.map(({ number }) => Number(number))
    },
  }
}
