import { contradictedAbstractions } from '../../../memory/abstraction.ts'
import { placeKey } from '../../../memory/stored-fact.ts'
import type { Change } from '../graph-store.ts'
import { dissolve } from './abstractions.ts'
import type { Transaction } from './connection.ts'
import { MERGED } from './fact-fields.ts'
import { restated, SAID_BY_NO_LESS } from './restated.ts'

/**
 * A key is looked up by its index and then created or restated: nobody else adds one meanwhile, since the namespace is locked. MERGE would
 * walk through the relationships of an entity for each.
 */
export async function mergeFacts(tx: Transaction, ns: string, { now, facts }: Change): Promise<Written[]> {
  if (facts.length === 0) return []
  const found = await tx.run<{ key: string }>(
    `UNWIND $given.keys AS key MATCH ()-[r:FACT { namespace: $ns, key: key }]->() RETURN r.key AS key`,
    { ns, keys: facts.map(({ key }) => key) },
  )
  const there = new Set(found.map(({ key }) => key))
  const [known, added] = [facts.filter(({ key }) => there.has(key)), facts.filter(({ key }) => !there.has(key))]
  const wording = {
    text: 'row.fact.text',
    relation: 'row.fact.relation',
    chunk: 'row.fact.chunk',
    vector: 'row.vector',
    indexed: 'CASE WHEN r.indexed IS NULL THEN null ELSE row.vector END',
    nextFor: 'null',
    nextVector: 'null',
  }
  const [restatedRows] = await Promise.all([
    known.length === 0
      ? []
      : tx.run<Written>(
          `UNWIND $given.rows AS row MATCH ()-[r:FACT { namespace: $ns, key: row.fact.key }]->()
           SET ${restated('r', SAID_BY_NO_LESS('r'), wording)} RETURN ${WRITTEN}, false AS created`,
          { ns, now, rows: known.map(toRow) },
        ),
    added.length === 0
      ? []
      : tx.run(
          `UNWIND $given.rows AS row
           MATCH (s:Entity { namespace: $ns, key: row.fact.subject }) MATCH (o:Entity { namespace: $ns, key: row.fact.object })
           CREATE (s)-[r:FACT { namespace: $ns, place: row.fact.subject + '\\n' + row.fact.slot, vector: row.vector }]->(o)
           SET r += row.fact`,
          { ns, rows: added.map(toRow) },
        ),
  ])
  return [...restatedRows, ...added.map((fact) => ({ ...fact, created: true }))]
}

export interface Written {
  readonly key: string
  readonly id: number
  readonly created: boolean
  readonly persona: string
  readonly source: number
  readonly subject: string
  readonly slot: string
  readonly value: string
  readonly denies: boolean
  readonly abstraction: number | null
}

export const WRITTEN = `r.key AS key, r.id AS id, r.persona AS persona, r.source AS source, r.subject AS subject, r.slot AS slot, r.value AS value, r.denies AS denies,
  r.abstraction AS abstraction`

/** What is said again of a merged fact reminds of the whole; what contradicts one brings its abstraction down. */
export async function keepAbstractionsTrue(
  tx: Transaction,
  ns: string,
  said: readonly Written[],
  now: number,
): Promise<void> {
  if (said.length === 0) return
  const reminded = said.flatMap(({ abstraction }) => abstraction ?? [])
  if (reminded.length > 0) {
    await tx.run(
      `UNWIND $given.reminded AS id MATCH ()-[r:FACT { namespace: $ns, id: id }]->() SET r.lastAccess = $now, r.accessCount = r.accessCount + 1`,
      { ns, now, reminded },
    )
  }
  const merged = await tx.run<Written>(
    `${MERGED} WHERE r.namespace = $ns AND r.abstraction IS NOT NULL AND r.place IN $given.places RETURN ${WRITTEN}`,
    { ns, places: [...new Set(said.map(placeKey))] },
  )
  for (const id of contradictedAbstractions(said, merged)) await dissolve(tx, ns, id)
}

function toRow({ vector, restatedLevel, times, ...fact }: Change['facts'][number]) {
  return {
    fact,
    vector,
    source: fact.source,
    level: restatedLevel,
    times,
    statedAt: fact.statedAt,
    metadata: fact.metadata,
  }
}
