import { CANDIDATES } from '../../../memory/candidates.ts'
import type { StoredChunk } from '../../../memory/records.ts'
import { ACCESSED, type Accessed, type AccessedRow } from './accesses.ts'
import { byIdsIn, columnsOf, fieldsOf, insertInto, listIn, updateOf, valuesOf } from './columns.ts'
import type { CountedSql } from './counted-sql.ts'
import { createRecentRows } from './recent-rows.ts'

/** A chunk with the numbers of its persona and session. In vaults of before its memory is known by its first chunk. */
export interface ChunkRow extends Omit<StoredChunk, 'persona' | 'unfinished'> {
  readonly persona: number
  readonly start: number
  readonly session: number | null
  /** Its own first, then those of its sentences. */
  readonly vectors: readonly number[]
  readonly words: number
}

/** What is read of a chunk for what stands around it. */
export type AroundRow = Pick<ChunkRow, 'id' | 'persona' | 'text' | 'source' | 'session' | 'speaker' | 'vectors'>

/** A row that was read lately is asked for again: its lists are read once. */
const toRow = (values: SqlStorageValue[]): ChunkRow =>
  ({
    id: values[0],
    persona: values[1],
    statement: values[2],
    text: values[3],
    start: values[4],
    source: values[5],
    level: values[6],
    createdAt: values[7],
    statedAt: values[8],
    lastAccess: values[9],
    accessCount: values[10],
    session: values[11],
    memory: values[12],
    speaker: values[13],
    metadata: values[14],
    facts: listIn<number>(values[15]),
    vectors: listIn<number>(values[16]),
    words: values[17],
    statedBy: listIn<string>(values[18]),
  }) as ChunkRow

const toAroundRow = (values: SqlStorageValue[]): AroundRow =>
  ({
    id: values[0],
    persona: values[1],
    text: values[2],
    source: values[3],
    session: values[4],
    speaker: values[5],
    vectors: listIn<number>(values[6]),
  }) as AroundRow

const FIELDS = fieldsOf(toRow)
const COLUMNS = columnsOf(FIELDS)
const INSERT = insertInto('chunks', FIELDS)
const RESTATED = ['source', 'level', 'statedAt', 'lastAccess', 'accessCount', 'metadata', 'statedBy'] as const
const RESTATE = updateOf('chunks', RESTATED)
const AROUND_COLUMNS = columnsOf(fieldsOf(toAroundRow))

const ids = (list: readonly number[]) => JSON.stringify(list)

/**
 * Full text counts a word by going through all its places. What was counted holds until the word is written again, and of a common one, which
 * is all the time, until the namespace has changed by a hundredth.
 */
const COMMON = 256
const COUNTED_AGAIN = 0.01
const MOST_COUNTED = 4_000
const MOST_SCOPES_COUNTED = 64

/** The episodic memory: chunks of text, their words and the sessions they were said in. */
export function createChunks(sql: CountedSql) {
  const byIds = byIdsIn(sql, 'chunks', COLUMNS, toRow)
  const recent = createRecentRows(byIds)
  const around = createRecentRows(byIdsIn(sql, 'chunks', AROUND_COLUMNS, toAroundRow))
  const drop = (id: number) => {
    recent.drop(id)
    around.drop(id)
  }
  /** Up to where a word is common one by one, which is fast; beyond by the index's own table, which goes through every place. */
  function countPlaces(words: readonly string[]): { word: string; found: number }[] {
    const few = sql
      .all<{ found: number }>(
        `SELECT (SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH value LIMIT ${COMMON})) AS found FROM json_each(?)`,
        JSON.stringify(words.map((word) => allOf([word]))),
      )
      .map(({ found }, at) => ({ word: words[at]!, found }))
    const many = few.filter(({ found }) => found === COMMON).map(({ word }) => word)
    if (many.length === 0) return few
    const rows = sql.all<{ term: string; doc: number }>(
      "SELECT term, doc FROM vocabulary WHERE term IN (SELECT value FROM json_each(?)) AND col = 'text'",
      JSON.stringify(many),
    )
    const all = new Map(rows.map(({ term, doc }) => [term, doc]))
    return few.map(({ word, found }) => ({ word, found: all.get(word) ?? found }))
  }
  const counted = new Map<string, { readonly times: number; readonly total: number }>()
  /** By the personas in sight; null: all. */
  const sessionsCounted = new Map<string | null, number>()
  return {
    byIds,
    /** For reading only. */
    recent: recent.byIds,
    recentTexts: around.byIds,
    vectorsOf: (of: readonly number[]): number[] =>
      sql
        .rows(
          ([list]) => listIn<number>(list),
          'SELECT vectors FROM chunks WHERE id IN (SELECT value FROM json_each(?))',
          ids(of),
        )
        .flat(),
    has: (id: number): boolean => sql.exec('SELECT 1 FROM chunks WHERE id = ?', id).toArray().length > 0,
    /** Of every persona. */
    byStatements: (statements: readonly number[]): ChunkRow[] =>
      statements.length === 0
        ? []
        : sql.rows(
            toRow,
            `SELECT ${COLUMNS} FROM chunks WHERE statement IN (SELECT value FROM json_each(?)) ORDER BY id`,
            ids(statements),
          ),
    insert(row: ChunkRow, words: readonly string[]): void {
      sql.exec(INSERT, ...valuesOf(row, FIELDS))
      sql.exec(
        'INSERT INTO words (rowid, scope, text) VALUES (?, ?, ?)',
        row.id,
        scopeWord(row.persona),
        words.join(' '),
      )
      for (const word of words) if ((counted.get(word)?.times ?? COMMON) < COMMON) counted.delete(word)
    },
    restate(row: Pick<ChunkRow, 'id' | (typeof RESTATED)[number]>): void {
      drop(row.id)
      sql.exec(RESTATE, ...valuesOf(row, RESTATED), row.id)
    },
    /** It states other facts. */
    retarget(id: number, facts: readonly number[]): void {
      drop(id)
      sql.exec('UPDATE chunks SET facts = ? WHERE id = ?', ids(facts), id)
    },
    /** What was removed leaves its words in older parts of the index until those are merged. */
    purgeWords: (): void => void sql.exec("INSERT INTO words (words) VALUES ('optimize')"),
    access(list: readonly Accessed[]): void {
      recent.change(
        sql.exec<AccessedRow>(
          `UPDATE chunks SET last_access = max(last_access, value ->> 'last'), access_count = access_count + (value ->> 'times')
           FROM json_each(?) WHERE chunks.id = value ->> 'id' RETURNING ${ACCESSED}`,
          JSON.stringify(list),
        ),
      )
    },
    remove(id: number): void {
      drop(id)
      counted.clear()
      sql.exec('DELETE FROM words WHERE rowid = ?', id)
      sql.exec('DELETE FROM chunks WHERE id = ?', id)
    },
    /** Ids of the chunks said just before and after each in its session, nearest first; nothing for what was said in none. */
    around(of: readonly number[], reach: number): Map<number, { before: number[]; after: number[] }> {
      const side = (order: string, compare: string) =>
        `(SELECT json_group_array(id) FROM (
            SELECT id FROM chunks WHERE session = at.session AND (memory, start, id) ${compare} (at.memory, at.start, at.id)
            ORDER BY memory ${order}, start ${order}, id ${order} LIMIT ${reach}))`
      const found = sql.rows(
        ([id, before, after]) =>
          [id as number, { before: JSON.parse(before as string), after: JSON.parse(after as string) }] as const,
        `SELECT at.id, ${side('DESC', '<')} AS before, ${side('ASC', '>')} AS after
         FROM chunks AS at WHERE at.id IN (SELECT value FROM json_each(?)) AND at.session IS NOT NULL`,
        ids(of),
      )
      return new Map(found)
    },
    /** For each group the chunks that have all its words, newest first, at most `limit`. Null: of every persona, whatever it is. */
    having(
      groups: readonly (readonly string[])[],
      scopes: readonly number[] | null,
      limit: number,
      among: ReadonlySet<number> | null = null,
    ): number[][] {
      if (groups.length === 0) return []
      const inScope = scopes ? ` AND scope : (${scopes.map((id) => `"${scopeWord(id)}"`).join(' OR ')})` : ''
      // Without the plus every one of them would be looked for by itself.
      const isAmong = among ? 'AND +rowid IN (SELECT value FROM json_each(?2))' : ''
      return sql.rows(
        ([found]) => JSON.parse(found as string) as number[],
        `SELECT (SELECT json_group_array(rowid) FROM (
           SELECT rowid FROM words WHERE words MATCH value ${isAmong} ORDER BY rowid DESC LIMIT ${limit})) FROM json_each(?1)`,
        JSON.stringify(groups.map((words) => allOf(words) + inScope)),
        ...(among ? [ids([...among])] : []),
      )
    },
    /** In how many of the namespace's `total` chunks each word stands; of a common one, nearly. */
    frequencies(words: readonly string[], total: number): number[] {
      const known = (word: string) => {
        const once = counted.get(word)
        const holds = once && (once.times < COMMON || Math.abs(once.total - total) <= total * COUNTED_AGAIN)
        return holds ? once.times : undefined
      }
      const times = new Map(words.map((word) => [word, known(word)]))
      const unknown = words.filter((word) => times.get(word) === undefined)
      if (unknown.length > 0) {
        if (counted.size + unknown.length > MOST_COUNTED) counted.clear()
        for (const { word, found } of countPlaces(unknown)) {
          times.set(word, found)
          counted.set(word, { times: found, total })
        }
      }
      return words.map((word) => times.get(word)!)
    },
    sessionId(name: string, persona: number): number {
      const known = sql.all<{ id: number }>('SELECT id FROM sessions WHERE name = ?', name)[0]
      if (known) return known.id
      sessionsCounted.clear()
      return sql
        .exec<{ id: number }>('INSERT INTO sessions (name, persona) VALUES (?, ?) RETURNING id', name, persona)
        .one().id
    },
    /** How many sessions there are, counted no further than what matters. */
    countSessions(scopes: readonly number[] | null): number {
      const of = scopes && ids(scopes)
      const known = sessionsCounted.get(of)
      if (known !== undefined) return known
      const inScope = 'persona IN (SELECT value FROM json_each(?1))'
      const { n } = sql
        .exec<{ n: number }>(
          `SELECT count(*) AS n FROM (SELECT 1 FROM sessions WHERE ?1 IS NULL OR ${inScope} LIMIT ?2)`,
          of,
          CANDIDATES.sessionsThatMatter,
        )
        .one()
      if (sessionsCounted.size >= MOST_SCOPES_COUNTED) sessionsCounted.clear()
      sessionsCounted.set(of, n)
      return n
    },
    removeSessionIfEmpty(session: number): void {
      const left = sql.exec('SELECT 1 FROM chunks WHERE session = ? LIMIT 1', session).toArray()
      if (left.length > 0) return
      sessionsCounted.clear()
      sql.exec('DELETE FROM sessions WHERE id = ?', session)
    },
    /** A session is there while a memory of it is, and its persona is that of the first. false: it went. */
    tidySession(name: string): boolean {
      const first = sql.all<{ persona: number }>(
        `SELECT persona FROM memories WHERE session = ? AND json_extract(changes, '$[#-1].state') IS NOT 'invalidated' ORDER BY id LIMIT 1`,
        name,
      )[0]
      sessionsCounted.clear()
      if (first)
        sql.exec(
          `INSERT INTO sessions (name, persona) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET persona = ?2 WHERE persona <> ?2`,
          ...[name, first.persona],
        )
      else sql.exec('DELETE FROM sessions WHERE name = ?', name)
      return first !== undefined
    },
    /**
     * A memory that came back was the first to be said in a session, before those whose persona has it now: the session is its persona's again.
     * `came`: all that came with it, which say nothing of who had the session until now.
     */
    returnSession(name: string, { id, persona }: { id: number; persona: number }, came: readonly number[]): void {
      sessionsCounted.clear()
      sql.exec(
        `UPDATE sessions SET persona = ?2 WHERE name = ?1 AND persona <> ?2 AND (
           SELECT memories.persona = sessions.persona AND memories.id > ?3 FROM memories WHERE session = ?1
             AND json_extract(changes, '$[#-1].state') IS NOT 'invalidated' AND id NOT IN (SELECT value FROM json_each(?4)) ORDER BY id LIMIT 1)`,
        ...[name, persona, id, ids(came)],
      )
    },
    /** In the order of their ids. */
    after: (id: number, limit: number): ChunkRow[] =>
      sql.rows(toRow, `SELECT ${COLUMNS} FROM chunks WHERE id > ? ORDER BY id LIMIT ?`, id, limit),
    sessionName: (id: number): string | null =>
      sql.all<{ name: string }>('SELECT name FROM sessions WHERE id = ?', id)[0]?.name ?? null,
    forget(): void {
      recent.clear()
      around.clear()
      counted.clear()
      sessionsCounted.clear()
    },
    sessionNames: (): string[] => sql.all<{ name: string }>('SELECT name FROM sessions').map((row) => row.name),
  }
}

const scopeWord = (persona: number) => `p${persona}`

/** A word inside a full-text query is a string of it: nothing in a memory or a question is an operator. */
const allOf = (words: readonly string[]) =>
  `text : (${words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ')})`
