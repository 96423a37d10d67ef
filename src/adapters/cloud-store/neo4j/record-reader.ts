import { trustRank } from '../../../domain/statement/source.ts'
import { hasPairs, textsOfPairs } from '../../../memory/metadata-pairs.ts'
import { readAsOf } from '../../../memory/read-as-of.ts'
import { readRecords } from '../../../memory/read-records.ts'
import type { CountedEntity, RecordReader } from '../../../memory/record-reader.ts'
import { type MemoryRecord, type StatedTarget, slotKey } from '../../../memory/records.ts'
import { isInvalidated } from '../../../memory/state-changes.ts'
import type { AsOf } from '../../../ports/memory-records.ts'
import type { Transaction } from './connection.ts'
import { loadFacts } from './fact-fields.ts'
import { factsByIds } from './facts-around.ts'
import { entitiesNamed, evidenceOf } from './filter.ts'
import { inSight } from './in-sight.ts'
import { loadChunks } from './known.ts'
import type { Operation } from './operation.ts'
import { readingsOf } from './revisions.ts'

const RECORD = `m { .id, .persona, .source, .level, .session, .speaker, .metadata, .occurredAt, .offsetMs, .createdAt, .text,
  .stated,
  statedAt: coalesce(m.statedAt, m.occurredAt), version: coalesce(m.version, 1), changes: m.changes } AS record`

type RecordRow = { record: Omit<MemoryRecord, 'stated'> & { stated: readonly string[] } }

/** The target, and after a space what is known of it. */
export function toTarget(text: string): StatedTarget {
  const space = text.indexOf(' ')
  const target = (space < 0 ? text : text.slice(0, space)) as StatedTarget['target']
  return space < 0 ? { target } : { target, ...JSON.parse(text.slice(space + 1)) }
}

const toRecord = ({ record }: RecordRow): MemoryRecord => ({ ...record, stated: record.stated.map(toTarget) })

/** What is matched as `m`. */
export const loadRecords = async (
  tx: Transaction,
  match: string,
  parameters: Record<string, unknown>,
  rest = '',
): Promise<MemoryRecord[]> => (await tx.run<RecordRow>(`${match} RETURN ${RECORD} ${rest}`, parameters)).map(toRecord)

export const recordsByIds = (tx: Transaction, ns: string, ids: readonly number[]): Promise<MemoryRecord[]> =>
  loadRecords(tx, 'MATCH (m:Memory { namespace: $ns }) WHERE m.id IN $given.ids', { ns, ids })

/** Chunks that have all of the words. */
export const chunksHaving = async (
  tx: Transaction,
  ns: string,
  words: readonly string[],
  limit: number,
): Promise<number[]> =>
  (
    await tx.run<{ id: number }>(
      `MATCH (c:Chunk { namespace: $ns }) WHERE c.id > 0 AND c.doomed IS NULL AND all(word IN $given.words WHERE word IN c.terms)
       RETURN c.id AS id ORDER BY id DESC LIMIT toInteger($limit)`,
      { ns, words, limit },
    )
  ).map(({ id }) => id)

const ENTITY = `e.key AS key, e.name AS name, e.kind AS kind, e.aliases AS aliases, facts`
/** In how many facts in sight it stands; where some personas are out of sight, only if in any. */
const WITH_FACTS = `WITH e, COUNT { (e)-[r:FACT]-() WHERE ${inSight('r')} } AS facts WHERE $given.personas IS NULL OR facts > 0`

const toEntity = (row: Omit<CountedEntity, 'aliases'> & { aliases: string }): CountedEntity => ({
  ...row,
  aliases: JSON.parse(row.aliases),
})

/** Looks records up inside one transaction. */
export function createRecordReader(tx: Transaction, ns: string): RecordReader {
  const entities = async (query: string, given: Record<string, unknown>) =>
    (await tx.run<Omit<CountedEntity, 'aliases'> & { aliases: string }>(query, { ns, ...given })).map(toEntity)
  return {
    async records({ before, limit, personas, sessionId, source, since, until, metadata, among }) {
      const passes = hasPairs(metadata)
      const found: MemoryRecord[] = []
      for (let last = before ?? Number.MAX_SAFE_INTEGER; found.length < limit; ) {
        const rows = await tx.run<RecordRow>(
          `MATCH (m:Memory { namespace: $ns })
           WHERE m.id < $last AND ${inSight('m')} AND ($session IS NULL OR m.session = $session)
             AND ($source IS NULL OR m.source = $source) AND ($since IS NULL OR m.occurredAt >= $since)
             AND ($until IS NULL OR m.occurredAt < $until) AND ($given.among IS NULL OR m.id IN $given.among)
             AND all(texts IN $given.pairs WHERE any(text IN texts WHERE m.metadata CONTAINS text))
           RETURN ${RECORD} ORDER BY m.id DESC LIMIT toInteger($limit)`,
          {
            ...{
              ns,
              last,
              limit,
              personas,
              session: sessionId,
              source: source && trustRank(source),
              since,
              until,
              among,
            },
            pairs: textsOfPairs(metadata),
          },
        )
        const records = rows.map(toRecord)
        found.push(...records.filter((record) => passes(record.metadata)))
        if (records.length < limit) break
        last = records.at(-1)!.id
      }
      return found.slice(0, limit)
    },
    async hidden({ before, limit, personas }) {
      const changed = await tx.run<{ id: number; text: string | null; changes: string }>(
        `MATCH (m:Memory { namespace: $ns }) WHERE m.id > 0 AND m.id < $last AND ${inSight('m')} AND m.changes IS NOT NULL
         RETURN m.id AS id, m.text AS text, m.changes AS changes ORDER BY id DESC LIMIT toInteger($limit)`,
        { ns, last: before ?? Number.MAX_SAFE_INTEGER, limit, personas },
      )
      const hidden = changed.filter(isInvalidated)
      const parked = await readingsOf(
        tx,
        ns,
        hidden.map(({ id }) => id),
      )
      return hidden.map(({ id, text }) => ({ id, text: text ?? '', parked: parked.get(id) ?? [] }))
    },
    recordsById: (ids) => recordsByIds(tx, ns, ids),
    chunks: (ids) =>
      loadChunks(tx, 'MATCH (c:Chunk { namespace: $ns }) WHERE c.id IN $given.ids AND c.doomed IS NULL', { ns, ids }),
    facts: (ids) => factsByIds(tx, ns, ids),
    rivals: (facts, personas) =>
      loadFacts(
        tx,
        `MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND r.place IN $given.places AND NOT r.id IN $given.ids AND ${inSight('r')}`,
        { ns, places: [...new Set(facts.map(slotKey))], ids: facts.map(({ id }) => id), personas },
      ),
    evidence: (targets) => evidenceOf(tx, ns, targets),
    named: (name) => entitiesNamed(tx, ns, name),
    entities: (keys, personas) =>
      entities(`MATCH (e:Entity { namespace: $ns }) WHERE e.key IN $given.keys ${WITH_FACTS} RETURN ${ENTITY}`, {
        keys,
        personas,
      }),
    strongest: (personas, limit) =>
      entities(
        `MATCH (e:Entity { namespace: $ns }) WHERE e.key IS NOT NULL AND e.kind <> 'value'
         ${WITH_FACTS} WITH e, facts ORDER BY facts DESC, e.key LIMIT toInteger($limit) RETURN ${ENTITY} ORDER BY facts DESC, key`,
        { personas, limit },
      ),
    factPage: ({ before, limit, personas, entities: keys, dated }) =>
      loadFacts(
        tx,
        `${
          keys
            ? 'MATCH (e:Entity { namespace: $ns })-[r:FACT]-() WHERE e.key IN $given.keys AND (startNode(r) = e OR NOT r.leaf)'
            : 'MATCH ()-[r:FACT]->() WHERE r.namespace = $ns'
        } AND ($before IS NULL OR r.id < $before) ${dated ? 'AND r.date IS NOT NULL' : ''} AND ${inSight('r')}
         WITH DISTINCT r ORDER BY r.id DESC LIMIT toInteger($limit)`,
        { ns, before, limit, personas, keys },
        'ORDER BY fact.id DESC',
      ),
    lastingFacts: ({ subject, slots, personas, limit }) =>
      loadFacts(
        tx,
        `MATCH (e:Entity { namespace: $ns, key: $subject })-[r:FACT]->()
         WHERE any(range IN $given.ranges WHERE r.slot >= range[0] AND r.slot < range[1]) AND ${inSight('r')}
         WITH r ORDER BY r.statedAt DESC LIMIT toInteger($limit)`,
        { ns, subject, ranges: slots, personas, limit },
      ),
    havingAny: async (words, limit) =>
      (
        await tx.run<{ id: number }>(
          `MATCH (c:Chunk { namespace: $ns }) WHERE c.id > 0 AND c.doomed IS NULL AND any(word IN $given.words WHERE word IN c.terms)
           RETURN c.id AS id ORDER BY id DESC LIMIT toInteger($most)`,
          { ns, words, most: limit * words.length },
        )
      ).map(({ id }) => id),
    having: (words, limit) => chunksHaving(tx, ns, words, limit),
  }
}

/** As it is, or as of a time. */
const readerOf = (tx: Transaction, ns: string, { asOf }: AsOf): RecordReader => {
  const reader = createRecordReader(tx, ns)
  return typeof asOf === 'number' ? readAsOf(reader, asOf) : reader
}

export const listMemories: Operation<'listMemories'> = (tx, ns, request) =>
  readRecords(createRecordReader(tx, ns)).listMemories(request)

export const findMemories: Operation<'findMemories'> = (tx, ns, request) =>
  readRecords(createRecordReader(tx, ns)).findMemories(request)

export const listFacts: Operation<'listFacts'> = (tx, ns, request) =>
  readRecords(readerOf(tx, ns, request)).listFacts(request)

export const listEntities: Operation<'listEntities'> = (tx, ns, request) =>
  readRecords(createRecordReader(tx, ns)).listEntities(request)

export const graph: Operation<'graph'> = (tx, ns, request) => readRecords(readerOf(tx, ns, request)).graph(request)

export const profile: Operation<'profile'> = (tx, ns, request) =>
  readRecords(readerOf(tx, ns, request)).profile(request)
