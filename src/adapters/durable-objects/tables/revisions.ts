import type { PackedVector } from '../../../domain/ranking/vector.ts'
import type { ParkedPiece } from '../../../memory/revision/parked.ts'
import type { Erased, Receipt } from '../../../ports/memory-revisions.ts'
import type { CountedSql } from './counted-sql.ts'
import { fromBlob, toBlob } from './vectors.ts'

export interface VersionRow {
  readonly memory: number
  readonly version: number
  readonly text: string
  readonly metadata: string | null
  readonly persona: number
  readonly occurredAt: number
  readonly replacedAt: number
}

type Counts = Readonly<Record<string, number>>

const sum = (one: Counts, other: Counts): Counts =>
  Object.fromEntries(Object.keys({ ...one, ...other }).map((key) => [key, (one[key] ?? 0) + (other[key] ?? 0)]))

/** Vectors of one length, one after the other. */
function joined(vectors: readonly PackedVector[]): ArrayBuffer {
  const blobs = vectors.map((vector) => new Uint8Array(toBlob(vector)))
  const all = new Uint8Array(blobs.reduce((length, blob) => length + blob.length, 0))
  let at = 0
  for (const blob of blobs) {
    all.set(blob, at)
    at += blob.length
  }
  return all.buffer
}

const parted = (blob: ArrayBuffer, count: number): PackedVector[] =>
  Array.from({ length: count }, (_, at) =>
    fromBlob(blob.slice((at * blob.byteLength) / count, ((at + 1) * blob.byteLength) / count)),
  )

/** What memories were before, what those say that were taken out of retrieval, and what was erased. */
export function createRevisions(sql: CountedSql) {
  return {
    addVersion: ({ memory, version, text, metadata, persona, occurredAt, replacedAt }: VersionRow): void =>
      void sql.exec(
        'INSERT OR REPLACE INTO versions (memory, version, text, metadata, persona, occurred_at, replaced_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
        ...[memory, version, text, metadata, persona, occurredAt, replacedAt],
      ),
    /** Oldest first. */
    versionsOf: (memory: number): VersionRow[] =>
      sql.all<VersionRow & Record<string, SqlStorageValue>>(
        `SELECT memory, version, text, metadata, persona, occurred_at AS occurredAt, replaced_at AS replacedAt
         FROM versions WHERE memory = ? ORDER BY version`,
        memory,
      ),
    removeVersions: (memory: number): void => void sql.exec('DELETE FROM versions WHERE memory = ?', memory),
    park(memory: number, pieces: readonly (ParkedPiece & { readonly piece: number })[]): void {
      for (const { piece, vectors, ...reading } of pieces)
        sql.exec(
          'INSERT OR REPLACE INTO parked (memory, piece, reading, vectors) VALUES (?, ?, ?, ?)',
          ...[memory, piece, JSON.stringify({ ...reading, vectors: vectors.length }), joined(vectors)],
        )
    },
    /** By the number of the piece. */
    parked: (memory: number): Map<number, ParkedPiece> =>
      new Map(
        sql.rows(
          ([piece, text, blob]) => {
            const { vectors, ...reading } = JSON.parse(text as string)
            return [piece as number, { ...reading, vectors: parted(blob as ArrayBuffer, vectors) }] as const
          },
          'SELECT piece, reading, vectors FROM parked WHERE memory = ? ORDER BY piece',
          memory,
        ),
      ),
    unpark: (memory: number): void => void sql.exec('DELETE FROM parked WHERE memory = ?', memory),
    /** Begins a receipt, or adds to one that was begun. */
    addReceipt(
      { id, scope, remaining }: Pick<Receipt, 'id' | 'scope' | 'remaining'>,
      at: number,
      erased: Erased,
      memories: readonly number[],
    ): void {
      const known = sql.all<{ erased: string; memories: string }>(
        'SELECT erased, memories FROM receipts WHERE id = ?',
        id,
      )[0]
      const all = known ? sum(JSON.parse(known.erased), { ...erased }) : erased
      sql.exec(
        'INSERT OR REPLACE INTO receipts (id, at, scope, erased, remaining, memories) VALUES (?, ?, ?, ?, ?, ?)',
        ...[id, at, JSON.stringify(scope), JSON.stringify(all), remaining],
        JSON.stringify([...(known ? JSON.parse(known.memories) : []), ...memories]),
      )
    },
    /** Newest first. */
    receipts: (before: number | null, limit: number): Receipt[] =>
      sql.rows(
        ([id, at, scope, erased, remaining]) => ({
          id: id as number,
          at: at as number,
          scope: JSON.parse(scope as string),
          erased: JSON.parse(erased as string),
          remaining: remaining as number,
        }),
        'SELECT id, at, scope, erased, remaining FROM receipts WHERE ?1 IS NULL OR id < ?1 ORDER BY id DESC LIMIT ?2',
        before,
        limit,
      ),
  }
}
