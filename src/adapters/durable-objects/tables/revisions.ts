import type { PackedVector } from '../../../domain/ranking/vector.ts'
import { versionsInLine } from '../../../memory/portable/export-place.ts'
import { versionKey } from '../../../memory/portable/restore-conflict.ts'
import type { ParkedPiece } from '../../../memory/revision/parked.ts'
import type { Erased, Receipt } from '../../../ports/memory-revisions.ts'
import type { PortableReceipt } from '../../../ports/portable.ts'
import type { CountedSql } from './counted-sql.ts'
import { fromBlob, toBlob } from './vectors.ts'

export interface VersionRow {
  readonly memory: number
  readonly version: number
  readonly text: string
  readonly metadata: string | null
  readonly persona: number
  readonly occurredAt: number
  readonly offsetMs: number | null
  readonly replacedAt: number
}

type Counts = Readonly<Record<string, number>>

const sum = (one: Counts, other: Counts): Counts =>
  Object.fromEntries(Object.keys({ ...one, ...other }).map((key) => [key, (one[key] ?? 0) + (other[key] ?? 0)]))

/** Vectors one after the other. */
function joined(vectors: readonly PackedVector[]): { bytes: ArrayBuffer; lengths: number[] } {
  const blobs = vectors.map((vector) => new Uint8Array(toBlob(vector)))
  const all = new Uint8Array(blobs.reduce((length, blob) => length + blob.length, 0))
  let at = 0
  for (const blob of blobs) {
    all.set(blob, at)
    at += blob.length
  }
  return { bytes: all.buffer, lengths: blobs.map(({ length }) => length) }
}

/** `parts`: the length of each; in rows of before only how many there are, all of one length. */
function parted(blob: ArrayBuffer, parts: number | readonly number[]): PackedVector[] {
  const lengths = typeof parts === 'number' ? Array(parts).fill(blob.byteLength / parts) : parts
  let end = 0
  return lengths.map((length) => {
    end += length
    return fromBlob(blob.slice(end - length, end))
  })
}

/** So many ids are kept in one row: far from the 2 MB that it may have. */
const IDS_IN_ROW = 10_000

/** What memories were before, what those say that were taken out of retrieval, and what was erased. */
export function createRevisions(sql: CountedSql) {
  function addErased(receipt: number, memories: readonly number[]): void {
    for (let at = 0; at < memories.length; at += IDS_IN_ROW)
      sql.exec(
        `INSERT INTO erased (receipt, slice, memories)
         SELECT ?1, coalesce(max(slice), 0) + 1, ?2 FROM erased WHERE receipt = ?1`,
        receipt,
        JSON.stringify(memories.slice(at, at + IDS_IN_ROW)),
      )
  }
  const idsIn = ([list]: SqlStorageValue[]): number[] => JSON.parse(list as string)

  return {
    addVersion: ({ memory, version, text, metadata, persona, occurredAt, offsetMs, replacedAt }: VersionRow): void =>
      void sql.exec(
        `INSERT OR REPLACE INTO versions (memory, version, text, metadata, persona, occurred_at, offset_ms, replaced_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[memory, version, text, metadata, persona, occurredAt, offsetMs, replacedAt],
      ),
    /** Oldest first. */
    versionsOf: (memory: number): VersionRow[] =>
      sql.all<VersionRow & Record<string, SqlStorageValue>>(
        `SELECT memory, version, text, metadata, persona, occurred_at AS occurredAt, offset_ms AS offsetMs,
           replaced_at AS replacedAt FROM versions WHERE memory = ? ORDER BY version`,
        memory,
      ),
    /** Memories that have former versions. */
    edited: (among: readonly number[] | null): number[] =>
      sql.rows(
        ([memory]) => memory as number,
        'SELECT DISTINCT memory FROM versions WHERE ?1 IS NULL OR memory IN (SELECT value FROM json_each(?1))',
        among && JSON.stringify(among),
      ),
    /** What former versions say, one by one: all of them together may be too much. */
    *formerTexts(
      memories: readonly number[],
      personas: readonly number[] | null,
    ): Generator<Pick<VersionRow, 'memory' | 'text'>> {
      yield* sql.exec<Pick<VersionRow, 'memory' | 'text'>>(
        `SELECT memory, text FROM versions WHERE memory IN (SELECT value FROM json_each(?1)) AND (?2 IS NULL OR persona IN (SELECT value FROM json_each(?2)))`,
        ...[JSON.stringify(memories), personas && JSON.stringify(personas)],
      )
    },
    /** As many of those after a version as one line has, oldest first. */
    versionsInLine: (memory: number, after: number, atLeast: 0 | 1) =>
      versionsInLine(
        sql.exec<VersionRow & Record<string, SqlStorageValue>>(
          `SELECT memory, version, text, metadata, persona, occurred_at AS occurredAt, offset_ms AS offsetMs,
             replaced_at AS replacedAt FROM versions WHERE memory = ? AND version > ? ORDER BY version`,
          ...[memory, after],
        ),
        atLeast,
      ),
    /** Whose a memory was each time it was replaced. */
    replacedOf: (memory: number): Pick<VersionRow, 'persona' | 'replacedAt'>[] =>
      sql.rows(
        ([persona, replacedAt]) => ({ persona: persona as number, replacedAt: replacedAt as number }),
        'SELECT persona, replaced_at FROM versions WHERE memory = ?',
        memory,
      ),
    /** Which former versions of memories there are, as `versionKey` names them. */
    versionKeys: (memories: readonly number[]): Set<string> =>
      new Set(
        sql.rows(
          ([memory, version]) => versionKey(memory as number, version as number),
          'SELECT memory, version FROM versions WHERE memory IN (SELECT value FROM json_each(?))',
          JSON.stringify(memories),
        ),
      ),
    /** How many bytes former versions and what is parked take, by the memory. */
    lengths: (memories: readonly number[]): Map<number, number> =>
      new Map(
        sql.rows(
          ([memory, bytes]) => [memory as number, bytes as number] as const,
          `SELECT memory, sum(bytes) FROM (
             SELECT memory, octet_length(text) + coalesce(octet_length(metadata), 0) AS bytes FROM versions
               WHERE memory IN (SELECT value FROM json_each(?1))
             UNION ALL SELECT memory, octet_length(reading) + 2 * octet_length(vectors) FROM parked
               WHERE memory IN (SELECT value FROM json_each(?1))
           ) GROUP BY memory`,
          JSON.stringify(memories),
        ),
      ),
    /** The personas of those that there were. */
    removeVersions: (memories: readonly number[]): Set<number> =>
      new Set(
        sql.rows(
          ([persona]) => persona as number,
          'DELETE FROM versions WHERE memory IN (SELECT value FROM json_each(?)) RETURNING persona',
          JSON.stringify(memories),
        ),
      ),
    park(memory: number, pieces: readonly (ParkedPiece & { readonly piece: number })[]): void {
      for (const { piece, vectors, ...reading } of pieces) {
        const { bytes, lengths } = joined(vectors)
        sql.exec(
          'INSERT OR REPLACE INTO parked (memory, piece, reading, vectors) VALUES (?, ?, ?, ?)',
          ...[memory, piece, JSON.stringify({ ...reading, vectors: lengths }), bytes],
        )
      }
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
    /** Without the vectors, of several. */
    readings(memories: readonly number[]): Map<number, Omit<ParkedPiece, 'vectors'>[]> {
      const rows = sql.rows(
        ([memory, reading]) => ({ memory: memory as number, reading: JSON.parse(reading as string) }),
        'SELECT memory, reading FROM parked WHERE memory IN (SELECT value FROM json_each(?)) ORDER BY memory, piece',
        JSON.stringify(memories),
      )
      const byMemory = Map.groupBy(rows, ({ memory }) => memory)
      return new Map(Array.from(byMemory, ([memory, own]) => [memory, own.map(({ reading }) => reading)]))
    },
    unpark: (memories: readonly number[]): void =>
      void sql.exec('DELETE FROM parked WHERE memory IN (SELECT value FROM json_each(?))', JSON.stringify(memories)),
    /** Each text has to be read again before it is brought back. */
    unparkAll: (): void => void sql.exec('DELETE FROM parked'),
    /** Begins a receipt, or adds to one that was begun. */
    addReceipt(
      { id, scope, remaining }: Pick<Receipt, 'id' | 'scope' | 'remaining'>,
      at: number,
      erased: Erased,
      memories: readonly number[],
    ): void {
      const known = sql.all<{ erased: string }>('SELECT erased FROM receipts WHERE id = ?', id)[0]
      const all = known ? sum(JSON.parse(known.erased), { ...erased }) : erased
      sql.exec(
        'INSERT OR REPLACE INTO receipts (id, at, scope, erased, remaining) VALUES (?, ?, ?, ?, ?)',
        ...[id, at, JSON.stringify(scope), JSON.stringify(all), remaining],
      )
      addErased(id, memories)
    },
    /** Takes one over from an export, with what its first line has. */
    restoreReceipt({ id, at, scope, erased, remaining, memories }: PortableReceipt): void {
      sql.exec(
        'INSERT INTO receipts (id, at, scope, erased, remaining) VALUES (?, ?, ?, ?, ?)',
        ...[id, at, scope, erased, remaining],
      )
      addErased(id, JSON.parse(memories))
    },
    addErased,
    /** By the receipt, of how many memories it is. */
    erasedCounts: (receipts: readonly number[]): Map<number, number> =>
      new Map(
        sql.rows(
          ([id, count]) => [id as number, count as number] as const,
          `SELECT id, (SELECT coalesce(sum(json_array_length(memories)), 0) FROM erased WHERE receipt = receipts.id) FROM receipts
           WHERE id IN (SELECT value FROM json_each(?))`,
          JSON.stringify(receipts),
        ),
      ),
    /** So many of the memories that a receipt is of, from one on. */
    erasedBy(receipt: number, from: number, most: number): number[] {
      const found: number[] = []
      let passed = 0
      for (const row of sql.exec<{ memories: string; count: number }>(
        'SELECT memories, json_array_length(memories) AS count FROM erased WHERE receipt = ? ORDER BY slice',
        receipt,
      )) {
        if (passed + row.count > from)
          found.push(...(JSON.parse(row.memories) as number[]).slice(Math.max(0, from - passed)))
        passed += row.count
        if (found.length >= most) break
      }
      return found.slice(0, most)
    },
    /** Those of all receipts of a time or later. */
    erasedSince: (at: number): number[] =>
      sql
        .rows(
          idsIn,
          'SELECT memories FROM receipts CROSS JOIN erased ON erased.receipt = receipts.id WHERE receipts.at >= ?',
          at,
        )
        .flat(),
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
