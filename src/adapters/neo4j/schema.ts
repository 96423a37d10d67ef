import type { Driver } from 'neo4j-driver'

/**
 * What the graph looks like. Every node and every relationship carries its namespace, and every constraint begins with it. A property such
 * as `pending` holds the namespace while it applies and is absent otherwise, so that its index has just those nodes.
 */
const unique = (name: string, label: string, ...properties: string[]) =>
  `CREATE CONSTRAINT ${name} IF NOT EXISTS FOR (n:${label}) REQUIRE (${properties.map((p) => `n.${p}`).join(', ')}) IS UNIQUE`
const nodeIndex = (name: string, label: string, ...properties: string[]) =>
  `CREATE INDEX ${name} IF NOT EXISTS FOR (n:${label}) ON (${properties.map((p) => `n.${p}`).join(', ')})`
const factIndex = (name: string, ...properties: string[]) =>
  `CREATE INDEX ${name} IF NOT EXISTS FOR ()-[r:FACT]-() ON (${properties.map((p) => `r.${p}`).join(', ')})`

export const SCHEMA: readonly string[] = [
  unique('brain_namespace', 'Namespace', 'id'),
  unique('brain_persona', 'Persona', 'namespace', 'name'),
  unique('brain_speaker', 'Speaker', 'namespace', 'persona', 'name'),
  unique('brain_session', 'Session', 'namespace', 'name'),
  unique('brain_entity', 'Entity', 'namespace', 'key'),
  unique('brain_name', 'Name', 'namespace', 'name'),
  unique('brain_term', 'Term', 'namespace', 'word'),
  unique('brain_chunk', 'Chunk', 'namespace', 'id'),
  nodeIndex('brain_chunk_statement', 'Chunk', 'namespace', 'persona', 'statement'),
  nodeIndex('brain_chunk_strength', 'Chunk', 'namespace', 'level', 'lastAccess'),
  nodeIndex('brain_chunk_pending', 'Chunk', 'pending'),
  nodeIndex('brain_chunk_doomed', 'Chunk', 'doomed'),
  nodeIndex('brain_chunk_stale', 'Chunk', 'stale'),
  'CREATE CONSTRAINT brain_fact IF NOT EXISTS FOR ()-[r:FACT]-() REQUIRE (r.namespace, r.key) IS UNIQUE',
  factIndex('brain_fact_namespace', 'namespace'),
  factIndex('brain_fact_id', 'namespace', 'id'),
  factIndex('brain_fact_abstraction', 'namespace', 'abstraction'),
  factIndex('brain_fact_place', 'namespace', 'place'),
  factIndex('brain_fact_strength', 'namespace', 'level', 'lastAccess'),
]

/** One vector index for all. After a change of the embedder it is made anew; until it is built, facts are ranked exactly. */
export async function prepareVectorIndex(driver: Driver, dimensions: number): Promise<void> {
  const { records } = await driver.executeQuery(
    `SHOW VECTOR INDEXES YIELD name, options WHERE name = 'brain_fact_meaning' RETURN options.indexConfig['vector.dimensions'] AS dimensions`,
  )
  const known = records[0]?.get('dimensions') as number | undefined
  if (known !== undefined && Number(known) !== dimensions)
    await driver.executeQuery('DROP INDEX brain_fact_meaning IF EXISTS')
  await driver.executeQuery(
    `CREATE VECTOR INDEX brain_fact_meaning IF NOT EXISTS FOR ()-[r:FACT]-() ON (r.vector)
     OPTIONS { indexConfig: { \`vector.dimensions\`: ${Math.trunc(dimensions)}, \`vector.similarity_function\`: 'cosine' } }`,
  )
}
