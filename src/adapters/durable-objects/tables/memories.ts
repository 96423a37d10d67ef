import type { MemoryId } from '../../../domain/memory-id.ts'
import { indexedPairs } from '../../../memory/metadata-pairs.ts'
import type { Evidence, MemoryRecord, StatedTarget } from '../../../memory/records.ts'
import { byIdsIn, columnsOf, fieldsOf, insertInto, listIn, valuesOf } from './columns.ts'
import type { CountedSql } from './counted-sql.ts'
import { heldAt } from './held-at.ts'
import { CONDITIONS, conditionsOf, type FilterRow } from './memory-filter.ts'

/** A record with the number of its persona, but the name of its session: that row goes with its last chunk, and a memory may outlive it. */
export interface MemoryRow extends Omit<MemoryRecord, 'persona'> {
  readonly persona: number
}

const toRow = (values: SqlStorageValue[]): MemoryRow =>
  ({
    id: values[0],
    persona: values[1],
    source: values[2],
    level: values[3],
    session: values[4],
    speaker: values[5],
    metadata: values[6],
    occurredAt: values[7],
    createdAt: values[8],
    text: values[9],
    stated: listIn<StatedTarget>(values[10]),
    // Of what was stored before it was kept, the time of the text is all that is known.
    statedAt: values[11] ?? values[7],
    version: values[12],
    changes: values[13],
    offsetMs: values[14],
  }) as MemoryRow

const FIELDS = fieldsOf(toRow)

/** What a list of records may be asked for; null is no condition. */
interface Listed extends Omit<FilterRow, 'entities'> {
  readonly before: number | null
  readonly limit: number
  readonly among: readonly number[] | null
}

/** By its index whatever leaves few, and from the place in the list where a page begins: a page costs the same wherever it is. */
const listedBy = ({ among, sessionId }: Pick<Listed, 'among' | 'sessionId'>): string =>
  `SELECT ${columnsOf(FIELDS)} FROM memories WHERE id < ?8 AND ${among ? 'id IN (SELECT value FROM json_each(?9))' : '?9 IS NULL'}
   ${sessionId === null ? '' : 'AND session = ?2'} AND ${CONDITIONS} ORDER BY id DESC LIMIT ?10`

/** So many are looked through that were said later and told earlier. */
const MOST_LATE = 2_000

/** The records: one for each ingested text, with what it states. Who says a chunk or a fact again has evidence of it. */
export function createMemories(sql: CountedSql) {
  const byIds = byIdsIn(sql, 'memories', columnsOf(FIELDS), toRow)
  const restating = (targets: readonly MemoryId[]): number[] =>
    sql.rows(
      ([memory]) => memory as number,
      'SELECT memory FROM evidence WHERE target IN (SELECT value FROM json_each(?))',
      JSON.stringify(targets),
    )
  const remove = ({ id, metadata }: MemoryRow): void => {
    for (const pair of indexedPairs(metadata))
      sql.exec('DELETE FROM metadata_pairs WHERE pair = ? AND memory = ?', pair, id)
    sql.exec('DELETE FROM memories WHERE id = ?', id)
  }
  return {
    byIds,
    /** Newest first. */
    list: ({ before, among, limit, ...filter }: Listed): MemoryRow[] =>
      sql.rows(
        toRow,
        listedBy({ among, sessionId: filter.sessionId }),
        ...conditionsOf({ ...filter, entities: null }),
        ...[before ?? Number.MAX_SAFE_INTEGER, among && JSON.stringify(among), limit],
      ),
    evidenceOf: (targets: readonly MemoryId[]): Evidence[] =>
      sql.rows(
        ([target, memory]) => ({ target, memory }) as Evidence,
        'SELECT target, memory FROM evidence WHERE target IN (SELECT value FROM json_each(?))',
        JSON.stringify(targets),
      ),
    /** Those that held at a time and are out of retrieval, newest first, with how many pieces are kept of what they said; none of which none is. */
    invalidatedSince: (at: number, personas: readonly number[] | null, limit: number) =>
      sql.rows(
        ([id, pieces]) => ({ id: id as number, pieces: pieces as number }),
        `SELECT id, (SELECT count(*) FROM parked WHERE parked.memory = memories.id) AS pieces
         FROM memories INDEXED BY memories_changed
         WHERE (?1 IS NULL OR persona IN (SELECT value FROM json_each(?1))) AND changes IS NOT NULL AND ${heldAt(at)}
           AND changes ->> '$[#-1].state' = 'invalidated' AND pieces > 0 ORDER BY id DESC LIMIT ?2`,
        ...[personas && JSON.stringify(personas), limit],
      ),
    /** Those that were said after a time, and told before others that were said by then; newest first, a bounded number of them. */
    toldTooEarly: (at: number): Pick<MemoryRow, 'id' | 'stated'>[] =>
      sql.rows(
        ([id, stated]) => ({ id: id as number, stated: listIn<StatedTarget>(stated!) }),
        `SELECT id, stated FROM memories INDEXED BY memories_by_time WHERE source IN (0, 1, 2) AND occurred_at > ?1
           AND id < (SELECT max(id) FROM memories INDEXED BY memories_by_time WHERE source IN (0, 1, 2) AND occurred_at <= ?1)
         ORDER BY id DESC LIMIT ${MOST_LATE}`,
        at,
      ),
    /** Those that are out of retrieval, newest first. */
    invalidated: ({ before, limit, personas }: Pick<Listed, 'before' | 'limit' | 'personas'>) =>
      sql.rows(
        ([id, text]) => ({ id: id as number, text: text as string | null }),
        `SELECT id, text FROM memories INDEXED BY memories_changed
         WHERE changes IS NOT NULL AND id < ?1 AND (?2 IS NULL OR persona IN (SELECT value FROM json_each(?2)))
           AND changes ->> '$[#-1].state' = 'invalidated' ORDER BY id DESC LIMIT ?3`,
        ...[before ?? Number.MAX_SAFE_INTEGER, personas && JSON.stringify(personas), limit],
      ),
    imported: (
      pairs: readonly string[],
    ): { readonly pair: string; readonly persona: number; readonly memory: number }[] =>
      pairs.length === 0
        ? []
        : sql.rows(
            ([pair, persona, memory]) =>
              ({ pair, persona, memory }) as { pair: string; persona: number; memory: number },
            `SELECT pair, memories.persona, memories.id FROM metadata_pairs CROSS JOIN memories ON memories.id = metadata_pairs.memory
             WHERE pair IN (SELECT value FROM json_each(?))`,
            JSON.stringify(pairs),
          ),
    /** In the order of their ids, none beyond `until`. */
    after: (id: number, until: number, personas: readonly number[] | null, limit: number): MemoryRow[] =>
      sql.rows(
        toRow,
        `SELECT ${columnsOf(FIELDS)} FROM memories WHERE id > ?1 AND id <= ?2
         AND (?3 IS NULL OR persona IN (SELECT value FROM json_each(?3))) ORDER BY id LIMIT ?4`,
        ...[id, until, personas && JSON.stringify(personas), limit],
      ),
    /** When they were said, by the clock of whoever said it. */
    saidAt: (ids: readonly number[]): Map<number, number> =>
      new Map(
        ids.length === 0
          ? []
          : sql.rows(
              ([id, at]) => [id as number, at as number] as const,
              'SELECT id, occurred_at + coalesce(offset_ms, 0) FROM memories WHERE id IN (SELECT value FROM json_each(?))',
              JSON.stringify(ids),
            ),
      ),
    lastCreatedAt: (): number =>
      sql.rows(([at]) => at as number, 'SELECT created_at FROM memories ORDER BY id DESC LIMIT 1')[0] ?? 0,
    insert(row: MemoryRow): void {
      sql.exec(insertInto('memories', FIELDS), ...valuesOf(row, FIELDS))
      insertPairs(sql, row)
    },
    /** The whole row; what it was found by before is void. */
    put(row: MemoryRow): void {
      const [before] = byIds([row.id])
      if (before) remove(before)
      this.insert(row)
    },
    remove,
    removeEvidence: ({ target, memory }: Evidence): void =>
      void sql.exec('DELETE FROM evidence WHERE target = ? AND memory = ?', target, memory),
    /** Ids of what a filter leaves, newest first. */
    idsIn: (filter: FilterRow, among: readonly number[] | null): number[] =>
      sql.rows(
        ([id]) => id as number,
        `SELECT id FROM memories WHERE ${CONDITIONS} AND (?8 IS NULL OR id IN (SELECT value FROM json_each(?8))) ORDER BY id DESC`,
        ...conditionsOf(filter),
        among && JSON.stringify(among),
      ),
    addEvidence: ({ target, memory }: Evidence): void =>
      void sql.exec('INSERT OR IGNORE INTO evidence (target, memory) VALUES (?, ?)', target, memory),
    /**
     * Goes with what was removed: its evidence, and the memories that state nothing else (`gone`). `cut` are those that lose their text.
     * `memory` is the one that stated it first.
     */
    removeEvidenceOf(removed: readonly Evidence[]): { readonly gone: number[]; readonly cut: number[] } {
      const targets = removed.map(({ target }) => target)
      const without = new Set(targets)
      const gone: number[] = []
      const cut: number[] = []
      const concerned = new Set([...removed.map(({ memory }) => memory), ...restating(targets)])
      sql.exec('DELETE FROM evidence WHERE target IN (SELECT value FROM json_each(?))', JSON.stringify(targets))
      const rows = byIds([...concerned])
      const left = rows.map((row) => ({ ...row, stated: row.stated.filter(({ target }) => !without.has(target)) }))
      for (const [at, { id, stated, text }] of left.entries()) {
        if (stated.length === 0) {
          remove(rows[at]!)
          gone.push(id)
        } else if (stated.length < rows[at]!.stated.length) {
          // A text is not kept beyond any of its chunks: what is forgotten is gone here too.
          const isWhole = !rows[at]!.stated.some(({ target }) => target.startsWith('c') && without.has(target))
          if (!isWhole) cut.push(id)
          sql.exec(
            'UPDATE memories SET stated = ?, text = ? WHERE id = ?',
            ...[JSON.stringify(stated), isWhole ? text : null, id],
          )
        }
      }
      return { gone, cut }
    },
  }
}

/** Makes a memory findable by its metadata. */
export function insertPairs(sql: CountedSql, { id, metadata }: Pick<MemoryRow, 'id' | 'metadata'>): void {
  const pairs = indexedPairs(metadata)
  if (pairs.length === 0) return
  sql.exec(
    'INSERT OR IGNORE INTO metadata_pairs (pair, memory) SELECT value, ? FROM json_each(?)',
    ...[id, JSON.stringify(pairs)],
  )
}
