import type { PackedVector } from '../../../domain/ranking/vector.ts'
import type { CountedSql } from './counted-sql.ts'
import { type StoredVector, toBlob, toStored, VECTOR_COLUMNS } from './vectors.ts'

/** Vectors of the embedder to come, beside those in use. The table is there only while a namespace is embedded anew. */
export function createNextVectors(sql: CountedSql) {
  const exists = () => sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'next_vectors'").toArray().length > 0
  const MISSING = 'FROM vectors LEFT JOIN next_vectors ON next_vectors.id = vectors.id WHERE next_vectors.id IS NULL'
  return {
    exists,
    begin(): void {
      sql.exec('DROP TABLE IF EXISTS next_vectors')
      sql.exec('CREATE TABLE next_vectors (id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT')
    },
    put: (id: number, vector: PackedVector): void =>
      void sql.exec('INSERT OR REPLACE INTO next_vectors (id, data) VALUES (?, ?)', id, toBlob(vector)),
    /** What stands for nothing any more goes. */
    tidy(): void {
      if (exists()) sql.exec('DELETE FROM next_vectors WHERE id NOT IN (SELECT id FROM vectors)')
    },
    missing: (limit: number): StoredVector[] =>
      sql.rows(toStored, `SELECT ${VECTOR_COLUMNS} ${MISSING} ORDER BY vectors.id LIMIT ?`, limit),
    countMissing: (): number => sql.exec<{ n: number }>(`SELECT count(*) AS n ${MISSING}`).one().n,
    /** The new ones take the place of the old; what was packed of those goes. */
    takeOver(): void {
      sql.exec('UPDATE vectors SET data = (SELECT data FROM next_vectors WHERE next_vectors.id = vectors.id)')
      sql.exec('DELETE FROM segments')
      sql.exec('DROP TABLE next_vectors')
    },
  }
}
