import type { EntityRecord, Place } from '../../../memory/records.ts'
import type { ChunkRecord, FactRecord, GraphScope, Known, KnownChunk, Wanted } from '../graph-store.ts'
import type { Transaction } from './connection.ts'
import { CHUNK_VECTORS } from './current-vector.ts'
import { PLAIN_FACT } from './fact-fields.ts'

/** A write begins with it: whoever else writes to the namespace waits. */
export const LOCK = `MERGE (n:Namespace { id: $ns })
  ON CREATE SET n.lastId = 0, n.chunks = 0, n.facts = 0, n.recorded = true
  SET n.writes = coalesce(n.writes, 0) + 1
  RETURN n.embedder AS embedder, n.erasedAt AS erasedAt, n.lastId AS lastId, coalesce(n.told, 0) AS told, coalesce(n.lastStatedAt, 0) AS lastStatedAt`

export const CHUNK = `c { .id, .key, .persona, .statement, .text, .start, .source, .level, .createdAt, .statedAt, .lastAccess, .accessCount,
  .session, .place, .speaker, .metadata, .facts, .words, .terms, .stated, vectors: ${CHUNK_VECTORS},
  memory: coalesce(c.memory, c.message) }`

export async function known(tx: Transaction, ns: string, wanted: Wanted): Promise<Known> {
  const [state] = await tx.run<{
    embedder: string | null
    erasedAt: number | null
    lastId: number
    told: number
    lastStatedAt: number
  }>(LOCK, { ns })
  const [chunks, entities, sessions, factsOf] = await Promise.all([
    wanted.statements.length === 0
      ? []
      : tx.run<{ chunk: ChunkRecord; pending: boolean }>(
          `UNWIND $given.statements AS s
           MATCH (c:Chunk { namespace: $ns, persona: s.persona, statement: s.statement }) WHERE c.doomed IS NULL
           RETURN ${CHUNK} AS chunk, c.pending IS NOT NULL AS pending ORDER BY chunk.id`,
          { ns, statements: wanted.statements },
        ),
    wanted.names.length === 0
      ? []
      : tx.run<Omit<EntityRecord, 'aliases'> & { aliases: string; names: string[] }>(
          `MATCH (n:Name { namespace: $ns })-[:MEANS]->(e:Entity { namespace: $ns }) WHERE n.name IN $given.names
           WITH DISTINCT e LIMIT 5000
           RETURN e.key AS key, e.name AS name, e.kind AS kind, e.aliases AS aliases,
             [(m:Name)-[:MEANS]->(e) | m.name] AS names ORDER BY key`,
          { ns, names: wanted.names },
        ),
    wanted.sessions.length === 0
      ? []
      : tx.run<Known['sessions'][number]>(
          `MATCH (s:Session { namespace: $ns }) WHERE s.name IN $given.sessions RETURN s.name AS name, s.id AS id, s.places AS places`,
          { ns, sessions: wanted.sessions },
        ),
    wanted.factsOf === undefined
      ? []
      : tx.run<{ fact: FactRecord }>(
          `MATCH (e:Entity { namespace: $ns, key: $entity })-[r:FACT]-() WITH DISTINCT r RETURN ${PLAIN_FACT} AS fact ORDER BY fact.id`,
          { ns, entity: wanted.factsOf },
        ),
  ])
  const stated = [...new Set(chunks.flatMap(({ chunk }) => chunk.facts))]
  const facts = stated.length === 0 ? factsOf : [...factsOf, ...(await factsByKeys(tx, ns, stated))]
  return {
    embedder: state!.embedder,
    erased: state!.erasedAt !== null,
    lastId: state!.lastId,
    told: state!.told,
    lastStatedAt: state!.lastStatedAt,
    chunks: chunks.map(({ chunk, pending }): KnownChunk => ({ ...chunk, pending })),
    entities: entities.map(({ key, name, aliases, kind }) => ({ key, name, kind, aliases: JSON.parse(aliases) })),
    names: entities.flatMap(({ key, names }) => names.map((name) => ({ name, entity: key }))),
    sessions,
    facts: facts.map(({ fact }) => fact),
  }
}

export const factsByKeys = (tx: Transaction, ns: string, keys: readonly string[]): Promise<{ fact: FactRecord }[]> =>
  tx.run(`UNWIND $given.keys AS key MATCH ()-[r:FACT { namespace: $ns, key: key }]->() RETURN ${PLAIN_FACT} AS fact`, {
    ns,
    keys,
  })

/** All that competes in these places. */
export async function standing(tx: Transaction, ns: string, places: readonly Place[]): Promise<FactRecord[]> {
  if (places.length === 0) return []
  const rows = await tx.run<{ fact: FactRecord }>(
    `MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND r.place IN $given.places AND r.persona IN $given.personas RETURN ${PLAIN_FACT} AS fact`,
    {
      ns,
      places: [...new Set(places.map(({ subject, slot }) => `${subject}\n${slot}`))],
      personas: [...new Set(places.map(({ persona }) => persona))],
    },
  )
  return rows.map(({ fact }) => fact)
}

export const duplicates = (
  tx: Transaction,
  ns: string,
  statements: Wanted['statements'],
): ReturnType<GraphScope['duplicates']> =>
  tx.run(
    `UNWIND $given.statements AS s
     MATCH (c:Chunk { namespace: $ns, persona: s.persona, statement: s.statement }) WHERE c.doomed IS NULL
     RETURN c.id AS id, c.pending IS NOT NULL AS pending, c.persona AS persona, c.statement AS statement, c.text AS text, c.source AS source, c.speaker AS speaker, c.statedAt AS statedAt`,
    { ns, statements },
  )
