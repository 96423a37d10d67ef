import type { EntityRecord } from '../../../memory/records.ts'
import type { Counts } from '../../../ports/memory-store.ts'
import type { Transaction } from './connection.ts'
import { loadChunks } from './known.ts'
import type { Operation } from './operation.ts'

/** Pending and tombstoned chunks, stale ones, counts, pages: what keeps two stores together. */
export const settle: Operation<'settle'> = async (tx, ns, ids) => {
  const [row] = await tx.run<{ erased: boolean }>(
    `MATCH (n:Namespace { id: $ns }) SET n.writes = n.writes + 1 RETURN n.erasedAt IS NOT NULL AS erased`,
    { ns },
  )
  const [settled] = await tx.run<{ n: number }>(
    'MATCH (c:Chunk { namespace: $ns }) WHERE c.id IN $given.ids AND c.doomed IS NULL REMOVE c.pending RETURN count(c) AS n',
    { ns, ids },
  )
  return row !== undefined && !row.erased && settled!.n === new Set(ids).size
}

export const stale: Operation<'stale'> = (tx, ns, limit) =>
  tx.run(
    `MATCH (c:Chunk { stale: $ns }) RETURN c.id AS id, c.source AS source, c.level AS level, c.lastAccess AS lastAccess,
       c.accessCount AS accessCount LIMIT toInteger($limit)`,
    { ns, limit },
  )

export const clean: Operation<'clean'> = async (tx, ns, seen) => {
  await tx.run(
    `UNWIND $given.seen AS row MATCH (c:Chunk { namespace: $ns, id: row.id }) WHERE c.accessCount = row.accessCount REMOVE c.stale`,
    { ns, seen },
  )
}

const countOf = async (tx: Transaction, ns: string, personas: readonly string[]): Promise<Counts> => {
  const [[sizes], [own]] = await Promise.all([
    tx.run<{ chunks: number }>(
      `MATCH (p:Persona { namespace: $ns }) WHERE p.name IN $given.personas RETURN coalesce(sum(p.chunks), 0) AS chunks`,
      { ns, personas },
    ),
    tx.run<{ relations: number; entities: number }>(
      `MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND r.members = 0 AND r.persona IN $given.personas
       UNWIND [r.subject, r.object] AS entity RETURN count(*) / 2 AS relations, count(DISTINCT entity) AS entities`,
      { ns, personas },
    ),
  ])
  return { chunks: sizes!.chunks, entities: own!.entities, relations: own!.relations }
}

export const count: Operation<'count'> = async (tx, ns, personas, within) => {
  const whole = async (): Promise<Counts> => {
    const [[sizes], [entities]] = await Promise.all([
      tx.run<{ chunks: number; facts: number }>(
        'OPTIONAL MATCH (n:Namespace { id: $ns }) RETURN coalesce(n.chunks, 0) AS chunks, coalesce(n.facts, 0) AS facts',
        { ns },
      ),
      tx.run<{ entities: number }>(
        'MATCH (e:Entity { namespace: $ns }) WHERE e.key IS NOT NULL RETURN count(e) AS entities',
        { ns },
      ),
    ])
    return { chunks: sizes!.chunks, entities: entities!.entities, relations: sizes!.facts }
  }
  const [persona, namespace] = await Promise.all([
    countOf(tx, ns, personas),
    within ? countOf(tx, ns, within) : whole(),
  ])
  return { persona, namespace }
}

export const unsettled: Operation<'unsettled'> = async (tx, ns, limit) => {
  const [pending, tombstoned] = await Promise.all([
    loadChunks(tx, 'MATCH (c:Chunk { pending: $ns })', { ns, limit }, 'LIMIT toInteger($limit)'),
    tx.run<{ id: number }>('MATCH (c:Chunk { doomed: $ns }) RETURN c.id AS id LIMIT toInteger($limit)', { ns, limit }),
  ])
  return { pending, tombstoned: tombstoned.map(({ id }) => id) }
}

export const entities: Operation<'entities'> = async (tx, ns, after, limit) => {
  const rows = await tx.run<Omit<EntityRecord, 'aliases'> & { aliases: string }>(
    `MATCH (e:Entity { namespace: $ns }) WHERE e.key > $after
     RETURN e.key AS key, e.name AS name, e.kind AS kind, e.aliases AS aliases ORDER BY e.namespace, e.key LIMIT toInteger($limit)`,
    { ns, after, limit },
  )
  return rows.map((row) => ({ ...row, aliases: JSON.parse(row.aliases) }))
}

export const page: Operation<'page'> = (tx, ns, afterId, limit) =>
  loadChunks(
    tx,
    `MATCH (c:Chunk { namespace: $ns }) WHERE c.id > $afterId AND c.doomed IS NULL
     WITH c ORDER BY c.id LIMIT toInteger($limit)`,
    { ns, afterId, limit },
    'ORDER BY chunk.id',
  )

/** The mark that keeps late writers out. It stays for ever. */
export const markErased = async (tx: Transaction, ns: string, now: number): Promise<void> => {
  await tx.run(
    `MERGE (n:Namespace { id: $ns }) SET n.erasedAt = coalesce(n.erasedAt, $now), n.chunks = 0, n.facts = 0, n.writes = 0
     REMOVE n.embedder, n.consolidatedAt, n.run, n.told, n.watermark, n.indexedUpTo, n.tidyFrom, n.watched`,
    { ns, now },
  )
}

/** Sessions go last: whoever has to begin again still finds their names. */
const ERASED = {
  Chunk: 'x.id IS NOT NULL',
  Memory: 'x.id IS NOT NULL',
  Evidence: 'x.target IS NOT NULL AND x.memory IS NOT NULL',
  Version: 'x.memory IS NOT NULL AND x.version IS NOT NULL',
  Parked: 'x.memory IS NOT NULL AND x.piece IS NOT NULL',
  Receipt: 'x.id IS NOT NULL',
  Outcome: 'x.once IS NOT NULL',
  MetadataPair: 'x.pair IS NOT NULL AND x.memory IS NOT NULL',
  Entity: 'x.key IS NOT NULL',
  Name: 'x.name IS NOT NULL',
  Term: 'x.word IS NOT NULL',
  Journal: 'x.id IS NOT NULL',
  Speaker: 'x.persona IS NOT NULL AND x.name IS NOT NULL',
  Persona: 'x.name IS NOT NULL',
  Session: 'x.name IS NOT NULL',
} as const
const ERASE_AT_ONCE = 5_000

export const sessionNames = async (tx: Transaction, ns: string): Promise<string[]> => {
  const rows = await tx.run<{ name: string }>(
    'MATCH (s:Session { namespace: $ns }) WHERE s.name IS NOT NULL RETURN s.name AS name ORDER BY s.id',
    { ns },
  )
  return rows.map(({ name }) => name)
}

/** Deletes a part; false where nothing was left to delete. */
export async function eraseSome(tx: Transaction, ns: string): Promise<boolean> {
  for (const [label, byItsIndex] of Object.entries(ERASED)) {
    const [row] = await tx.run<{ n: number }>(
      `MATCH (x:${label} { namespace: $ns }) WHERE ${byItsIndex} WITH x LIMIT ${ERASE_AT_ONCE} DETACH DELETE x RETURN count(*) AS n`,
      { ns },
    )
    if (row && row.n > 0) return true
  }
  return false
}
