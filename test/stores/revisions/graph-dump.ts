import neo4j from 'neo4j-driver'
import { inject } from 'vitest'

type Properties = Readonly<Record<string, unknown>>

/** Everything that the graph has of a namespace: nodes by their label, facts, and which name leads to whom. */
export interface GraphDump {
  readonly nodes: ReadonlyMap<string, readonly Properties[]>
  readonly facts: readonly Properties[]
  readonly names: readonly string[]
}

const v = inject('stores')

/** Asks the graph behind the service's back. */
export async function cypher(query: string, parameters: Record<string, unknown>): Promise<Properties[]> {
  const auth = neo4j.auth.basic(v.NEO4J_USERNAME, v.NEO4J_PASSWORD)
  const driver = neo4j.driver(v.NEO4J_URI, auth, { disableLosslessIntegers: true })
  const { records } = await driver.executeQuery(query, parameters)
  await driver.close()
  return records.map((record) => record.toObject())
}

export async function dumpGraph(ns: string): Promise<GraphDump> {
  const rows = await cypher(
    `MATCH (n { namespace: $ns }) RETURN labels(n)[0] AS label, properties(n) AS own
     UNION ALL MATCH (n:Namespace { id: $ns }) RETURN 'Namespace' AS label, properties(n) AS own
     UNION ALL MATCH ()-[r:FACT { namespace: $ns }]->() RETURN 'FACT' AS label, properties(r) AS own
     UNION ALL MATCH (n:Name { namespace: $ns })-[:MEANS]->(e) RETURN 'MEANS' AS label, { leads: n.name + ' -> ' + e.key } AS own`,
    { ns },
  )
  const byLabel = Map.groupBy(rows, ({ label }) => label as string)
  const of = (label: string) => (byLabel.get(label) ?? []).map(({ own }) => own as Properties)
  const labels = [...byLabel.keys()].filter((label) => label !== 'FACT' && label !== 'MEANS')
  return {
    nodes: new Map(labels.map((label) => [label, of(label)])),
    facts: of('FACT'),
    names: of('MEANS').map(({ leads }) => leads as string),
  }
}
