import { BrainError } from '../../domain/errors.ts'
import { conflicts } from '../../domain/slot.ts'
import type { Change, ChunkRecord, FactRecord, GraphScope, Known, KnownChunk, Wanted } from '../../ports/graph-store.ts'
import { dissolve, MERGED, PLAIN_FACT } from './abstractions.ts'
import type { Transaction } from './connection.ts'
import { CHUNK_VECTORS } from './current-vector.ts'
import { moveFacts } from './move-facts.ts'

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

export const twins = (tx: Transaction, ns: string, statements: Wanted['statements']): ReturnType<GraphScope['twins']> =>
  tx.run(
    `UNWIND $given.statements AS s
     MATCH (c:Chunk { namespace: $ns, persona: s.persona, statement: s.statement }) WHERE c.doomed IS NULL
     RETURN c.id AS id, c.pending IS NOT NULL AS pending, c.persona AS persona, c.statement AS statement, c.text AS text, c.source AS source, c.speaker AS speaker, c.statedAt AS statedAt`,
    { ns, statements },
  )

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

/**
 * A key is looked up by its index and then created or restated: nobody else adds one meanwhile, since the namespace is locked. MERGE would
 * walk through the relationships of an entity for each.
 */
async function mergeFacts(tx: Transaction, ns: string, { now, facts }: Change): Promise<Written[]> {
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

interface Written {
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

const WRITTEN = `r.key AS key, r.id AS id, r.persona AS persona, r.source AS source, r.subject AS subject, r.slot AS slot, r.value AS value, r.denies AS denies,
  r.abstraction AS abstraction`

/** What is said again of a merged fact reminds of the whole; what contradicts one brings its abstraction down. */
async function keepAbstractionsTrue(tx: Transaction, ns: string, said: readonly Written[], now: number): Promise<void> {
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
    { ns, places: [...new Set(said.map(({ subject, slot }) => `${subject}\n${slot}`))] },
  )
  const untrue = merged.filter((fact) =>
    said.some(
      (one) =>
        one.persona === fact.persona &&
        one.source <= fact.source &&
        one.subject === fact.subject &&
        conflicts(one, fact),
    ),
  )
  for (const id of new Set(untrue.map(({ abstraction }) => abstraction!))) await dissolve(tx, ns, id)
}

/** What is only told from an archive (no `times`) changes nothing but source and level. */
const SAID = 'row.times > 0'
/** An assistant that repeats what a user once said does not make it the user's latest word. */
const SAID_BY_NO_LESS = (x: string) => `row.times > 0 AND row.source <= ${x}.source`

const when = (x: string, condition: string, values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([name, value]) => `${x}.${name} = CASE WHEN ${condition} THEN ${value} ELSE ${x}.${name} END`)
    .join(', ')

/** The better of the two sources and confidences, and an access. What depends on the old source goes before that changes. */
const restated = (x: string, condition = SAID, wording: Readonly<Record<string, string>> = {}) =>
  `${when(x, condition, { ...wording, statedAt: 'row.statedAt', metadata: `coalesce(row.metadata, ${x}.metadata)` })},
   ${when(x, condition === SAID ? 'true' : condition, { level: `CASE WHEN row.level > ${x}.level THEN row.level ELSE ${x}.level END` })},
   ${when(x, SAID, { lastAccess: '$now' })}, ${x}.accessCount = ${x}.accessCount + row.times,
   ${x}.source = CASE WHEN row.source < ${x}.source THEN row.source ELSE ${x}.source END`

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

/** The index takes vectors of any length and of zeros without a word, and never finds them again. */
export function validate(change: Change, dimensions: number): void {
  for (const { vector } of change.facts) {
    if (vector.length !== dimensions)
      throw new BrainError('misconfigured', `The embedder made ${vector.length} dimensions instead of ${dimensions}.`)
    if (vector.every((value) => value === 0))
      throw new BrainError('misconfigured', 'The embedder made a vector of zeros.')
  }
}
