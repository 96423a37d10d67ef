import { DatabaseSync } from 'node:sqlite'
import type { OpenPeer } from './peer.ts'

/** vec0, the faster of its two ways, in memory, the vectors in the compact binary form: https://alexgarcia.xyz/sqlite-vec/features/knn.html */
export const open: OpenPeer = async ({ load, dimensions }) => {
  const { load: loadExtension } = load<{ load(database: DatabaseSync): void }>('sqlite-vec')
  const database = new DatabaseSync(':memory:', { allowExtension: true })
  loadExtension(database)
  database.exec(`CREATE VIRTUAL TABLE items USING vec0(embedding float[${dimensions}] distance_metric=cosine)`)
  const insert = database.prepare('INSERT INTO items (rowid, embedding) VALUES (?, ?)')
  const nearest = database.prepare('SELECT rowid FROM items WHERE embedding MATCH ? AND k = ?')
  return {
    setting: 'vec0, float32, cosine, in memory, one transaction a batch; vectors alone, no text',
    vectorsAlone: true,
    async insert(from, texts, vectors) {
      database.exec('BEGIN')
      for (let i = 0; i < texts.length; i++)
        insert.run(BigInt(from + i), bytesOf(vectors.subarray(i * dimensions, (i + 1) * dimensions)))
      database.exec('COMMIT')
    },
    search: async (_question, vector, k) => nearest.all(bytesOf(vector), k).map(({ rowid }) => Number(rowid)),
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array) => new Uint8Array(buffer, byteOffset, byteLength)
