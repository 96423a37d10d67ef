import type { PackedVector } from '../../../domain/ranking/vector.ts'
import { byIdsIn, listIn } from './columns.ts'
import type { CountedSql } from './counted-sql.ts'
import { createRecentRows } from './recent-rows.ts'

export interface StoredVector {
  readonly id: number
  /** The chunk that it stands for, or stood for: a fact may outlive the chunk that stated it. */
  readonly chunk: number
  readonly persona: number
  /** Facts that it stands for too. */
  readonly facts: readonly number[]
  readonly vector: PackedVector
}

export interface SegmentRow extends Record<string, SqlStorageValue> {
  first_id: number
  last_id: number
  count: number
  dead: number
  bits: ArrayBuffer
  data: ArrayBuffer
}

const SCALE_BYTES = 4
/** Two bytes a dimension and the scale make an even length: one byte more says so. Vaults of before have one byte a dimension. */
const WIDE = 1
/** What that byte is where tokens and their length stand before it. */
const WITH_TOKENS = 1
const LENGTH_BYTES = 4

export const toBlob = ({ values, scale, tokens }: PackedVector): ArrayBuffer => {
  const end = values.byteLength + SCALE_BYTES
  const blob = new ArrayBuffer(end + (tokens?.length ? tokens.length + LENGTH_BYTES : 0) + WIDE)
  const view = new DataView(blob)
  new Int16Array(blob, 0, values.length).set(values)
  view.setFloat32(values.byteLength, scale, true)
  if (tokens?.length) {
    new Uint8Array(blob, end).set(tokens)
    view.setUint32(end + tokens.length, tokens.length, true)
    view.setUint8(blob.byteLength - WIDE, WITH_TOKENS)
  }
  return blob
}

export function fromBlob(blob: ArrayBuffer): PackedVector {
  const isWide = blob.byteLength % 2 === 1
  const view = new DataView(blob)
  const last = blob.byteLength - (isWide ? WIDE : 0)
  const length = isWide && view.getUint8(last) === WITH_TOKENS ? view.getUint32(last - LENGTH_BYTES, true) : 0
  const end = last - SCALE_BYTES - (length > 0 ? length + LENGTH_BYTES : 0)
  return {
    values: isWide ? new Int16Array(blob, 0, end / 2) : Int16Array.from(new Int8Array(blob, 0, end)),
    scale: view.getFloat32(end, true),
    ...(length > 0 ? { tokens: new Uint8Array(blob, end + SCALE_BYTES, length) } : {}),
  }
}

const MOST_SOURCES_KEPT = 8_192

/** With the tokens of a long chunk it has some 4 KB, where a row of another table has half of one. */
const ROWS_ROOM = 4

/** Of the tail. */
const READ_AT_ONCE = 256

/** A statement has at most 100 parameters. */
const ROWS_AT_ONCE = 20

export const VECTOR_COLUMNS = 'vectors.id, chunk, persona, facts, vectors.data'
export const toStored = ([id, chunk, persona, facts, data]: SqlStorageValue[]): StoredVector => ({
  id: id as number,
  chunk: chunk as number,
  persona: persona as number,
  facts: listIn<number>(facts!),
  vector: fromBlob(data as ArrayBuffer),
})

/** Whole vectors as rows, for the exact score of a few; coarse ones packed in segments, for the scan of all. */
export function createVectors(sql: CountedSql) {
  const byIds = byIdsIn(sql, 'vectors', VECTOR_COLUMNS, toStored)
  const recent = createRecentRows(byIds, ROWS_ROOM)
  /** How far the chunks of vectors are trusted that were looked at lately: where a crowd is looked past once, it mostly is again. */
  const sources = new Map<number, number>()
  return {
    byIds,
    /** For reading only. */
    recent: recent.byIds,
    forget(): void {
      recent.clear()
      sources.clear()
    },
    insert(rows: readonly StoredVector[]): void {
      for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
        const some = rows.slice(from, from + ROWS_AT_ONCE)
        sql.exec(
          `INSERT INTO vectors (id, chunk, persona, facts, data) VALUES ${Array(some.length).fill('(?, ?, ?, ?, ?)').join()}`,
          ...some.flatMap(({ id, chunk, persona, facts, vector }) => [
            id,
            chunk,
            persona,
            JSON.stringify(facts),
            toBlob(vector),
          ]),
        )
      }
    },
    /**
     * In order of their ids, what the scan needs of them. Each is read for one step only, and given back at once: what waits for the collector
     * counts as in use, and the whole of some thousands has as many times some KB.
     */
    *tailAfter(id: number, limit: number): Generator<Pick<StoredVector, 'id' | 'persona' | 'vector'>, void, undefined> {
      let last = id
      for (let left = limit; left > 0; left -= READ_AT_ONCE) {
        const rows = sql.rows(
          ([id, persona, data]) => ({ id: id as number, persona: persona as number, data: data as ArrayBuffer }),
          'SELECT id, persona, data FROM vectors WHERE id > ? ORDER BY id LIMIT ?',
          ...[last, Math.min(left, READ_AT_ONCE)],
        )
        for (const { id, persona, data } of rows) {
          yield { id, persona, vector: fromBlob(data) }
          data.transfer(0)
        }
        if (rows.length < READ_AT_ONCE) return
        last = rows.at(-1)!.id
      }
    },
    /** In order of their ids. */
    after: (id: number, limit: number): StoredVector[] =>
      sql.rows(toStored, `SELECT ${VECTOR_COLUMNS} FROM vectors WHERE id > ? ORDER BY id LIMIT ?`, id, limit),
    /** Which chunk and which facts each of them stands for. */
    standingFor: (ids: readonly number[]): Pick<StoredVector, 'id' | 'chunk' | 'facts'>[] =>
      sql.rows(
        ([id, chunk, facts]) => ({ id: id as number, chunk: chunk as number, facts: listIn<number>(facts!) }),
        'SELECT id, chunk, facts FROM vectors WHERE id IN (SELECT value FROM json_each(?))',
        JSON.stringify(ids),
      ),
    /** Those of them whose chunks are trusted more than this, in their order. */
    trustedMore(ids: readonly number[], source: number): number[] {
      if (sources.size > MOST_SOURCES_KEPT) sources.clear()
      const read = sql.rows(
        ([id, trust]) => [id as number, trust as number] as const,
        `SELECT vectors.id, chunks.source FROM json_each(?) AS near CROSS JOIN vectors ON vectors.id = near.value
           CROSS JOIN chunks ON chunks.id = vectors.chunk`,
        JSON.stringify(ids.filter((id) => !sources.has(id))),
      )
      for (const [id, trust] of read) sources.set(id, trust)
      return ids.filter((id) => (sources.get(id) ?? source) < source)
    },
    /** It stands for other facts. */
    retarget(id: number, facts: readonly number[]): void {
      recent.drop(id)
      sql.exec('UPDATE vectors SET facts = ? WHERE id = ?', JSON.stringify(facts), id)
    },
    /** Some chunks are trusted more than they were. */
    forgetSources: (): void => sources.clear(),
    remove(id: number): void {
      recent.drop(id)
      sql.exec('DELETE FROM vectors WHERE id = ?', id)
    },

    segmentHeads: () =>
      sql.all<{ first_id: number; last_id: number; count: number; dead: number }>(
        'SELECT first_id, last_id, count, dead FROM segments ORDER BY first_id',
      ),
    segment: (firstId: number): SegmentRow =>
      sql.exec<SegmentRow>('SELECT * FROM segments WHERE first_id = ?', firstId).one(),
    putSegment(row: SegmentRow): void {
      sql.exec(
        'INSERT OR REPLACE INTO segments (first_id, last_id, count, dead, bits, data) VALUES (?, ?, ?, ?, ?, ?)',
        ...[row.first_id, row.last_id, row.count, row.dead, row.bits, row.data],
      )
    },
    markDead(firstId: number, dead: number, bits: ArrayBuffer): void {
      sql.exec('UPDATE segments SET dead = ?, bits = ? WHERE first_id = ?', dead, bits, firstId)
    },
    removeSegment: (firstId: number): void => void sql.exec('DELETE FROM segments WHERE first_id = ?', firstId),
  }
}

export type Vectors = ReturnType<typeof createVectors>
