import type { OpenPeer } from './peer.ts'

interface Query {
  distanceType(type: string): Query
  ef(ef: number): Query
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
  Index: { hnswSq(options: object): unknown }
}

/** Fewer rows than this are searched one by one: too few to train an index on. */
const INDEX_FROM = 5_000

/** IVF_HNSW_SQ, for "high recall and low latency": https://docs.lancedb.com/indexing */
export const open: OpenPeer = async ({ load, dimensions, folder }) => {
  const { connect, Index } = load<LanceDb>('@lancedb/lancedb')
  const database = await connect(folder)
  let table: Table | null = null
  let count = 0
  return {
    setting: `IVF_HNSW_SQ from ${INDEX_FROM} rows on, one partition, cosine, ef 100, on disk`,
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
          config: Index.hnswSq({ distanceType: 'cosine', numPartitions: 1 }),
          replace: true,
        })
      await table!.optimize()
    },
    async search(_question, vector, k) {
      const query = table!.vectorSearch(vector).distanceType('cosine').limit(k).select(['number', '_distance'])
      const rows = await (count >= INDEX_FROM ? query.ef(100) : query).toArray()
      return rows.map(({ number }) => Number(number))
    },
  }
}
