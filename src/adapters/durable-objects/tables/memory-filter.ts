import type { MemoryId } from '../../../domain/memory-id.ts'
import { pairsToLookUp } from '../../../memory/metadata-pairs.ts'
import type { MemoryFilter } from '../../../ports/memory-records.ts'
import type { CountedSql } from './counted-sql.ts'

/** A filter with the numbers of personas and source, and the keys of the entities that are meant; null is no condition. */
export interface FilterRow extends Omit<MemoryFilter, 'personas' | 'source' | 'entity'> {
  readonly personas: readonly number[] | null
  readonly source: number | null
  readonly entities: readonly string[] | null
}

const json = (value: unknown) => value && JSON.stringify(value)
const valuesIn = (parameter: string) => `(SELECT value FROM json_each(${parameter}))`

/** Whether two values have the same parts, whatever the order of their fields. */
const sameParts = (a: string, b: string) =>
  `(SELECT count(*) FROM json_tree(${a})) = (SELECT count(*) FROM json_tree(${b}))
   AND NOT EXISTS (SELECT fullkey, type, atom FROM json_tree(${a}) EXCEPT SELECT fullkey, type, atom FROM json_tree(${b}))`

/** What a row of `memories` has to be. A fact that leads to a value is not about that value. */
export const CONDITIONS = `(?1 IS NULL OR memories.persona IN ${valuesIn('?1')}) AND (?2 IS NULL OR memories.session = ?2)
  AND (?3 IS NULL OR memories.source = ?3) AND (?4 IS NULL OR memories.occurred_at >= ?4) AND (?5 IS NULL OR memories.occurred_at < ?5)
  AND NOT EXISTS (SELECT 1 FROM json_each(?6) AS wanted WHERE NOT EXISTS (
    SELECT 1 FROM json_each(coalesce(memories.metadata, '{}')) AS has
    CROSS JOIN json_each(wanted.value) AS one
    WHERE has.key = wanted.value ->> 0 AND one.key > 0 AND has.type = json_type(one.value)
      AND CASE WHEN has.type IN ('object', 'array') THEN ${sameParts('has.value', 'one.value')} ELSE has.value IS json_extract(one.value, '$') END))
  AND (?7 IS NULL OR EXISTS (
    SELECT 1 FROM json_each(memories.stated) AS said CROSS JOIN facts ON facts.id = CAST(substr(said.value ->> 'target', 2) AS INTEGER)
    WHERE said.value ->> 'target' LIKE 'f%'
      AND (facts.subject IN ${valuesIn('?7')} OR facts.leaf = 0 AND facts.object IN ${valuesIn('?7')})))`

export const conditionsOf = (filter: FilterRow): unknown[] => [
  ...[json(filter.personas), filter.sessionId, filter.source, filter.since, filter.until],
  ...[JSON.stringify(filter.metadata), json(filter.entities)],
]

/** An index that has whoever passes: what it is asked, and how many entries it has, counted no further than to a limit. */
interface Way {
  readonly memories: string
  readonly entries: string
  readonly given: readonly unknown[]
}

const touching = `SELECT id, memory FROM facts WHERE subject IN ${valuesIn('?8')}
  UNION SELECT id, memory FROM facts WHERE object IN ${valuesIn('?8')} AND leaf = 0`
const BY_TIME = `FROM memories INDEXED BY memories_by_time WHERE source IN ${valuesIn('?8')}
  AND occurred_at >= coalesce(?9, -9e15) AND occurred_at < coalesce(?10, 9e15)`
const EVERY_SOURCE = [0, 1, 2]

function waysTo(filter: FilterRow, isPaired: () => boolean): Way[] {
  const { sessionId, source, since, until, entities, metadata } = filter
  const ways: Way[] = []
  if (sessionId !== null) {
    const said = 'FROM memories WHERE session = ?8'
    ways.push({ memories: `SELECT id ${said}`, entries: `SELECT 1 ${said}`, given: [sessionId] })
  }
  if (source !== null || since !== null || until !== null) {
    const given = [JSON.stringify(source === null ? EVERY_SOURCE : [source]), since, until]
    ways.push({ memories: `SELECT id ${BY_TIME}`, entries: `SELECT 1 ${BY_TIME}`, given })
  }
  if (entities !== null)
    ways.push({
      memories: `WITH touched AS (${touching})
        SELECT memory FROM touched UNION SELECT evidence.memory FROM touched CROSS JOIN evidence ON evidence.target = 'f' || touched.id`,
      entries: `SELECT 1 FROM facts WHERE subject IN ${valuesIn('?8')} UNION ALL SELECT 1 FROM facts WHERE object IN ${valuesIn('?8')} AND leaf = 0`,
      given: [JSON.stringify(entities)],
    })
  const having = `FROM metadata_pairs WHERE pair IN ${valuesIn('?8')}`
  if (metadata.length > 0 && isPaired())
    for (const pairs of pairsToLookUp(metadata))
      ways.push({
        memories: `SELECT memory ${having}`,
        entries: `SELECT 1 ${having}`,
        given: [JSON.stringify(pairs)],
      })
  return ways
}

/** Finds what passes a filter, from whichever of its conditions leaves least. */
export function createMemoryFilter(sql: CountedSql, isPaired: () => boolean) {
  // Parameters from the eighth on are the way's; SQLite wants all up to the highest, used or not.
  const countUpTo = ({ entries, given }: Way, most: number): number => {
    const numbered = entries.replaceAll(/\?(\d+)/g, (_, n) => `?${Number(n) - 6}`)
    return sql.rows(
      ([n]) => n as number,
      `SELECT count(*) FROM (SELECT 1 FROM (${numbered}) LIMIT ?1)`,
      most,
      ...given,
    )[0]!
  }
  const targets = ([list]: SqlStorageValue[]): MemoryId[] => JSON.parse(list as string)
  const STATED = `SELECT (SELECT json_group_array(value ->> 'target') FROM json_each(stated)) FROM memories`
  return {
    /** Everything that memories state that pass; null: more than `most` may have to be looked at for it. */
    stated(filter: FilterRow, most: number): MemoryId[] | null {
      const ways = waysTo(filter, isPaired).map((way) => ({ way, entries: countUpTo(way, most + 1) }))
      const best = ways.sort((a, b) => a.entries - b.entries)[0]
      if (!best || best.entries > most) return null
      const { memories, given } = best.way
      return sql
        .rows(targets, `${STATED} WHERE id IN (${memories}) AND ${CONDITIONS}`, ...conditionsOf(filter), ...given)
        .flat()
    },
    /** The same, however much that is. */
    allStated: (filter: FilterRow): MemoryId[] =>
      sql.rows(targets, `${STATED} WHERE ${CONDITIONS}`, ...conditionsOf(filter)).flat(),
    /** Those of the chunks and facts that a memory states that passes. */
    among: (filter: FilterRow, wanted: readonly MemoryId[]): MemoryId[] =>
      wanted.length === 0
        ? []
        : sql.rows(
            ([target]) => target as MemoryId,
            `WITH wanted AS MATERIALIZED (SELECT value AS target, CAST(substr(value, 2) AS INTEGER) AS number FROM json_each(?8)), stating AS (
               SELECT target, memory FROM wanted CROSS JOIN chunks ON chunks.id = number WHERE target LIKE 'c%'
               UNION SELECT target, memory FROM wanted CROSS JOIN facts ON facts.id = number WHERE target LIKE 'f%'
               UNION SELECT wanted.target, memory FROM wanted CROSS JOIN evidence ON evidence.target = wanted.target)
             SELECT DISTINCT target FROM stating CROSS JOIN memories ON memories.id = stating.memory WHERE ${CONDITIONS}`,
            ...conditionsOf(filter),
            JSON.stringify(wanted),
          ),
  }
}
