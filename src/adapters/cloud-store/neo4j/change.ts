import { BrainError } from '../../../domain/errors.ts'
import type { Change } from '../graph-store.ts'
import type { Transaction } from './connection.ts'
import { keepAbstractionsTrue, mergeFacts, WRITTEN, type Written } from './merge-facts.ts'
import { moveFacts } from './move-facts.ts'
import { restated } from './restated.ts'

/** Everything that one ingest writes; returns the ids of its facts by key, and how the namespace stands now. Queries that are not waited for go over the wire together. */
export async function write(
  tx: Transaction,
  ns: string,
  change: Change,
): Promise<{ ids: Record<string, number>; facts: number; untidy: boolean }> {
  const { now } = change
  const done: Promise<unknown>[] = []
  const each = (rows: readonly unknown[], query: string) => {
    if (rows.length > 0) done.push(tx.run(`UNWIND $given.rows AS row ${query}`, { ns, now, rows }))
  }
  done.push(
    tx.run(
      `MATCH (n:Namespace { id: $ns })
       SET n.embedder = coalesce($embedder, n.embedder), n.lastId = $lastId, n.lastStatedAt = $lastStatedAt, n.chunks = n.chunks + $chunks`,
      {
        ns,
        embedder: change.embedder,
        lastId: change.lastId,
        lastStatedAt: change.lastStatedAt,
        chunks: change.chunks.length,
      },
    ),
  )
  each(
    change.personas,
    `MERGE (p:Persona { namespace: $ns, name: row.name }) ON CREATE SET p.chunks = 0, p.words = 0
     SET p.chunks = p.chunks + row.chunks, p.words = p.words + row.words`,
  )
  each(
    change.personas.flatMap(({ name, speakers }) => speakers.map((speaker) => ({ persona: name, ...speaker }))),
    `MERGE (s:Speaker { namespace: $ns, persona: row.persona, name: row.name }) ON CREATE SET s.chunks = 0
     SET s.chunks = s.chunks + row.chunks`,
  )
  each(
    change.sessions,
    `MERGE (s:Session { namespace: $ns, name: row.name }) ON CREATE SET s.id = row.id, s.persona = row.persona SET s.places = row.places`,
  )
  each(change.chunks, `CREATE (c:Chunk { namespace: $ns, pending: $ns }) SET c += row`)
  each(
    change.chunks.map(({ terms }) => terms),
    `UNWIND row AS word WITH word, count(*) AS chunks
     MERGE (t:Term { namespace: $ns, word: word }) ON CREATE SET t.chunks = chunks ON MATCH SET t.chunks = t.chunks + chunks`,
  )
  each(
    change.restatedChunks,
    `MATCH (c:Chunk { namespace: $ns, id: row.id })
     SET c.stale = $ns, ${restated('c')}`,
  )
  each(
    change.entities.map((entity) => ({ ...entity, aliases: JSON.stringify(entity.aliases) })),
    `MERGE (e:Entity { namespace: $ns, key: row.key }) SET e.name = row.name, e.kind = row.kind, e.aliases = row.aliases`,
  )
  each(
    change.names,
    `MATCH (e:Entity { namespace: $ns, key: row.entity })
     MERGE (n:Name { namespace: $ns, name: row.name }) MERGE (n)-[:MEANS]->(e)`,
  )
  each(
    change.unnamed ?? [],
    `MATCH (n:Name { namespace: $ns, name: row.name })-[m:MEANS]->(:Entity { namespace: $ns, key: row.entity })
     DELETE m WITH DISTINCT n WHERE NOT (n)-[:MEANS]->() DELETE n`,
  )
  if (change.moves && change.moves.length > 0) done.push(moveFacts(tx, ns, change.moves))
  const again =
    change.restatedFacts.length === 0
      ? []
      : tx.run<Written>(
          `UNWIND $given.rows AS row MATCH ()-[r:FACT { namespace: $ns, key: row.key }]->() SET ${restated('r')}
           RETURN ${WRITTEN}, false AS created`,
          { ns, now, rows: change.restatedFacts },
        )
  const [restatedFacts, mergedFacts] = await Promise.all([again, mergeFacts(tx, ns, change), ...done])
  const kept = [...restatedFacts, ...mergedFacts]
  await keepAbstractionsTrue(tx, ns, kept, now)
  const created = kept.filter((fact) => fact.created).length
  const [size] = await tx.run<{ facts: number; untidy: boolean }>(
    'MATCH (n:Namespace { id: $ns }) SET n.facts = n.facts + $created RETURN n.facts AS facts, n.tidyFrom IS NOT NULL AS untidy',
    { ns, created },
  )
  return { ids: Object.fromEntries(kept.map(({ key, id }) => [key, id])), ...size! }
}

/** The index takes vectors of any length and of zeros without a word, and never finds them again. */
export function validate(change: Change, dimensions: number): void {
  for (const { vector } of change.facts) {
    if (vector.length !== dimensions)
      throw new BrainError('misconfigured', `The embedder made ${vector.length} dimensions instead of ${dimensions}.`)
    if (vector.every((value) => value === 0))
      throw new BrainError('misconfigured', 'The embedder made a vector of zeros.')
  }
}
