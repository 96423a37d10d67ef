import { BrainError } from '../../../domain/errors.ts'
import type { Change } from '../graph-store.ts'
import { dissolve } from './abstractions.ts'
import { runEach, type Transaction } from './connection.ts'
import { note } from './journal.ts'
import { moveFacts } from './move-facts.ts'
import { addToTally, keepOutcome } from './outcomes.ts'
import { writeRecords } from './records.ts'
import { writeChunks } from './write-chunks.ts'

/** Everything that one ingest writes, and how the namespace stands then. Queries that are not waited for go over the wire together. */
export async function write(
  tx: Transaction,
  ns: string,
  change: Change,
): Promise<{ readonly facts: number; readonly untidy: boolean }> {
  const { embedder, lastId, lastStatedAt } = change
  const done: Promise<unknown>[] = []
  const each = (rows: readonly unknown[], query: string) => void done.push(runEach(tx, ns, rows, query))
  // What was merged comes back first: some of it is said again.
  for (const id of change.dissolved) await dissolve(tx, ns, id)
  const size = tx.run<{ facts: number; untidy: boolean }>(
    `MATCH (n:Namespace { id: $ns })
     SET n.embedder = coalesce($embedder, n.embedder), n.lastId = $lastId, n.lastStatedAt = $lastStatedAt, n.chunks = n.chunks + $chunks,
       n.facts = n.facts + $facts
     RETURN n.facts AS facts, n.tidyFrom IS NOT NULL OR n.recorded IS NULL OR n.paired IS NULL AS untidy`,
    { ns, embedder, lastId, lastStatedAt, chunks: change.chunks.length, facts: change.facts.length },
  )
  done.push(...writeChunks(tx, ns, change))
  each(change.restatedChunks, `MATCH (c:Chunk { namespace: $ns, id: row.id }) SET c += row, c.stale = $ns`)
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
  each(
    change.facts.map(({ vector, ...fact }) => ({ fact, vector })),
    `MATCH (s:Entity { namespace: $ns, key: row.fact.subject }) MATCH (o:Entity { namespace: $ns, key: row.fact.object })
     CREATE (s)-[r:FACT { namespace: $ns, place: row.fact.subject + '\\n' + row.fact.slot, vector: row.vector }]->(o)
     SET r += row.fact`,
  )
  each(
    change.restatedFacts.map(({ wording, ...standing }) => ({
      id: standing.id,
      vector: wording?.vector ?? null,
      // A vector that was made for an embedder to come was made of the old words.
      set: { ...standing, ...(wording && { ...wording, nextFor: null, nextVector: null }) },
    })),
    `MATCH ()-[r:FACT { namespace: $ns, id: row.id }]->()
     SET r += row.set, r.indexed = CASE WHEN r.indexed IS NULL THEN null ELSE coalesce(row.vector, r.indexed) END`,
  )
  each(change.supportedFacts, 'MATCH ()-[r:FACT { namespace: $ns, id: row.id }]->() SET r.statedBy = row.statedBy')
  each(
    change.accessedFacts,
    `MATCH ()-[r:FACT { namespace: $ns, id: row.id }]->() SET r.lastAccess = row.last, r.accessCount = r.accessCount + row.times`,
  )
  done.push(...writeRecords(tx, ns, change))
  if (change.outcome) done.push(keepOutcome(tx, ns, change.outcome.once, change.outcome.result))
  if (change.tally) done.push(addToTally(tx, ns, change.tally))
  if (change.noted) done.push(note(tx, ns, change.noted))
  const [[written]] = await Promise.all([size, ...done])
  return written!
}

/** The index takes vectors of any length and of zeros without a word, and never finds them again. */
export function validate(change: Change, dimensions: number): void {
  const reworded = change.restatedFacts.flatMap(({ wording }) => wording ?? [])
  for (const { vector } of [...change.facts, ...reworded]) {
    if (vector.length !== dimensions)
      throw new BrainError('misconfigured', `The embedder made ${vector.length} dimensions instead of ${dimensions}.`)
    if (vector.every((value) => value === 0))
      throw new BrainError('misconfigured', 'The embedder made a vector of zeros.')
  }
}
