import type { Driver } from 'neo4j-driver'
import { pause } from '../../../runtime/pause.ts'
import { transact } from './transact.ts'

/**
 * What the graph looks like, by the names of its indexes. Every node and every relationship carries its namespace, and every constraint
 * begins with it. A property such as `pending` holds the namespace while it applies and is absent otherwise, so that its index has just those
 * nodes.
 */
const unique = (label: string, ...properties: string[]) =>
  `FOR (n:${label}) REQUIRE (${properties.map((p) => `n.${p}`).join(', ')}) IS UNIQUE`
const nodes = (label: string, ...properties: string[]) =>
  `FOR (n:${label}) ON (${properties.map((p) => `n.${p}`).join(', ')})`
const facts = (...properties: string[]) => `FOR ()-[r:FACT]-() ON (${properties.map((p) => `r.${p}`).join(', ')})`

const CONSTRAINTS: Readonly<Record<string, string>> = {
  brain_namespace: unique('Namespace', 'id'),
  brain_persona: unique('Persona', 'namespace', 'name'),
  brain_speaker: unique('Speaker', 'namespace', 'persona', 'name'),
  brain_session: unique('Session', 'namespace', 'name'),
  brain_entity: unique('Entity', 'namespace', 'key'),
  brain_name: unique('Name', 'namespace', 'name'),
  brain_term: unique('Term', 'namespace', 'word'),
  brain_chunk: unique('Chunk', 'namespace', 'id'),
  brain_memory: unique('Memory', 'namespace', 'id'),
  brain_evidence: unique('Evidence', 'namespace', 'target', 'memory'),
  brain_metadata_pair: unique('MetadataPair', 'namespace', 'pair', 'memory'),
  brain_version: unique('Version', 'namespace', 'memory', 'version'),
  brain_parked: unique('Parked', 'namespace', 'memory', 'piece'),
  brain_receipt: unique('Receipt', 'namespace', 'id'),
  brain_journal: unique('Journal', 'namespace', 'id'),
  brain_outcome: unique('Outcome', 'namespace', 'once'),
  brain_fact: 'FOR ()-[r:FACT]-() REQUIRE (r.namespace, r.key) IS UNIQUE',
}

const INDEXES: Readonly<Record<string, string>> = {
  brain_chunk_statement: nodes('Chunk', 'namespace', 'persona', 'statement'),
  brain_chunk_strength: nodes('Chunk', 'namespace', 'level', 'lastAccess'),
  brain_chunk_pending: nodes('Chunk', 'pending'),
  // `doomed` is the tombstone of a chunk, as graphs of 0.1 have it.
  brain_chunk_doomed: nodes('Chunk', 'doomed'),
  brain_chunk_stale: nodes('Chunk', 'stale'),
  brain_memory_session: nodes('Memory', 'namespace', 'session'),
  brain_memory_time: nodes('Memory', 'namespace', 'occurredAt'),
  brain_outcome_time: nodes('Outcome', 'namespace', 'at'),
  brain_fact_namespace: facts('namespace'),
  brain_fact_id: facts('namespace', 'id'),
  brain_fact_abstraction: facts('namespace', 'abstraction'),
  brain_fact_place: facts('namespace', 'place'),
  brain_fact_strength: facts('namespace', 'level', 'lastAccess'),
}

/** One vector index for all namespaces that are too large to compare every fact; see nearest.ts. */
export const VECTOR_INDEX = 'brain_fact_nearness'

/** Indexes of earlier versions that nobody asks any more. */
const RETIRED = ['brain_fact_meaning']

/**
 * Makes what is missing and takes away what is retired: on a fresh database a few seconds, afterwards one query. After a change of the
 * embedder the vector index is made anew; until it is built, facts are compared one by one. false: all was there.
 */
export async function prepareSchema(driver: Driver, dimensions: number): Promise<boolean> {
  const { records } = await driver.executeQuery(
    `SHOW INDEXES YIELD name, options WHERE name STARTS WITH 'brain_' RETURN name, options.indexConfig['vector.dimensions'] AS dimensions`,
  )
  const known = new Map(records.map((record) => [record.get('name') as string, record.get('dimensions') as unknown]))
  let made = false
  /** All in one transaction: each by itself would be waited for. */
  const make = async (...statements: string[]) => {
    if (statements.length === 0) return
    made = true
    await amongOthers(() =>
      transact(driver, 'write', async (tx) => {
        for (const statement of statements) await tx.run(statement)
      }),
    )
  }
  for (const name of RETIRED) if (known.has(name)) await make(`DROP INDEX ${name} IF EXISTS`)
  for (const [name, what] of Object.entries(CONSTRAINTS))
    if (!known.has(name)) await make(`CREATE CONSTRAINT ${name} IF NOT EXISTS ${what}`)
  await make(
    ...Object.entries(INDEXES)
      .filter(([name]) => !known.has(name))
      .map(([name, what]) => `CREATE INDEX ${name} IF NOT EXISTS ${what}`),
  )
  const found = known.get(VECTOR_INDEX)
  if (found !== undefined && Number(found) === dimensions) return made
  if (found !== undefined) await make(`DROP INDEX ${VECTOR_INDEX} IF EXISTS`)
  await make(
    `CREATE VECTOR INDEX ${VECTOR_INDEX} IF NOT EXISTS ${facts('indexed')}
     OPTIONS { indexConfig: { \`vector.dimensions\`: ${Math.trunc(dimensions)}, \`vector.similarity_function\`: 'cosine' } }`,
  )
  return true
}

/** Another holder may be making the same constraint at the same time: whoever loses looks again, and finds it there. */
async function amongOthers(make: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await make()
      return
    } catch (error) {
      const { code = '' } = error as { code?: string }
      if (attempt === 8 || !/Schema|Transaction|Transient/.test(code)) throw error
      await pause(100 * attempt)
    }
  }
}
