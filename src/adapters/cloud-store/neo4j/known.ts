import { type EntityRecord, type Place, slotKey } from '../../../memory/records.ts'
import type { ChunkRecord, FactRecord, Known, KnownChunk, Wanted } from '../graph-store.ts'
import type { Transaction } from './connection.ts'
import { CHUNK_VECTORS } from './current-vector.ts'
import { loadFacts } from './fact-fields.ts'
import type { Operation } from './operation.ts'
import { outcome } from './outcomes.ts'

/** A write begins with it: whoever else writes to the namespace waits. */
export const LOCK = `MERGE (n:Namespace { id: $ns })
  ON CREATE SET n.lastId = 0, n.chunks = 0, n.facts = 0, n.recorded = true, n.paired = true
  SET n.writes = coalesce(n.writes, 0) + 1
  RETURN n.embedder AS embedder, n.erasedAt IS NOT NULL AS erased, n.lastId AS lastId, coalesce(n.told, 0) AS told, n.watched IS NOT NULL AS watched, coalesce(n.lastStatedAt, 0) AS lastStatedAt`

export const CHUNK = `c { .id, .key, .persona, .statement, .text, .start, .source, .level, .createdAt, .statedAt, .lastAccess, .accessCount,
  .session, .place, .speaker, .metadata, .facts, .words, .terms, .stated, vectors: ${CHUNK_VECTORS},
  memory: coalesce(c.memory, c.message), statedBy: coalesce(c.statedBy, []) }`

/** What is matched as `c`. */
export const loadChunks = async (
  tx: Transaction,
  match: string,
  parameters: Record<string, unknown>,
  rest = '',
): Promise<ChunkRecord[]> =>
  (await tx.run<{ chunk: ChunkRecord }>(`${match} RETURN ${CHUNK} AS chunk ${rest}`, parameters)).map(
    ({ chunk }) => chunk,
  )

export async function known(tx: Transaction, ns: string, wanted: Wanted): Promise<Known> {
  const [state] = await tx.run<Pick<Known, 'embedder' | 'erased' | 'lastId' | 'told' | 'watched' | 'lastStatedAt'>>(
    LOCK,
    { ns },
  )
  const [chunks, entities, sessions, factsOf, happened, importRows] = await Promise.all([
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
      : loadFacts(
          tx,
          'MATCH (e:Entity { namespace: $ns, key: $entity })-[r:FACT]-() WITH DISTINCT r',
          { ns, entity: wanted.factsOf },
          'ORDER BY fact.id',
        ),
    wanted.once ? outcome(tx, ns, wanted.once) : null,
    imported(tx, ns, wanted.imports ?? []),
  ])
  const stated = [...new Set(chunks.flatMap(({ chunk }) => chunk.facts))]
  const facts = stated.length === 0 ? factsOf : [...factsOf, ...(await factsByKeys(tx, ns, stated))]
  return {
    ...state!,
    chunks: chunks.map(({ chunk, pending }): KnownChunk => ({ ...chunk, pending })),
    entities: entities.map(({ names: _, ...entity }) => ({ ...entity, aliases: JSON.parse(entity.aliases) })),
    names: entities.flatMap(({ key, names }) => names.map((name) => ({ name, entity: key }))),
    sessions,
    facts,
    outcome: happened,
    imported: importRows,
  }
}

export const factsByKeys = (tx: Transaction, ns: string, keys: readonly string[]): Promise<FactRecord[]> =>
  loadFacts(tx, 'UNWIND $given.keys AS key MATCH ()-[r:FACT { namespace: $ns, key: key }]->()', { ns, keys })

/** All that competes in these places. */
export async function standing(tx: Transaction, ns: string, places: readonly Place[]): Promise<FactRecord[]> {
  if (places.length === 0) return []
  const personas = [...new Set(places.map(({ persona }) => persona))]
  return loadFacts(
    tx,
    'MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND r.place IN $given.places AND r.persona IN $given.personas',
    { ns, places: [...new Set(places.map(slotKey))], personas },
  )
}

export const duplicates: Operation<'duplicates'> = (tx, ns, statements) =>
  tx.run(
    `UNWIND $given.statements AS s
     MATCH (c:Chunk { namespace: $ns, persona: s.persona, statement: s.statement }) WHERE c.doomed IS NULL
     RETURN c.id AS id, c.pending IS NOT NULL AS pending, c.persona AS persona, c.statement AS statement, c.text AS text, c.source AS source, c.speaker AS speaker, c.statedAt AS statedAt, c.stated AS stated`,
    { ns, statements },
  )

export const imported: Operation<'imported'> = async (tx, ns, pairs) =>
  pairs.length === 0
    ? []
    : tx.run(
        `MATCH (p:MetadataPair { namespace: $ns }) WHERE p.pair IN $given.pairs AND p.memory > 0
         MATCH (m:Memory { namespace: $ns, id: p.memory })
         RETURN p.pair AS pair, m.persona AS persona, m.id AS memory`,
        { ns, pairs },
      )
