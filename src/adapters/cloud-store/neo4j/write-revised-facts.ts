import { vectorFromText } from '../../../domain/ranking/packed-text.ts'
import { type PackedVector, unpackVector } from '../../../domain/ranking/vector.ts'
import { slotKey } from '../../../memory/records.ts'
import type { RevisedFact } from '../../../memory/revision/revised.ts'
import type { ChunkRecord } from '../graph-store.ts'
import type { RenumberedPlan } from '../renumber-chunks.ts'
import { runEach, type Transaction } from './connection.ts'
import { removeUnused } from './forget.ts'

interface Given {
  readonly plan: RenumberedPlan
  /** Of facts by their numbers. */
  readonly keys: ReadonlyMap<number, string>
  readonly chunkOf: (id: number) => Promise<ChunkRecord | undefined>
}

/** Writes entities and facts of a plan, and takes away the entities that are in no fact any more. Returns how many fewer there are. */
export async function writeRevisedFacts(tx: Transaction, ns: string, { plan, keys, chunkOf }: Given): Promise<number> {
  const entities = [
    ...new Set([
      ...plan.entities.map(({ key }) => key),
      ...[...plan.facts, ...plan.removedFacts].flatMap(({ subject, object }) => [subject, object]),
    ]),
  ]
  const count = async () => {
    const [row] = await tx.run<{ n: number }>(
      'MATCH (e:Entity { namespace: $ns }) WHERE e.key IN $given.entities RETURN count(e) AS n',
      { ns, entities },
    )
    return row!.n
  }
  const before = await count()
  await relearn(tx, ns, plan)
  await tx.run('MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND r.id IN $given.ids DELETE r', {
    ns,
    ids: plan.removedFacts.map(({ id }) => id),
  })

  const vectorsOf = new Map<number, readonly PackedVector[]>(
    plan.chunks.flatMap(({ id, reading }) => (reading ? [[id, reading.vectors]] : [])),
  )
  const vectorOf = async ({ chunk, vector: at }: RevisedFact): Promise<number[] | null> => {
    const known = vectorsOf.get(chunk) ?? ((await chunkOf(chunk))?.vectors ?? []).map(vectorFromText)
    vectorsOf.set(chunk, known)
    return known[at] ? [...unpackVector(known[at])] : null
  }
  const changed: unknown[] = []
  const created: unknown[] = []
  for (const fact of plan.facts) {
    const { before: row, vector: _, abstraction, members, lastAccess, id, ...set } = fact
    if (!row) {
      const own = { ...set, id, key: keys.get(id)!, lastAccess, abstraction, members }
      created.push({ fact: own, place: slotKey(fact), vector: (await vectorOf(fact)) ?? [] })
      continue
    }
    const isWordedSo = row.chunk === fact.chunk && row.text === fact.text
    // What outlived its chunk keeps the vector that it has.
    const vector = isWordedSo ? null : await vectorOf(fact)
    changed.push({ id, vector, set: { ...set, ...(vector && { vector, nextFor: null, nextVector: null }) } })
  }
  await runEach(
    tx,
    ns,
    changed,
    `MATCH ()-[r:FACT { namespace: $ns, id: row.id }]->()
     SET r += row.set, r.indexed = CASE WHEN r.indexed IS NULL THEN null ELSE coalesce(row.vector, r.indexed) END`,
  )
  await runEach(
    tx,
    ns,
    created,
    `MATCH (s:Entity { namespace: $ns, key: row.fact.subject }) MATCH (o:Entity { namespace: $ns, key: row.fact.object })
     CREATE (s)-[r:FACT { namespace: $ns, place: row.place, vector: row.vector }]->(o) SET r += row.fact`,
  )
  await renumberIn(tx, ns, plan)
  await removeUnused(tx, ns, entities)
  return Math.max(0, before - (await count()))
}

/** Entities as they are from now on: what they went by before is void. */
async function relearn(tx: Transaction, ns: string, { entities, names }: RenumberedPlan): Promise<void> {
  if (entities.length === 0) return
  const voided = await tx.run<{ name: string }>(
    `MATCH (n:Name { namespace: $ns })-[m:MEANS]->(e:Entity { namespace: $ns }) WHERE e.key IN $given.keys
     WITH m, n.name AS name DELETE m RETURN DISTINCT name`,
    { ns, keys: entities.map(({ key }) => key) },
  )
  await runEach(
    tx,
    ns,
    entities.map((entity) => ({ ...entity, aliases: JSON.stringify(entity.aliases) })),
    `MERGE (e:Entity { namespace: $ns, key: row.key }) SET e.name = row.name, e.kind = row.kind, e.aliases = row.aliases`,
  )
  await runEach(
    tx,
    ns,
    names,
    `MATCH (e:Entity { namespace: $ns, key: row.entity })
     MERGE (n:Name { namespace: $ns, name: row.name }) MERGE (n)-[:MEANS]->(e)`,
  )
  await tx.run('MATCH (n:Name { namespace: $ns }) WHERE n.name IN $given.names AND NOT (n)-[:MEANS]->() DELETE n', {
    ns,
    names: voided.map(({ name }) => name),
  })
}

/** Facts that stay as they are, and are told through a chunk that has another number now. */
async function renumberIn(tx: Transaction, ns: string, { chunks, moved, facts }: RenumberedPlan): Promise<void> {
  const written = new Set(facts.map(({ id }) => id))
  const told = chunks.flatMap(({ before }) => (before && moved.has(before.id) ? before : []))
  await runEach(
    tx,
    ns,
    told.flatMap(({ id, facts: list }) =>
      list.filter((fact) => !written.has(fact)).map((fact) => ({ fact, from: id, to: moved.get(id) })),
    ),
    'MATCH ()-[r:FACT { namespace: $ns, id: row.fact }]->() WHERE r.chunk = row.from SET r.chunk = row.to',
  )
}
