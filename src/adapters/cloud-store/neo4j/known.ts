import type { ChunkRecord, FactRecord, GraphScope, Known, KnownChunk, Wanted } from '../graph-store.ts'
import type { Transaction } from './connection.ts'
import { CHUNK_VECTORS } from './current-vector.ts'
import { PLAIN_FACT } from './fact-fields.ts'

/** A write begins with it: whoever else writes to the namespace waits. */
export const LOCK = `MERGE (n:Namespace { id: $ns })
  ON CREATE SET n.lastId = 0, n.chunks = 0, n.facts = 0
  SET n.writes = coalesce(n.writes, 0) + 1
  RETURN n.embedder AS embedder, n.erasedAt AS erasedAt, n.lastId AS lastId, coalesce(n.told, 0) AS told, coalesce(n.lastStatedAt, 0) AS lastStatedAt`

export const CHUNK = `c { .id, .key, .persona, .statement, .text, .start, .source, .level, .createdAt, .statedAt, .lastAccess, .accessCount,
  .session, .place, .message, .speaker, .metadata, .facts, .words, .terms, .stated, vectors: ${CHUNK_VECTORS} }`

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
      : tx.run<{ key: string; name: string; kind: string; aliases: string; names: string[] }>(
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
  return {
    embedder: state!.embedder,
    erased: state!.erasedAt !== null,
    lastId: state!.lastId,
    told: state!.told,
    lastStatedAt: state!.lastStatedAt,
    chunks: chunks.map(({ chunk, pending }): KnownChunk => ({ ...chunk, pending })),
    entities: entities.map(({ aliases, kind, ...entity }) => ({
      ...entity,
      kind: kind as Known['entities'][number]['kind'],
      aliases: JSON.parse(aliases),
    })),
    sessions,
    factsOf: factsOf.map(({ fact }) => fact),
  }
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
