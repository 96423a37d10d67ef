import { denseClusters } from '../../domain/lifecycle/cluster.ts'
import { type Chosen, CLUSTERING, type ClusterLimits, createClusterChoice } from '../../memory/cluster-choice.ts'
import { holding } from '../../memory/holding.ts'
import type { FactRecord, GraphScope } from './graph-store.ts'

export interface FoundCluster {
  readonly persona: string
  readonly facts: readonly FactRecord[]
  /** The changed fact around which it was found. */
  readonly first: number
}

/** Dense clusters around the facts that came since `after`: only what changed is looked at, with its neighbourhood. */
export async function findClusters(
  graph: GraphScope,
  after: number,
  persona: string | null,
  limits: ClusterLimits,
): Promise<Chosen<FoundCluster>> {
  const choice = createClusterChoice<FoundCluster>(limits)
  let upTo = after
  for (let slice = 0; slice < CLUSTERING.maxSlices && !choice.isFull(); slice++) {
    const rows = await graph.factsAfter(upTo, CLUSTERING.slice)
    if (rows.length === 0) break
    const changed = rows.filter((fact) => persona === null || fact.persona === persona)
    for (const cluster of await clustersAround(graph, changed)) {
      const ended = choice.take(cluster)
      if (ended) return ended
    }
    upTo = rows.at(-1)!.id
  }
  return choice.end(upTo)
}

const isPlain = (fact: FactRecord): boolean => (fact.abstraction ?? null) === null && fact.members === 0
const endsOf = (fact: FactRecord): string[] => (fact.leaf ? [fact.subject] : [fact.subject, fact.object])

/** In the order of the changed facts. */
async function clustersAround(graph: GraphScope, changed: readonly FactRecord[]): Promise<FoundCluster[]> {
  const clusters: FoundCluster[] = []
  for (const [persona, rows] of Map.groupBy(changed.filter(isPlain), (fact) => fact.persona)) {
    const entities = [...new Set(rows.flatMap(endsOf))]
    const near = await graph.neighbourhood({ persona, entities, ...CLUSTERING })
    const facts = new Map(near.map((fact) => [fact.id, fact]))
    const lasting = await whatHolds(graph, persona, near)
    const links = lasting.map((fact) => ({ id: fact.id, from: fact.subject, to: fact.leaf ? null : fact.object }))
    for (const ids of denseClusters(links)) {
      const first = rows.find(({ id }) => ids.includes(id))?.id
      if (first !== undefined) clusters.push({ persona, facts: ids.map((id) => facts.get(id)!), first })
    }
  }
  return clusters.sort((a, b) => a.first - b.first)
}

/** What is merged has to hold, against all that competes with it, near or not. */
async function whatHolds(graph: GraphScope, persona: string, near: readonly FactRecord[]): Promise<FactRecord[]> {
  if (near.length === 0) return []
  const competing = await graph.competing(
    persona,
    near.map(({ subject, slot }) => ({ subject, slot })),
  )
  const holds = holding(competing.map((fact) => ({ ...fact, trust: fact.source })))
  return near.filter(({ id }) => holds.has(id))
}
