import { denseClusters } from '../../domain/cluster.ts'
import type { FactRecord, GraphScope } from '../../ports/graph-store.ts'

/** The same numbers as the embedded store's: the same history is to give the same clusters. */
const SLICE = 200
const MAX_SLICES = 5
const AROUND = { reach: 2, hubFacts: 64, factsPerEntity: 32, maxFacts: 1000 }
const CHARS_PER_TOKEN = 4
const TOKENS_AROUND = 600

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
  limits: { readonly maxClusters: number; readonly tokens: number },
): Promise<{ clusters: FoundCluster[]; upTo: number; spent: boolean }> {
  const found: FoundCluster[] = []
  let upTo = after
  let tokens = 0
  for (let slice = 0; slice < MAX_SLICES && found.length < limits.maxClusters; slice++) {
    const rows = await graph.factsAfter(upTo, SLICE)
    if (rows.length === 0) break
    const changed = rows.filter((fact) => persona === null || fact.persona === persona)
    for (const cluster of await clustersAround(graph, changed)) {
      if (overlaps(found, cluster)) continue
      const cost = TOKENS_AROUND + cluster.facts.reduce((sum, { text }) => sum + text.length, 0) / CHARS_PER_TOKEN
      const spent = tokens + cost > limits.tokens
      if (spent || found.length === limits.maxClusters) return { clusters: found, upTo: cluster.first - 1, spent }
      tokens += cost
      found.push(cluster)
    }
    upTo = rows.at(-1)!.id
  }
  return { clusters: found, upTo, spent: false }
}

const overlaps = (found: readonly FoundCluster[], cluster: FoundCluster): boolean => {
  const ids = new Set(cluster.facts.map(({ id }) => id))
  return found.some(({ facts }) => facts.some(({ id }) => ids.has(id)))
}

const isPlain = (fact: FactRecord): boolean => (fact.abstraction ?? null) === null && fact.members === 0
const endsOf = (fact: FactRecord): string[] => (fact.leaf ? [fact.subject] : [fact.subject, fact.object])

/** In the order of the changed facts. */
async function clustersAround(graph: GraphScope, changed: readonly FactRecord[]): Promise<FoundCluster[]> {
  const clusters: FoundCluster[] = []
  for (const [persona, rows] of Map.groupBy(changed.filter(isPlain), (fact) => fact.persona)) {
    const entities = [...new Set(rows.flatMap(endsOf))]
    const near = await graph.neighbourhood({ persona, entities, ...AROUND })
    const facts = new Map(near.map((fact) => [fact.id, fact]))
    const links = near.map((fact) => ({ id: fact.id, from: fact.subject, to: fact.leaf ? null : fact.object }))
    for (const ids of denseClusters(links)) {
      const first = rows.find(({ id }) => ids.includes(id))?.id
      if (first !== undefined) clusters.push({ persona, facts: ids.map((id) => facts.get(id)!), first })
    }
  }
  return clusters.sort((a, b) => a.first - b.first)
}
