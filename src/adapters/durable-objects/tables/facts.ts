import type { Slot, StoredFact } from '../../../memory/records.ts'
import { ACCESSED, type Accessed, type AccessedRow } from './accesses.ts'
import { byIdsIn, columnsOf, fieldsOf, insertInto, listIn, updateOf, valuesOf } from './columns.ts'
import type { CountedSql } from './counted-sql.ts'
import { statedBy } from './held-at.ts'
import { createRecentRows } from './recent-rows.ts'

/** A fact with the numbers of its persona and its vector. */
export interface FactRow extends Omit<StoredFact, 'persona'> {
  readonly persona: number
  readonly vector: number
  /** Another fact stands, or once stood, in the same place. Most facts are alone in theirs, and nothing has to be asked of those. */
  readonly contested: boolean
}

/** What is read of a fact that only competes with another. */
export type RivalRow = Pick<
  FactRow,
  'id' | 'subject' | 'slot' | 'value' | 'denies' | 'source' | 'statedAt' | 'latest' | 'chunk'
>

interface SlotRanges {
  readonly subject: string
  readonly slots: readonly (readonly [from: string, to: string])[]
  readonly scopes: readonly number[] | null
  readonly limit: number
}

const toRow = (values: SqlStorageValue[]): FactRow =>
  ({
    id: values[0],
    persona: values[1],
    subject: values[2],
    predicate: values[3],
    relation: values[4],
    object: values[5],
    leaf: values[6] === 1,
    text: values[7],
    negated: values[8] === 1,
    aspect: values[9],
    slot: values[10],
    value: values[11],
    denies: values[12] === 1,
    source: values[13],
    level: values[14],
    createdAt: values[15],
    statedAt: values[16],
    lastAccess: values[17],
    accessCount: values[18],
    chunk: values[19],
    vector: values[20],
    metadata: values[21],
    abstraction: values[22],
    members: values[23],
    contested: values[24] === 1,
    memory: values[25],
    statedBy: listIn<string>(values[26]),
    latest: values[27],
    date: values[28],
  }) as FactRow

const toRivalRow = (values: SqlStorageValue[]): RivalRow =>
  ({
    id: values[0],
    subject: values[1],
    slot: values[2],
    value: values[3],
    denies: values[4] === 1,
    source: values[5],
    statedAt: values[6],
    latest: values[7],
    chunk: values[8],
  }) as RivalRow

const FIELDS = fieldsOf(toRow)
const COLUMNS = columnsOf(FIELDS)
const INSERT = insertInto('facts', FIELDS)
const RESTATED = [
  ...(['text', 'relation', 'date', 'source', 'level', 'statedAt', 'latest', 'lastAccess', 'accessCount'] as const),
  ...(['chunk', 'vector', 'metadata', 'statedBy'] as const),
] as const
const RESTATE = updateOf('facts', RESTATED)
/** What its tellings say; what it is about, and its place, stays. */
const RETOLD = [...RESTATED, ...(['leaf', 'value', 'denies', 'createdAt', 'memory'] as const)] as const
const RETELL = updateOf('facts', RETOLD)

/** Where another table has columns of the same names. */
const QUALIFIED = COLUMNS.replace(/\w+/g, 'facts.$&')

const ids = (list: readonly (number | string)[]) => JSON.stringify(list)

/** Facts of one place that are looked at: the best sourced and newest of them decides, and a few more say the same as it. */
const MOST_RIVALS = 8

/** The first few of a frontier often touch all that may be followed. */
const ENTITIES_AT_ONCE = 12

const PLACES = '(SELECT DISTINCT value ->> 0 AS place_subject, value ->> 1 AS place_slot FROM json_each(?1))'
const places = (rows: readonly Slot[]) => JSON.stringify(rows.map(({ subject, slot }) => [subject, slot]))

/** The semantic memory: facts as the edges of a graph between entities. */
export function createFacts(sql: CountedSql) {
  const inScope = '(?2 IS NULL OR persona IN (SELECT value FROM json_each(?2)))'
  const byIds = byIdsIn(sql, 'facts', COLUMNS, toRow)
  const recent = createRecentRows(byIds)
  const contest = ({ subject, slot }: Slot): boolean => {
    if (sql.exec('SELECT 1 FROM facts WHERE subject = ? AND slot = ? LIMIT 1', subject, slot).toArray().length === 0)
      return false
    const alone = 'UPDATE facts SET contested = 1 WHERE subject = ? AND slot = ? AND contested = 0 RETURNING id'
    for (const { id } of sql.exec<{ id: number }>(alone, subject, slot)) recent.drop(id)
    return true
  }
  return {
    byIds,
    /** For reading only. */
    recent: recent.byIds,
    forget: recent.clear,
    vectorsOf: (of: readonly number[]): number[] =>
      sql.rows(
        ([vector]) => vector as number,
        'SELECT vector FROM facts WHERE id IN (SELECT value FROM json_each(?))',
        ids(of),
      ),
    /** Facts that outlived the chunk that stated them. */
    withoutChunk: (): FactRow[] =>
      sql.rows(toRow, `SELECT ${COLUMNS} FROM facts WHERE members = 0 AND chunk NOT IN (SELECT id FROM chunks)`),
    /** All that competes for these places, whatever it says; `at`: that was stated by then. */
    inSlots: (slots: readonly Slot[], scopes: readonly number[] | null, at: number | null = null): FactRow[] =>
      slots.length === 0
        ? []
        : sql.rows(
            toRow,
            `SELECT ${QUALIFIED} FROM ${PLACES} JOIN facts ON facts.subject = place_subject AND facts.slot = place_slot WHERE ${inScope} ${statedBy(at)}`,
            places(slots),
            scopes && ids(scopes),
          ),
    /** Of one subject in ranges of slots, the newest. */
    inSlotRanges: ({ subject, slots, scopes, limit }: SlotRanges, at: number | null = null): FactRow[] =>
      sql.rows(
        toRow,
        `SELECT ${QUALIFIED} FROM json_each(?1) AS wanted CROSS JOIN facts INDEXED BY facts_by_slot
         WHERE subject = ?3 AND slot >= wanted.value ->> 0 AND slot < wanted.value ->> 1 AND ${inScope} ${statedBy(at)}
         ORDER BY stated_at DESC LIMIT ?4`,
        ...[JSON.stringify(slots), scopes && ids(scopes), subject, limit],
      ),
    /** What else is said in the places of these: the best that stand there, one of which decides. */
    rivalsOf(rows: readonly FactRow[], scopes: readonly number[] | null): RivalRow[] {
      const contested = rows.filter((row) => row.contested)
      return contested.length === 0
        ? []
        : sql.rows(
            toRivalRow,
            `SELECT id, subject, slot, facts.value, denies, source, stated_at, latest, chunk
             FROM ${PLACES} CROSS JOIN facts
             WHERE id IN (
               SELECT id FROM facts INDEXED BY facts_by_slot WHERE subject = place_subject AND slot = place_slot AND ${inScope}
               ORDER BY source, stated_at DESC, latest DESC LIMIT ${MOST_RIVALS}) AND id NOT IN (SELECT value FROM json_each(?3))`,
            places(contested),
            scopes && ids(scopes),
            ids(contested.map(({ id }) => id)),
          )
    },
    /**
     * Facts that touch one of the entities, entity by entity, newest first: at most `limit` an entity and side, at most `most` in all. Of what
     * is said of an entity those that are trusted most, so that no flood of newer ones takes their places. `at`: of what was stated by then.
     * `beside`: facts that are looked at next, which are read with these. For reading only.
     */
    touching(
      entities: readonly string[],
      scopes: readonly number[] | null,
      limit: number,
      most = Infinity,
      at: number | null = null,
      beside: readonly number[] = [],
    ): FactRow[] {
      // The newest are chosen by their ids: to read whole rows of an entity with many costs more than all the rest.
      const newest = (side: string, order: string) =>
        `(SELECT json_group_array(json_array(stated_at, latest, id)) FROM (
            SELECT stated_at, latest, id FROM facts WHERE ${side} AND ${inScope} ${statedBy(at)} ORDER BY ${order} LIMIT ${limit}))`
      const touched = new Set<number>()
      for (let from = 0; from < entities.length && touched.size < most; from += ENTITIES_AT_ONCE) {
        const ofEach = sql.rows(
          (sides) => sides.flatMap((side) => JSON.parse(side as string) as [number, number, number][]),
          `SELECT ${newest('subject = wanted.value', 'source, stated_at DESC, latest DESC, id DESC')},
             ${newest('object = wanted.value AND leaf = 0', 'stated_at DESC, latest DESC, id DESC')} FROM json_each(?1) AS wanted`,
          ids(entities.slice(from, from + ENTITIES_AT_ONCE)),
          scopes && ids(scopes),
        )
        for (const pairs of ofEach)
          for (const [, , id] of pairs.sort((a, b) => b[0] - a[0] || b[1] - a[1] || b[2] - a[2])) touched.add(id)
      }
      const found = new Set([...touched].slice(0, most))
      return recent.byIds([...new Set([...found, ...beside])]).filter(({ id }) => found.has(id))
    },
    /** In how many facts each of the entities stands that were stated by then, values aside. */
    countTouching: (entities: readonly string[], scopes: readonly number[] | null, at: number): Map<string, number> =>
      new Map(
        sql.rows(
          ([key, n]) => [key as string, n as number] as const,
          `SELECT wanted.value, (SELECT count(*) FROM facts WHERE (subject = wanted.value OR object = wanted.value AND leaf = 0)
             AND members = 0 AND ${inScope} ${statedBy(at)}) FROM json_each(?1) AS wanted`,
          ...[ids(entities), scopes && ids(scopes)],
        ),
      ),
    /** Goes before a fact takes a place: who stands there is no longer alone. true where there is one. */
    contest,
    insert: (row: FactRow): void => void sql.exec(INSERT, ...valuesOf(row, FIELDS)),
    restate(row: Pick<FactRow, 'id' | (typeof RESTATED)[number]>): void {
      recent.drop(row.id)
      sql.exec(RESTATE, ...valuesOf(row, RESTATED), row.id)
    },
    /** It is told by others than before. */
    retell(row: Pick<FactRow, 'id' | (typeof RETOLD)[number]>): void {
      recent.drop(row.id)
      sql.exec(RETELL, ...valuesOf(row, RETOLD), row.id)
    },
    support({ id, statedBy }: Pick<FactRow, 'id' | 'statedBy'>): void {
      recent.drop(id)
      sql.exec('UPDATE facts SET stated_by = ? WHERE id = ?', JSON.stringify(statedBy), id)
    },
    access(list: readonly Accessed[]): void {
      recent.change(
        sql.exec<AccessedRow>(
          `UPDATE facts SET last_access = max(last_access, accessed.value ->> 'last'), access_count = access_count + (accessed.value ->> 'times')
           FROM json_each(?) AS accessed WHERE facts.id = accessed.value ->> 'id' RETURNING ${ACCESSED}`,
          JSON.stringify(list),
        ),
      )
    },
    /** Every fact in which the entity stands, on either side, values too. */
    of: (entity: string): FactRow[] =>
      sql.rows(
        toRow,
        `SELECT ${COLUMNS} FROM facts WHERE subject = ?1 UNION SELECT ${COLUMNS} FROM facts WHERE object = ?1 AND leaf = 0`,
        entity,
      ),
    /** The same of several. Facts that lead to a value are found by no index: where there are some, all facts are looked at. */
    ofAll(entities: readonly string[], uses: number): FactRow[] {
      const wanted = ids(entities)
      const indexed = sql.rows(
        toRow,
        `SELECT ${QUALIFIED} FROM json_each(?1) AS wanted CROSS JOIN facts ON facts.subject = wanted.value WHERE members = 0
         UNION SELECT ${QUALIFIED} FROM json_each(?1) AS wanted CROSS JOIN facts ON facts.object = wanted.value AND facts.leaf = 0 WHERE members = 0`,
        wanted,
      )
      const known = new Set(entities)
      const found = indexed.reduce(
        (sum, { subject, object }) =>
          sum + Number(known.has(subject)) + Number(object !== subject && known.has(object)),
        0,
      )
      if (found >= uses) return indexed
      const leaves = sql.rows(
        toRow,
        `SELECT ${COLUMNS} FROM facts WHERE leaf = 1 AND members = 0 AND object IN (SELECT value FROM json_each(?))`,
        wanted,
      )
      return [...new Map([...indexed, ...leaves].map((row) => [row.id, row])).values()]
    },
    /** Which of the entities stand in a fact that an earlier memory brought, and none of `besides`. */
    metBefore(met: readonly { readonly key: string; readonly before: number }[], besides: readonly number[]): number[] {
      const earlier = `memory > 0 AND memory < (asked.value ->> 1) AND memory NOT IN (SELECT value FROM json_each(?2)) LIMIT 1`
      return sql.rows(
        ([at]) => at as number,
        `SELECT asked.key FROM json_each(?1) AS asked
         WHERE EXISTS (SELECT 1 FROM facts WHERE subject = asked.value ->> 0 AND ${earlier})
           OR EXISTS (SELECT 1 FROM facts WHERE object = asked.value ->> 0 AND leaf = 0 AND ${earlier})`,
        JSON.stringify(met.map(({ key, before }) => [key, before])),
        ids(besides),
      )
    },
    reassign({ id, slot }: FactRow, subject: string, object: string): void {
      const contested = contest({ subject, slot })
      recent.drop(id)
      sql.exec(
        'UPDATE facts SET subject = ?, object = ?, contested = max(contested, ?) WHERE id = ?',
        ...[subject, object, Number(contested), id],
      )
    },
    /** Gives those of the facts a vector that have waited for it under another number. */
    giveVector(list: readonly number[], chunk: number, waiting: number, vector: number): void {
      if (list.length === 0) return
      for (const id of list) recent.drop(id)
      sql.exec(
        'UPDATE facts SET vector = ? WHERE id IN (SELECT value FROM json_each(?)) AND chunk = ? AND vector = ?',
        ...[vector, ids(list), chunk, waiting],
      )
    },
    /** Is there one among them that the vector stands for? */
    useVector: (list: readonly number[], vector: number): boolean =>
      list.length > 0 &&
      sql
        .exec(
          'SELECT 1 FROM facts WHERE id IN (SELECT value FROM json_each(?)) AND vector = ? LIMIT 1',
          ids(list),
          vector,
        )
        .toArray().length > 0,
    remove(id: number): void {
      recent.drop(id)
      sql.exec('DELETE FROM facts WHERE id = ?', id)
    },
    /** What was merged into the abstractions, in the order of their ids. */
    membersOf: (abstractions: readonly number[]): FactRow[] =>
      abstractions.length === 0
        ? []
        : sql.rows(
            toRow,
            `SELECT ${QUALIFIED} FROM json_each(?) AS wanted CROSS JOIN facts ON facts.abstraction = wanted.value
               WHERE facts.abstraction IS NOT NULL ORDER BY facts.id`,
            ids(abstractions),
          ),
    archive(list: readonly number[], abstraction: number): void {
      recent.clear()
      sql.exec('UPDATE facts SET abstraction = ? WHERE id IN (SELECT value FROM json_each(?))', abstraction, ids(list))
    },
    /** Gives the members their own clock back, which has run with the abstraction's. */
    restore(abstraction: number, lastAccess: number): void {
      recent.clear()
      sql.exec(
        'UPDATE facts SET abstraction = NULL, last_access = max(last_access, ?1) WHERE abstraction = ?2',
        lastAccess,
        abstraction,
      )
    },
    /** Newest first. `entities` null: of all. */
    page: (
      {
        before,
        limit,
        dated = false,
      }: { readonly before: number | null; readonly limit: number; readonly dated?: boolean },
      entities: readonly string[] | null,
      scopes: readonly number[] | null,
      at: number | null = null,
    ): FactRow[] => {
      const earlier = `${inScope} ${dated ? 'AND facts.date IS NOT NULL' : ''} ${statedBy(at)} AND (?3 IS NULL OR facts.id < ?3) ORDER BY facts.id DESC LIMIT ?4`
      const touching = `id IN (SELECT facts.id FROM json_each(?1) AS wanted CROSS JOIN facts ON facts.subject = wanted.value
        UNION SELECT facts.id FROM json_each(?1) AS wanted CROSS JOIN facts ON facts.object = wanted.value AND facts.leaf = 0)`
      return sql.rows(
        toRow,
        `SELECT ${COLUMNS} FROM facts WHERE ${entities ? touching : '?1 IS NULL'} AND ${earlier}`,
        ...[entities && ids(entities), scopes && ids(scopes), before, limit],
      )
    },
    /** Facts that came after one, oldest first. */
    after: (id: number, limit: number): FactRow[] =>
      sql.rows(toRow, `SELECT ${COLUMNS} FROM facts WHERE id > ? ORDER BY id LIMIT ?`, id, limit),
  }
}
